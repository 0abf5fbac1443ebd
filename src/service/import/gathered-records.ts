import { byTable, type CatalogueTable, type GivenIn } from '../records/catalogue.ts';
import { type PatchableType, type PatchOf, patchableTypes, type RecordOf } from './records.ts';

/** A record of the input and its line number. */
export interface RecordWithLine<T> {
  record: T;
  line: number;
}
export type RecordsById<T> = Map<string, RecordWithLine<T>>;

/** The numbers of a scan's answers in the input: all of them, and those without mentions. */
export interface AnswerTotals {
  answers: number;
  measured: number;
}

/** The last record for each type and ID, and, in place of answers, the IDs of the scans and prompts they refer to. */
export type GatheredRecords = { readonly [T in CatalogueTable]: RecordsById<GivenIn<T>> } & {
  readonly notes: RecordsById<RecordOf<'note'>>;
  readonly answeredScans: Map<string, AnswerTotals>;
  readonly answeredPromptIds: Set<string>;
  /** Changes to records that the input does not contain. */
  readonly patches: { readonly [T in PatchableType]: RecordsById<PatchOf<T>> };
  /** The line of each removal, by type and ID. */
  readonly removals: Readonly<Record<PatchableType, Map<string, number>>>;
  /** How many records replaced an earlier one, and the lines of the first of them. */
  repeatCount: number;
  readonly repeats: { line: number; earlierLine: number }[];
};

const byType = <V>(createValue: () => V): Record<PatchableType, V> =>
  Object.fromEntries(patchableTypes.map((type) => [type, createValue()])) as Record<
    PatchableType,
    V
  >;

export const createGatheredRecords = (): GatheredRecords => ({
  ...byTable(() => new Map<string, never>()),
  notes: new Map(),
  answeredScans: new Map(),
  answeredPromptIds: new Set(),
  patches: byType(() => new Map<string, never>()),
  removals: byType(() => new Map<string, number>()),
  repeatCount: 0,
  repeats: [],
});
