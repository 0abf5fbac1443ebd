import type { SetupJob, SetupMentions } from '../../contract/sightline/setup.ts';
import { countText } from '../../figures/formats/counts.ts';
import { isolate } from '../../figures/text/isolate.ts';
import { pageLocale } from '../locale.ts';

/** What the stored answers say about one brand, in words. */
export interface BrandWords {
  /** "Named in 212 of 1,840 answers, since 3 May 2026"; null if unknown. */
  occurrence: string | null;
  /** Spellings in the answers that nearly equal one of the brand, each with where it occurs. */
  nearMisses: readonly { spelling: string; occurrence: string }[];
}

/** A brand that the answers name and nobody has set up. */
export interface DiscoveredBrand {
  id: string;
  name: string;
  /** "in 212 of 1,840 answers, since 3 May 2026" */
  occurrence: string;
}

type BrandMentions = SetupMentions['brands'][number];
type NearMiss = SetupMentions['nearMisses'][number];

const format = (count: number): string => countText(count, pageLocale());

/** A UTC day: "3 May 2026". */
const formatDay = (instant: number): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(instant);

/** "in 212 of 1,840 answers, since 3 May 2026"; "in no answer yet" */
function describeOccurrence({ answers, firstAt }: BrandMentions, total: number): string {
  if (!answers) return total === 0 ? 'in no answer yet' : `in none of ${format(total)} answers`;
  const first = Date.parse(firstAt ?? '');
  const since = Number.isNaN(first) ? '' : `, since ${formatDay(first)}`;
  return `in ${format(answers)} of ${format(total)} answers${since}`;
}

/** "in 31 of the 2,000 newest answers" */
function describeNearMiss({ spelling, answers }: NearMiss, textsRead: number | null): string {
  const isInLowerCase = spelling !== null && /\p{Ll}/u.test(spelling) && !/\p{Lu}/u.test(spelling);
  const doubt = isInLowerCase ? ', perhaps as an ordinary word' : '';
  return `in ${format(answers ?? 0)} of the ${format(textsRead ?? 0)} newest answers${doubt}`;
}

const noWords: BrandWords = { occurrence: null, nearMisses: [] };

/** What the answers say about each brand by its ID, and the brands that were discovered in them. */
export function readMentionWords(mentions: SetupMentions | undefined): {
  wordsOf: (brandId: string) => BrandWords;
  discovered: DiscoveredBrand[];
} {
  if (!mentions) return { wordsOf: () => noWords, discovered: [] };
  const total = mentions.answers ?? 0;
  const words = new Map(
    mentions.brands.map((brand): [string, BrandWords] => [
      brand.brandId,
      {
        occurrence: total === 0 ? null : `Named ${describeOccurrence(brand, total)}.`,
        nearMisses: mentions.nearMisses
          .filter(({ brandId }) => brandId === brand.brandId)
          .map((nearMiss) => ({
            spelling: nearMiss.spelling ?? '',
            occurrence: describeNearMiss(nearMiss, mentions.textsRead),
          })),
      },
    ]),
  );
  return {
    wordsOf: (brandId) => words.get(brandId) ?? noWords,
    discovered: mentions.brands
      .filter(({ role, name }) => role === 'discovered' && name !== null)
      .map((brand) => ({
        id: brand.brandId,
        name: brand.name ?? '',
        occurrence: describeOccurrence(brand, total),
      })),
  };
}

/** What the answers say about the changed brands once a save has ended, in sentences. */
export const describeOutcome = ({ mentions, answers }: SetupJob): string[] =>
  mentions.map(
    (brand) =>
      `${isolate(brand.name ?? 'A brand')} is named ${describeOccurrence(brand, answers ?? 0)}.`,
  );
