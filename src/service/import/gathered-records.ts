import type { PatchableType, PatchOf, RecordOf } from './records.ts';

/** A record of the source and its line number. */
export interface RecordWithLine<T> {
  record: T;
  line: number;
}
export type RecordsById<T> = Map<string, RecordWithLine<T>>;

/** The numbers of a scan's answers in the source: all of them, and those without mentions. */
export interface AnswerTotals {
  answers: number;
  measured: number;
}

/** The last record for each type and ID, and, in place of answers, the IDs of the scans and prompts they refer to. */
export interface GatheredRecords {
  accounts: RecordsById<RecordOf<'account'>>;
  clients: RecordsById<RecordOf<'client'>>;
  sites: RecordsById<RecordOf<'site'>>;
  brands: RecordsById<RecordOf<'brand'>>;
  prompts: RecordsById<RecordOf<'prompt'>>;
  scans: RecordsById<RecordOf<'scan'>>;
  recommendations: RecordsById<RecordOf<'recommendation'>>;
  answeredScans: Map<string, AnswerTotals>;
  answeredPromptIds: Set<string>;
  /** Changes to records that the source does not contain. */
  patches: { readonly [T in PatchableType]: RecordsById<PatchOf<T>> };
  /** The line of each removal, by type and ID. */
  removals: { readonly [T in PatchableType]: Map<string, number> };
  /** How many records replaced an earlier one, and the lines of the first of them. */
  repeatCount: number;
  repeats: { line: number; earlierLine: number }[];
}

export const createGatheredRecords = (): GatheredRecords => ({
  accounts: new Map(),
  clients: new Map(),
  sites: new Map(),
  brands: new Map(),
  prompts: new Map(),
  scans: new Map(),
  recommendations: new Map(),
  answeredScans: new Map(),
  answeredPromptIds: new Set(),
  patches: {
    account: new Map(),
    client: new Map(),
    site: new Map(),
    brand: new Map(),
    prompt: new Map(),
    scan: new Map(),
    recommendation: new Map(),
  },
  removals: {
    account: new Map(),
    client: new Map(),
    site: new Map(),
    brand: new Map(),
    prompt: new Map(),
    scan: new Map(),
    recommendation: new Map(),
  },
  repeatCount: 0,
  repeats: [],
});
