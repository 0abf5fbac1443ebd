import type { TextCount } from '../scan-rows.ts';
import {
  type AnswerIdentity,
  type AnswerRecord,
  type KeptAnswer,
  keptAnswersPerPage,
} from '../store.ts';
import { answerId, type Tables } from './tables.ts';

/** Implements `ImportLookups.textCounts`. */
export function textCountsOf(tables: Tables, siteIds: readonly string[]): TextCount[] {
  const answers = [...tables.answers.values()].filter(({ siteId }) => siteIds.includes(siteId));
  return [...Map.groupBy(answers, ({ scanId }) => scanId)].map(([scanId, ofScan]) => ({
    siteId: ofScan[0]?.siteId ?? '',
    scanId,
    answers: ofScan.length,
    texts: ofScan.filter(({ evidence }) => typeof evidence?.text === 'string').length,
  }));
}

/** Implements `ImportWriter.keptAnswers`. */
export function keptAnswersOf(
  tables: Tables,
  siteId: string,
  after: AnswerIdentity | null,
  replacements: readonly AnswerRecord[],
): KeptAnswer[] {
  const replaced = new Set(replacements.map(answerId));
  const kept = [...tables.answers.values()].flatMap(({ evidence, ...answer }) => {
    const text = evidence?.text ?? null;
    const isKept = answer.siteId === siteId && text !== null && !replaced.has(answerId(answer));
    return isKept ? [{ ...answer, text }] : [];
  });
  const start = after ? 1 + kept.findIndex((answer) => answerId(answer) === answerId(after)) : 0;
  return kept.slice(start, start + keptAnswersPerPage);
}
