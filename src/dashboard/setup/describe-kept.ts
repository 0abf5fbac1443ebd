import {
  describeKeptClient,
  describeKeptValue,
  isChangedByBoth,
  quote,
} from './describe-client.ts';
import { describeKeptScanSettings } from './describe-scan-settings.ts';
import type { DraftBrand, DraftQuestion, SetupDraft } from './draft.ts';
import { isSame } from './is-same.ts';

interface Versions<T> {
  mine: T;
  base: T;
  newest: T;
}

const describeValue = (words: string, { mine, base, newest }: Versions<string>): string[] =>
  isChangedByBoth(mine, base, newest) ? [describeKeptValue(words, mine)] : [];

/** Describes the items that all three versions have, and those that the user changed and someone else deleted. */
function describeItems<T extends DraftBrand | DraftQuestion>(
  { mine, base, newest }: Versions<readonly T[]>,
  compare: (versions: Versions<T>) => string[],
  nameOf: (item: T) => string,
): string[] {
  const baseItems = new Map(base.map((item) => [item.key, item]));
  const newestItems = new Map(newest.map((item) => [item.key, item]));
  return mine.flatMap((item) => {
    const before = baseItems.get(item.key);
    const now = newestItems.get(item.key);
    if (!before || item.isRemoved) return [];
    if (now) return compare({ mine: item, base: before, newest: now });
    return isSame(item, before) ? [] : [`Kept yours: ${nameOf(item)}, which was deleted`];
  });
}

/**
 * Names what both the user and someone else changed, where the form keeps the user's value: what `rebaseDraft` does not
 * take from the newest set-up.
 */
export function describeKept(mine: SetupDraft, base: SetupDraft, newest: SetupDraft): string[] {
  const siteVersions = (field: 'name' | 'url') => ({
    mine: mine.site[field],
    base: base.site[field],
    newest: newest.site[field],
  });
  const isEverywhere = mine.brand.key === base.brand.key && mine.brand.key === newest.brand.key;
  return [
    ...(mine.client && base.client && newest.client
      ? describeKeptClient(mine.client, base.client, newest.client)
      : []),
    ...describeValue('the site’s name', siteVersions('name')),
    ...describeValue('the website of the site', siteVersions('url')),
    ...describeItems(
      {
        mine: [...(isEverywhere ? [mine.brand] : []), ...mine.competitors],
        base: [base.brand, ...base.competitors],
        newest: [newest.brand, ...newest.competitors],
      },
      (brand) =>
        describeValue(`the name of ${quote(brand.base.name)}`, {
          mine: brand.mine.name,
          base: brand.base.name,
          newest: brand.newest.name,
        }),
      ({ name }) => `the competitor ${quote(name)}`,
    ),
    ...describeItems(
      { mine: mine.questions, base: base.questions, newest: newest.questions },
      (question) => [
        ...describeValue('the text of a question', {
          mine: question.mine.text,
          base: question.base.text,
          newest: question.newest.text,
        }),
        ...describeValue(`the category of the question ${quote(question.mine.text)}`, {
          mine: question.mine.category,
          base: question.base.category,
          newest: question.newest.category,
        }),
      ],
      ({ text }) => `the question ${quote(text)}`,
    ),
    ...(mine.collection && base.collection && newest.collection
      ? describeKeptScanSettings(mine.collection, base.collection, newest.collection)
      : []),
  ];
}
