import { foldedText } from '../../contract/sightline/setup.ts';
import { createId } from './create-id.ts';
import type { DraftBrand, DraftQuestion, SetupDraft } from './draft.ts';
import { isSame } from './is-same.ts';

/** An entry of a list in the form: a text, or a classification with a label. */
type Entry = string | { value: string; label: string };
type EntryList = readonly Entry[];

/** What makes two entries the same one, though they may be written differently. */
const identify = (entry: Entry): string =>
  foldedText(typeof entry === 'string' ? entry : entry.value);

/** Adds to the newest list what the user added, and takes from it what the user removed. */
function rebaseList(mine: EntryList, base: EntryList, newest: EntryList): EntryList {
  const isIn = (list: EntryList, entry: Entry) => list.some((other) => isSame(other, entry));
  const added = new Map(
    mine.filter((entry) => !isIn(base, entry)).map((entry) => [identify(entry), entry]),
  );
  const known = new Set(newest.map(identify));
  return [
    ...newest.flatMap((entry) => {
      const own = added.get(identify(entry));
      if (own !== undefined) return [own];
      return isIn(base, entry) && !isIn(mine, entry) ? [] : [entry];
    }),
    ...[...added].flatMap(([id, entry]) => (known.has(id) ? [] : [entry])),
  ];
}

/**
 * Of each field, takes the user's value if the user changed it, and otherwise the newest. In lists, entries that either
 * side added or removed are added or removed.
 */
export function rebaseFields<T extends object>(mine: T, base: T, newest: T): T {
  // The entries of an object have its keys, and the same field of each has the same type.
  const valueIn = (item: T, field: string) => item[field as keyof T];
  const changed = Object.entries(mine).flatMap(([field, value]) => {
    const [before, now] = [valueIn(base, field), valueIn(newest, field)];
    if (isSame(value, before)) return [];
    const isList = Array.isArray(value) && Array.isArray(before) && Array.isArray(now);
    return [[field, isList ? rebaseList(value, before, now) : value] as const];
  });
  return { ...newest, ...Object.fromEntries(changed) };
}

function rebaseBrand(mine: DraftBrand, base: DraftBrand, newest: DraftBrand): DraftBrand {
  const brand = rebaseFields(mine, base, newest);
  // If both renamed it, the other person's name would otherwise no longer count.
  const theirName = newest.storedName;
  const isRenamedTwice = newest.name !== base.name && newest.name !== brand.name;
  const aliases =
    isRenamedTwice && theirName !== null ? [...brand.aliases, theirName] : brand.aliases;
  return { ...brand, aliases: aliases.filter((alias) => alias !== brand.name.trim()) };
}

/** Of something that both added: what the other person entered, with the user's input where that is empty, and all entries of lists. */
function joinFields<T extends object>(mine: T, theirs: T): T {
  const joined = Object.entries(mine).flatMap(([field, value]) => {
    // The entries of an object have its keys.
    const their: unknown = theirs[field as keyof T];
    if (Array.isArray(value) && Array.isArray(their)) {
      return [[field, rebaseList(their, [], value)] as const];
    }
    return their === '' ? [[field, value] as const] : [];
  });
  return { ...theirs, ...Object.fromEntries(joined) };
}

/** How one kind of item is rebased. */
interface ItemKind<T> {
  /** What no two items may have in common after folding. */
  textOf: (item: T) => string;
  rebase: (mine: T, base: T, newest: T) => T;
  asNew: (item: T) => T;
}

const brandKind: ItemKind<DraftBrand> = {
  textOf: ({ name }) => name,
  rebase: rebaseBrand,
  asNew: (brand) => ({ ...brand, key: createId(), id: null, isStored: false, storedName: null }),
};
const questionKind: ItemKind<DraftQuestion> = {
  textOf: ({ text }) => text,
  rebase: rebaseFields,
  asNew: (question) => ({ ...question, key: createId(), isStored: false, hasAnswers: false }),
};

/**
 * Of each item, takes the fields that the user changed and the rest of the newest. An item that someone else deleted is
 * deleted, unless the user changed it: then it is a new one. Of an item that both added, theirs is kept.
 */
function rebaseItems<T extends DraftBrand | DraftQuestion>(
  mine: readonly T[],
  base: readonly T[],
  newest: readonly T[],
  { textOf, rebase, asNew }: ItemKind<T>,
): T[] {
  const baseItems = new Map(base.map((item) => [item.key, item]));
  const newestItems = new Map(newest.map((item) => [item.key, item]));
  const mineKeys = new Set(mine.map(({ key }) => key));
  const theirs = newest.filter(({ key }) => !mineKeys.has(key));
  const ownByText = new Map<string, T>();
  const theirTexts = new Set(theirs.map((item) => foldedText(textOf(item))));
  const keepNew = (item: T): T[] => {
    const text = foldedText(textOf(item));
    if (text === '' || !theirTexts.has(text)) return [item];
    ownByText.set(text, item);
    return [];
  };
  const kept = mine.flatMap((item) => {
    const before = baseItems.get(item.key);
    const now = newestItems.get(item.key);
    if (now) return [before ? rebase(item, before, now) : joinFields(item, now)];
    if (!item.isStored) return keepNew(item);
    if (item.isRemoved || isSame(item, before)) return [];
    return keepNew(asNew(item));
  });
  const added = theirs.map((item) => {
    const own = ownByText.get(foldedText(textOf(item)));
    return own ? joinFields(own, item) : item;
  });
  return [...kept, ...added];
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
    brand: isSameBrand ? rebaseBrand(mine.brand, base.brand, newest.brand) : newest.brand,
    competitors: rebaseItems(mine.competitors, base.competitors, newest.competitors, brandKind),
    questions: rebaseItems(mine.questions, base.questions, newest.questions, questionKind),
    pasted: mine.pasted,
    collection:
      mine.collection && base.collection && newest.collection
        ? rebaseFields(mine.collection, base.collection, newest.collection)
        : newest.collection,
  };
}
