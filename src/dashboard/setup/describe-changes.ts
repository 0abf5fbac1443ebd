import { countQuestions } from './count-questions.ts';
import { describeClientChanges, quote } from './describe-client.ts';
import { describeScanSettingsChanges } from './describe-scan-settings.ts';
import type { DraftBrand, DraftQuestion, SetupDraft } from './draft.ts';
import { isSame } from './is-same.ts';

/** What was added to a list of texts or removed from it: "Added the spellings “A” and “B” of “Name”". */
function listTexts(verb: string, noun: string, texts: readonly string[], owner: string): string[] {
  if (texts.length === 0) return [];
  const words = new Intl.ListFormat('en').format(texts.map(quote));
  return [`${verb} the ${noun}${texts.length === 1 ? '' : 's'} ${words} of ${quote(owner)}`];
}

const without = (texts: readonly string[], others: readonly string[]): string[] =>
  texts.filter((text) => !others.includes(text));

function describeBrand(before: DraftBrand, now: DraftBrand): string[] {
  const { name } = now;
  const isRenamed = before.name !== name;
  const spellingsOf = (brand: DraftBrand) => [
    ...(brand.isNameCounted ? [brand.name] : []),
    ...brand.aliases,
  ];
  const [earlier, current] = [spellingsOf(before), spellingsOf(now)];
  // A new name is named as one already.
  const added = without(current, isRenamed ? [...earlier, name] : earlier);
  return [
    ...(isRenamed ? [`Renamed ${quote(before.name)} to ${quote(name)}`] : []),
    ...listTexts('Added', 'spelling', added, name),
    ...listTexts('Removed', 'spelling', without(earlier, current), name),
    ...listTexts('Added', 'domain', without(now.domains, before.domains), name),
    ...listTexts('Removed', 'domain', without(before.domains, now.domains), name),
  ];
}

/** Names a few questions, and counts the rest. */
function listQuestions(verb: string, questions: readonly DraftQuestion[]): string[] {
  const [first] = questions;
  if (!first) return [];
  return questions.length === 1
    ? [`${verb} the question ${quote(first.text)}`]
    : [`${verb} ${countQuestions(questions.length)}, such as ${quote(first.text)}`];
}

function describeQuestions(
  before: readonly DraftQuestion[],
  now: readonly DraftQuestion[],
): string[] {
  const earlier = new Map(before.map((question) => [question.key, question]));
  const current = new Map(now.map((question) => [question.key, question]));
  const kept = now.flatMap((question) => {
    const old = earlier.get(question.key);
    return old ? [{ old, question }] : [];
  });
  const changed = (isChanged: (old: DraftQuestion, question: DraftQuestion) => boolean) =>
    kept.filter(({ old, question }) => isChanged(old, question)).map(({ question }) => question);
  const withoutRetired = ({ isRetired: _, ...question }: DraftQuestion) => question;
  return [
    ...listQuestions(
      'Added',
      now.filter(({ key }) => !earlier.has(key)),
    ),
    ...listQuestions(
      'Deleted',
      before.filter(({ key }) => !current.has(key)),
    ),
    ...listQuestions(
      'Retired',
      changed((old, question) => !old.isRetired && question.isRetired),
    ),
    ...listQuestions(
      'Brought back',
      changed((old, question) => old.isRetired && !question.isRetired),
    ),
    ...listQuestions(
      'Changed',
      changed((old, question) => {
        const [one, other] = [withoutRetired(old), withoutRetired(question)];
        // Whether a question has answers changes with every scan.
        return !isSame({ ...one, hasAnswers: false }, { ...other, hasAnswers: false });
      }),
    ),
  ];
}

/** Describes in short sentences what changed between two stored set-ups, for the user. */
export function describeChanges(before: SetupDraft, now: SetupDraft): string[] {
  const changes =
    before.client && now.client ? describeClientChanges(before.client, now.client) : [];
  if (before.site.name !== now.site.name)
    changes.push(`Renamed the site to ${quote(now.site.name)}`);
  if (before.site.url !== now.site.url) changes.push('Changed the website of the site');
  const earlierBrands = new Map(
    [before.brand, ...before.competitors].map((brand) => [brand.key, brand]),
  );
  const currentKeys = new Set([now.brand, ...now.competitors].map(({ key }) => key));
  for (const brand of [now.brand, ...now.competitors]) {
    const earlier = earlierBrands.get(brand.key);
    if (earlier) changes.push(...describeBrand(earlier, brand));
    else if (brand === now.brand) changes.push(`Made ${quote(brand.name)} the site’s brand`);
    else changes.push(`Added the competitor ${quote(brand.name)}`);
  }
  for (const brand of before.competitors) {
    if (!currentKeys.has(brand.key)) changes.push(`Removed the competitor ${quote(brand.name)}`);
  }
  changes.push(...describeQuestions(before.questions, now.questions));
  if (before.collection && now.collection)
    changes.push(...describeScanSettingsChanges(before.collection, now.collection));
  return changes;
}
