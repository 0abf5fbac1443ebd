import { countQuestions } from './count-questions.ts';
import type { DraftBrand, DraftQuestion, SetupDraft } from './draft.ts';
import { isSame } from './is-same.ts';

const quote = (text: string): string => `“${text}”`;

function describeBrand(before: DraftBrand, now: DraftBrand): string[] {
  const name = quote(now.name);
  return [
    ...(before.name === now.name ? [] : [`Renamed ${quote(before.name)} to ${name}`]),
    ...(isSame(before.aliases, now.aliases) && before.isNameCounted === now.isNameCounted
      ? []
      : [`Changed the spellings of ${name}`]),
    ...(isSame(before.domains, now.domains) ? [] : [`Changed the domains of ${name}`]),
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
  const changes: string[] = [];
  if (before.client && now.client && !isSame(before.client, now.client)) {
    changes.push('Changed the client’s details');
  }
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
  return changes;
}
