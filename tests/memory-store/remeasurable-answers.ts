import type { TextCount } from '../../src/service/store/scan-rows.ts';
import {
  type AnswerIdentity,
  type AnswerRecord,
  type RemeasurableAnswer,
  remeasurableAnswersPerPage,
} from '../../src/service/store/store.ts';
import { answerIdOf, type Tables } from './tables.ts';

/** Implements `ImportLookups.textCounts`. */
export function textCountsOf(tables: Tables, siteIds: readonly string[]): TextCount[] {
  const answers = [...tables.answers.values()].filter(({ siteId }) => siteIds.includes(siteId));
  return [...Map.groupBy(answers, ({ scanId }) => scanId)].map(([scanId, answersOfScan]) => ({
    siteId: answersOfScan[0]?.siteId ?? '',
    scanId,
    answers: answersOfScan.length,
    texts: answersOfScan.filter(({ evidence }) => typeof evidence?.text === 'string').length,
  }));
}

/** Implements `ImportWriter.readRemeasurableAnswers`. */
export function remeasurableAnswersOf(
  tables: Tables,
  siteId: string,
  after: AnswerIdentity | null,
  replacements: readonly AnswerRecord[],
): RemeasurableAnswer[] {
  const replaced = new Set(replacements.map(answerIdOf));
  const answers = [...tables.answers.values()].flatMap(({ evidence, ...answer }) => {
    const text = evidence?.text ?? null;
    const isRemeasurable =
      answer.siteId === siteId && text !== null && !replaced.has(answerIdOf(answer));
    return isRemeasurable ? [{ ...answer, text, citations: evidence?.citations ?? [] }] : [];
  });
  const start = after
    ? 1 + answers.findIndex((answer) => answerIdOf(answer) === answerIdOf(after))
    : 0;
  return answers.slice(start, start + remeasurableAnswersPerPage);
}
