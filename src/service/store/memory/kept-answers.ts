import type { AnswerKey, KeptAnswer, TextCount } from '../store.ts';
import type { Tables } from './tables.ts';

/** As `ImportLookups.textCounts` specifies. */
export function textCountsOf(tables: Tables, siteIds: readonly string[]): TextCount[] {
  const answers = [...tables.answers.values()].filter(({ siteId }) => siteIds.includes(siteId));
  return [...Map.groupBy(answers, ({ scanId }) => scanId)].map(([scanId, ofScan]) => ({
    scanId,
    answers: ofScan.length,
    texts: ofScan.filter(({ evidence }) => typeof evidence?.text === 'string').length,
  }));
}

/** As `ImportLookups.keptAnswers` specifies: all answers at once. */
export function keptAnswersOf(
  tables: Tables,
  scanId: string,
  after: AnswerKey | null,
): KeptAnswer[] {
  if (after) return [];
  return [...tables.answers.values()]
    .filter((answer) => answer.scanId === scanId)
    .map(({ evidence, ...answer }) => ({ ...answer, text: evidence?.text ?? null }));
}
