import type { RecordOf } from './records.ts';

/** A record of the source and its line number. */
export interface Lined<T> {
  record: T;
  line: number;
}
export type Held<T> = Map<string, Lined<T>>;

/** The last record of each ID other than answers, and the IDs that answers refer to. */
export interface Gathered {
  accounts: Held<RecordOf<'account'>>;
  clients: Held<RecordOf<'client'>>;
  sites: Held<RecordOf<'site'>>;
  brands: Held<RecordOf<'brand'>>;
  prompts: Held<RecordOf<'prompt'>>;
  scans: Held<RecordOf<'scan'>>;
  recommendations: Held<RecordOf<'recommendation'>>;
  answeredScans: Set<string>;
  answeredPrompts: Set<string>;
}

export const nothingGathered = (): Gathered => ({
  accounts: new Map(),
  clients: new Map(),
  sites: new Map(),
  brands: new Map(),
  prompts: new Map(),
  scans: new Map(),
  recommendations: new Map(),
  answeredScans: new Set(),
  answeredPrompts: new Set(),
});
