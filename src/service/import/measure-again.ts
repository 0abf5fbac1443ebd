import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMeasure } from '../measure/measure.ts';
import type {
  AnswerIdentity,
  ImportWriter,
  RemeasurableAnswer,
  Remeasurement,
} from '../store/store.ts';
import type { Plan } from './plan.ts';

type Measure = ReturnType<typeof createMeasure>;

const mentionsOf = ({ brandIds, sentiments }: Pick<Remeasurement, 'brandIds' | 'sentiments'>) =>
  brandIds.map((id, index) => ({ id, sentiment: sentiments[index] ?? null }));

/**
 * Measures an answer again. If the imported record listed the mentions, keeps them and adds only those of brands
 * imported later.
 */
function remeasure(
  { text, givenBrandIds, ...answer }: RemeasurableAnswer,
  measure: Measure,
): Remeasurement {
  const measured = measure(text);
  if (givenBrandIds === null) return { ...answer, ...measured };
  const knownIds = new Set(givenBrandIds);
  const mentions = [
    ...mentionsOf(answer).filter(({ id }) => knownIds.has(id)),
    ...mentionsOf(measured).filter(({ id }) => !knownIds.has(id)),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    ...answer,
    brandIds: mentions.map(({ id }) => id),
    sentiments: mentions.map(({ sentiment }) => sentiment),
  };
}

/**
 * Measures the stored texts of the plan's scans again, with the brands that their sites have after the import.
 * @param onAnswers called with the number of answers measured so far.
 * @returns the number of answers measured.
 */
export async function measureAgain(
  plan: Plan,
  writer: ImportWriter,
  onAnswers: (answers: number) => void,
): Promise<number> {
  let measuredCount = 0;
  for (const siteId of new Set(plan.scansToRemeasure.map((scan) => scan.siteId))) {
    const measure = createMeasure(plan.brandsOfSite.get(siteId) ?? []);
    let after: AnswerIdentity | null = null;
    do {
      const answers: readonly RemeasurableAnswer[] = await writer.readRemeasurableAnswers(
        siteId,
        after,
      );
      await writer.replaceMeasurements(answers.map((answer) => remeasure(answer, measure)));
      after = answers.at(-1) ?? null;
      measuredCount += answers.length;
      onAnswers(measuredCount);
      await nextTurn();
    } while (after !== null);
  }
  return measuredCount;
}
