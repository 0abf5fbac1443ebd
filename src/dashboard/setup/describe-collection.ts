import { type CollectionDraft, collectionParts } from './collection-draft.ts';
import { isSame } from './is-same.ts';

const isPartSame = (
  one: CollectionDraft,
  other: CollectionDraft,
  fields: readonly (keyof CollectionDraft)[],
): boolean => fields.every((field) => isSame(one[field], other[field]));

/** Describes in short sentences what changed of where and when questions are asked, for the user. */
export const describeCollectionChanges = (
  before: CollectionDraft,
  now: CollectionDraft,
): string[] =>
  collectionParts.flatMap(({ words, fields }) =>
    isPartSame(before, now, fields) ? [] : [`Changed ${words}`],
  );

/** Names the parts that both the user and someone else changed, each in its own way. */
export const describeKeptCollection = (
  mine: CollectionDraft,
  base: CollectionDraft,
  newest: CollectionDraft,
): string[] =>
  collectionParts.flatMap(({ words, fields }) => {
    const isChangedByBoth =
      !isPartSame(mine, base, fields) &&
      !isPartSame(newest, base, fields) &&
      !isPartSame(mine, newest, fields);
    return isChangedByBoth ? [`Kept yours: ${words}`] : [];
  });
