import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { AnswerPosition, AnswerSearch } from './store.ts';

/** The search that finds every answer. */
export const everyAnswerSearch: AnswerSearch = {
  promptId: [],
  ...plainClassifications.byParameter(() => []),
  category: [],
  ...labelledClassifications.byParameter(() => []),
  mentionsTracked: null,
  platform: [],
  region: [],
  startDate: null,
  endDate: null,
  scanId: [],
  mentions: [],
  mentionsNot: [],
  domain: [],
  citedPage: [],
  words: [],
};

/** Compares by UTF-8 bytes, as ClickHouse does. */
const compareBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Compares answers in the order of lists: newest scan first, then by prompt ID, platform, region and run. */
export const compareAnswers = (a: AnswerPosition, b: AnswerPosition): number =>
  b.at - a.at ||
  compareBytes(b.scanId, a.scanId) ||
  compareBytes(a.promptId, b.promptId) ||
  compareBytes(a.platform, b.platform) ||
  compareBytes(a.region, b.region) ||
  a.run - b.run;
