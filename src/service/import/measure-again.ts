import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMeasure } from '../measure/measure.ts';
import type { AnswerPlace, ImportWriter, KeptAnswer, Remeasurement } from '../store/store.ts';
import type { Plan } from './plan.ts';

type Measure = ReturnType<typeof createMeasure>;

const mentionsOf = ({ brandIds, sentiments }: Pick<Remeasurement, 'brandIds' | 'sentiments'>) =>
  brandIds.map((id, at) => ({ id, sentiment: sentiments[at] ?? null }));

/** Measures an answer again: given mentions stay, and all others are found in the text. */
function remeasure(
  { text, givenBrandIds, ...answer }: KeptAnswer,
  measure: Measure,
): Remeasurement {
  const found = measure(text);
  if (givenBrandIds === null) return { ...answer, ...found };
  const given = new Set(givenBrandIds);
  const mentions = [
    ...mentionsOf(answer).filter(({ id }) => given.has(id)),
    ...mentionsOf(found).filter(({ id }) => !given.has(id)),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    ...answer,
    brandIds: mentions.map(({ id }) => id),
    sentiments: mentions.map(({ sentiment }) => sentiment),
  };
}

/**
 * Searches the stored texts of the plan's scans for the brands of their sites as the import leaves them.
 * @param onAnswers called with the number of answers measured so far.
 */
export async function measureAgain(
  plan: Plan,
  writer: ImportWriter,
  onAnswers: (answers: number) => void,
): Promise<void> {
  let measuredAnswers = 0;
  for (const siteId of new Set(plan.scansToRemeasure.map((scan) => scan.siteId))) {
    const measure = createMeasure(plan.brandsOfSite.get(siteId) ?? []);
    let after: AnswerPlace | null = null;
    do {
      const answers: readonly KeptAnswer[] = await writer.keptAnswers(siteId, after);
      await writer.replaceMeasurements(answers.map((answer) => remeasure(answer, measure)));
      after = answers.at(-1) ?? null;
      measuredAnswers += answers.length;
      onAnswers(measuredAnswers);
      await nextTurn();
    } while (after !== null);
  }
}
