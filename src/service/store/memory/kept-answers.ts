import {
  type AnswerKey,
  type AnswerRecord,
  type KeptAnswer,
  keptAnswersPerPage,
  type TextCount,
} from '../store.ts';
import { answerId, type Tables } from './tables.ts';

/** As `ImportLookups.textCounts` specifies. */
export function textCountsOf(tables: Tables, siteIds: readonly string[]): TextCount[] {
  const answers = [...tables.answers.values()].filter(({ siteId }) => siteIds.includes(siteId));
  return [...Map.groupBy(answers, ({ scanId }) => scanId)].map(([scanId, ofScan]) => ({
    scanId,
    answers: ofScan.length,
    texts: ofScan.filter(({ evidence }) => typeof evidence?.text === 'string').length,
  }));
}

/** As `ImportWriter.keptAnswers` specifies, without the answers that replace stored ones. */
export function keptAnswersOf(
  tables: Tables,
  scanId: string,
  after: AnswerKey | null,
  replacing: readonly AnswerRecord[],
): KeptAnswer[] {
  const replaced = new Set(replacing.map(answerId));
  const answers = [...tables.answers.values()].filter(
    (answer) => answer.scanId === scanId && !replaced.has(answerId(answer)),
  );
  const start = after ? 1 + answers.findIndex((answer) => isSame(answer, after)) : 0;
  return answers
    .slice(start, start + keptAnswersPerPage)
    .map(({ evidence, ...answer }) => ({ ...answer, text: evidence?.text ?? null }));
}

const isSame = (one: AnswerKey, other: AnswerKey): boolean =>
  one.promptId === other.promptId &&
  one.platform === other.platform &&
  one.region === other.region &&
  one.run === other.run;
