import type { Citation } from '../records/answer.ts';
import type { PlannedAnswer } from './answers.ts';
import { createRandom } from './chance.ts';
import { citationsOf, retrievedPagesOf } from './citations.ts';
import { createEnglishWriter, writeInGerman } from './drafts.ts';
import { type SitePlan, valueAt } from './plan.ts';
import { queriesOf } from './queries.ts';
import { type Style, styles } from './styles.ts';

/** What a sample answer says and cites, and how the platform obtained it. */
export interface Evidence {
  text: string;
  citations: Citation[];
  model: string;
  searched: boolean;
  /** Empty if the platform did not search, or does not say for what. */
  queries: string[];
  /** What these searches found besides the citations. */
  retrieved: Citation[];
}

/** How many pages a search finds besides those that the answer cites. */
const maxRetrieved = 3;

/** A number within bounds. */
const drawCount = ([min, max]: readonly [min: number, max: number], chance: () => number): number =>
  min + Math.floor(chance() * (max - min + 1));

/** How a platform searches the web. */
export type SearchHabits = Pick<Style, 'searchShare' | 'citations' | 'queries'>;

/** How an answer comes about. */
interface Occasion {
  seed: number;
  /** 0 for the first scan, 1 for the last. */
  progress: number;
  /** Days from the scan to the last one. */
  age: number;
  /** What differs from how the platform usually searches. */
  habits?: Partial<SearchHabits>;
}

interface ScanPosition extends Pick<Occasion, 'progress' | 'age'> {
  /** The scan's number within its site. */
  scanNumber: number;
}

/**
 * Puts an answer's mentions in the order in which its text names the brands: a random one, in which a brand with twice
 * the visibility of another comes before it twice as often as after it.
 */
function inOrderOfMention(
  site: SitePlan,
  mentions: PlannedAnswer['mentions'],
  progress: number,
  chance: () => number,
): PlannedAnswer['mentions'] {
  const arrivals = new Map(
    mentions.map((mention) => {
      const brand = site.brands[mention.brandIndex];
      const visibility = brand ? valueAt(brand.visibility, progress) : 0;
      return [mention, -Math.log(1 - chance()) / Math.max(visibility, 1)];
    }),
  );
  return mentions.toSorted((a, b) => (arrivals.get(a) ?? 0) - (arrivals.get(b) ?? 0));
}

/**
 * Creates a function that writes an answer's evidence, always the same for the same answer and seed. Measuring the
 * written text finds exactly the answer's mentions and sentiments. Creating the function is slow, since it measures the
 * wording.
 */
export function createSeededEvidenceWriter() {
  const writeInEnglish = createEnglishWriter();

  return (
    site: SitePlan,
    answer: PlannedAnswer,
    { seed, progress, age, habits }: Occasion,
  ): Evidence => {
    const { promptIndex, platform, language } = answer;
    const subject = site.prompts[promptIndex]?.subject;
    if (!subject) throw new Error(`${site.name} has no prompt at index ${promptIndex}.`);
    const chance = createRandom(seed);
    const mentions = inOrderOfMention(site, answer.mentions, progress, createRandom(seed + 1));
    const orderedAnswer = { ...answer, mentions };

    const { layout, searchShare, models, ...limits } = { ...styles[platform], ...habits };
    const searched = chance() < searchShare;
    const count = searched ? drawCount(limits.citations, chance) : 0;
    const { citations, source } = citationsOf(site, answer, subject, { count, progress, chance });
    const wording =
      language === 'en'
        ? writeInEnglish(site, orderedAnswer, subject, chance)
        : writeInGerman(site, orderedAnswer, subject, chance);
    const model = models.findLast(([modelAge]) => age <= modelAge)?.[1] ?? '';
    const searchChance = createRandom(seed + 2);
    const queryCount = searched ? drawCount(limits.queries, searchChance) : 0;
    const queries = queriesOf(answer, subject, { count: queryCount, chance: searchChance });
    const retrieved = retrievedPagesOf(site, answer, subject, {
      count: queryCount === 0 ? 0 : drawCount([0, maxRetrieved], searchChance),
      progress,
      chance: searchChance,
      citations,
    });
    const text = layout({ ...wording, source, citations });
    return { text, citations, model, searched, queries, retrieved };
  };
}

export type EvidenceWriter = ReturnType<typeof createEvidenceWriter>;

/** Creates a function that writes the evidence of an answer of a planned scan; see `createSeededEvidenceWriter`. */
export function createEvidenceWriter() {
  const write = createSeededEvidenceWriter();
  return (
    site: SitePlan,
    answer: PlannedAnswer,
    { scanNumber, ...position }: ScanPosition,
  ): Evidence => {
    const { promptIndex, platform, run } = answer;
    const numbers = [scanNumber, promptIndex, site.platforms.indexOf(platform), run];
    const seed = numbers.reduce((sum, number) => 31 * sum + number, site.number);
    return write(site, answer, { ...position, seed });
  };
}
