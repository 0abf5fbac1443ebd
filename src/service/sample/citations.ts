import { capitalise } from '../../figures/text/capitalise.ts';
import type { Citation } from '../records/answer.ts';
import type { PlannedAnswer } from './answers.ts';
import type { BrandPlan, SitePlan, ThirdParty } from './plan.ts';
import type { Subject } from './wording/language.ts';

/** The probabilities that an answer cites a brand's website if it mentions the brand, and if it does not. */
const chanceIfMentioned = 0.45;
const chanceIfNotMentioned = { tracked: 0.12, competitor: 0.05, discovered: 0.02 } as const;

const brandPages = ['', '/help', '/guide', '/compare'];
const thirdPartyPages = ['', '/guide', '/reviews', '/questions', '/tests'];

const pickOne = <T>(list: readonly T[], chance: () => number): T | undefined =>
  list[Math.floor(chance() * list.length)];

function createBrandPage(
  { name, domains }: BrandPlan,
  { slug, range }: Subject,
  chance: () => number,
) {
  // Mostly the website itself, and sometimes another domain of the brand.
  const domain = chance() < 0.85 ? domains[0] : domains.at(-1);
  const url = `https://www.${domain}/${slug}${pickOne(brandPages, chance)}`;
  return { url, title: `${capitalise(range)} | ${name}` };
}

function createThirdPartyPage(
  { host, name, language }: ThirdParty,
  subject: Subject,
  chance: () => number,
) {
  const url = `https://${host}/${subject.slug}${pickOne(thirdPartyPages, chance)}`;
  const topic = subject.topic[language];
  return { url, title: topic === undefined ? name : `${capitalise(topic)} | ${name}` };
}

/** The third parties that an answer may cite, each with its weight at this time. */
function findThirdParties(site: SitePlan, answer: PlannedAnswer, progress: number) {
  const roles = answer.mentions.map(({ brandIndex }) => site.brands[brandIndex]?.role);
  const isAboutCompetitors = roles.includes('competitor') && !roles.includes('tracked');
  return site.thirdParties.flatMap((party) => {
    if (party.isCitedOnlyForCompetitors && !isAboutCompetitors) return [];
    // Answers cite pages in their own language, and a few in English.
    if (party.language !== answer.language && party.language !== 'en') return [];
    const [first, last] = party.weight;
    const languageFactor = party.language === answer.language ? 1 : 0.2;
    return [{ party, weight: languageFactor * (first + progress * (last - first)) }];
  });
}

/** Removes and returns a third party, chosen at random by weight. */
function takeThirdParty(remaining: ReturnType<typeof findThirdParties>, chance: () => number) {
  let weightToSkip = chance() * remaining.reduce((sum, { weight }) => sum + weight, 0);
  const index = remaining.findIndex(({ weight }) => {
    weightToSkip -= weight;
    return weightToSkip < 0;
  });
  return remaining.splice(Math.max(index, 0), 1)[0]?.party;
}

interface CitationOptions {
  count: number;
  /** From 0 at the first scan to 1 at the last. */
  progress: number;
  chance: () => number;
}

/** Pages of third parties that a search found besides the cited ones, one per website. */
export function retrievedPagesOf(
  site: SitePlan,
  answer: PlannedAnswer,
  subject: Subject,
  { count, progress, chance, citations }: CitationOptions & { citations: readonly Citation[] },
): Citation[] {
  const remaining = findThirdParties(site, answer, progress).filter(
    ({ party }) => !citations.some(({ url }) => url.startsWith(`https://${party.host}/`)),
  );
  const pages: Citation[] = [];
  while (pages.length < count && remaining.length > 0) {
    const party = takeThirdParty(remaining, chance);
    if (party) pages.push(createThirdPartyPage(party, subject, chance));
  }
  return pages;
}

/**
 * The pages of brands and third parties that an answer cites, one per website. `source` is one of the third parties'
 * pages; null if there is none.
 */
export function citationsOf(
  site: SitePlan,
  answer: PlannedAnswer,
  subject: Subject,
  { count, progress, chance }: CitationOptions,
): { citations: Citation[]; source: Citation | null } {
  if (count === 0) return { citations: [], source: null };
  const mentionedIndexes = new Set(answer.mentions.map(({ brandIndex }) => brandIndex));
  const citations: Citation[] = site.brands
    .filter(
      ({ role }, brandIndex) =>
        chance() <
        (mentionedIndexes.has(brandIndex) ? chanceIfMentioned : chanceIfNotMentioned[role]),
    )
    .map((brand) => createBrandPage(brand, subject, chance))
    .slice(0, count);

  const remaining = findThirdParties(site, answer, progress);
  let source: Citation | null = null;
  while (citations.length < count && remaining.length > 0) {
    const party = takeThirdParty(remaining, chance);
    if (!party) break;
    const page = createThirdPartyPage(party, subject, chance);
    source ??= page;
    // Mixes the pages of third parties with those of brands.
    citations.splice(Math.floor(chance() * (citations.length + 1)), 0, page);
  }
  return { citations, source };
}
