import { createId } from './create-id.ts';
import type { DraftBrand, DraftQuestion, SetupDraft } from './draft.ts';
import { isSame } from './is-same.ts';

/** Of each field, takes the user's value if the user changed it, and otherwise the newest. */
function rebaseFields<T extends object>(mine: T, base: T, newest: T): T {
  const changed = Object.entries(mine).filter(
    // The entries of an object have its keys.
    ([field, value]) => !isSame(value, base[field as keyof T]),
  );
  return { ...newest, ...Object.fromEntries(changed) };
}

/**
 * Of each item, takes the fields that the user changed and the rest of the newest. An item that someone else deleted is
 * deleted, unless the user changed it: then it is a new one.
 */
function rebaseItems<T extends DraftBrand | DraftQuestion>(
  mine: readonly T[],
  base: readonly T[],
  newest: readonly T[],
  asNew: (item: T) => T,
): T[] {
  const baseItems = new Map(base.map((item) => [item.key, item]));
  const newestItems = new Map(newest.map((item) => [item.key, item]));
  const kept = mine.flatMap((item) => {
    const before = baseItems.get(item.key);
    const now = newestItems.get(item.key);
    if (now) return [rebaseFields(item, before ?? now, now)];
    if (!item.isStored) return [item];
    if (item.isRemoved || isSame(item, before)) return [];
    return [asNew(item)];
  });
  const mineKeys = new Set(mine.map(({ key }) => key));
  return [...kept, ...newest.filter(({ key }) => !mineKeys.has(key))];
}

/**
 * Applies the user's changes to what someone else has saved meanwhile.
 * @param base what the user's changes were made to
 */
export function rebaseDraft(mine: SetupDraft, base: SetupDraft, newest: SetupDraft): SetupDraft {
  const isSameBrand = mine.brand.key === newest.brand.key;
  return {
    client:
      mine.client && base.client && newest.client
        ? rebaseFields(mine.client, base.client, newest.client)
        : newest.client,
    site: rebaseFields(mine.site, base.site, newest.site),
    brand: isSameBrand ? rebaseFields(mine.brand, base.brand, newest.brand) : newest.brand,
    competitors: rebaseItems(
      mine.competitors,
      base.competitors,
      newest.competitors,
      (brand): DraftBrand => ({ ...brand, key: createId(), id: null, isStored: false }),
    ),
    questions: rebaseItems(
      mine.questions,
      base.questions,
      newest.questions,
      (question): DraftQuestion => ({
        ...question,
        key: createId(),
        isStored: false,
        hasAnswers: false,
      }),
    ),
    pasted: mine.pasted,
  };
}
