import type { MessagePort } from 'node:worker_threads';
import type { AnswerRecord, Catalogue, ImportLookups } from '../store/store.ts';
import type { ImportFault } from './faults.ts';
import type { ImportProgress, ImportSummary } from './import.ts';

/** What the worker imports. */
export interface ImportJob {
  /** Absolute path of the file. */
  path: string;
  /** Account of clients and sites that name none; null for the only one. */
  account: string | null;
}

export type LookupName = Exclude<keyof ImportLookups, 'accounts'>;

/** What the worker needs of the store, which stays in the serving thread. One call at a time. */
export type StoreCall =
  | { name: 'accounts' | 'beginImport' | 'commit' }
  | { name: 'lookup'; table: LookupName; ids: readonly string[] }
  /** One slice of the catalogue; the last completes it. */
  | { name: 'catalogue'; slice: Catalogue; last: boolean }
  | { name: 'answers'; rows: readonly AnswerRecord[] };

/** The rows a call gives, in slices that take neither thread long. A call without a result sends no rows. */
export interface Reply<T> {
  rows: readonly T[];
  last: boolean;
}

export type FromWorker =
  | { kind: 'progress'; progress: ImportProgress }
  /** A failed call gets no reply: it ends the worker. */
  | { kind: 'call'; call: StoreCall; reply: MessagePort }
  | { kind: 'done'; summary: ImportSummary }
  | { kind: 'refused'; faults: readonly ImportFault[] }
  | { kind: 'unreadable'; message: string };

/** Records copied between the threads at once. */
export const recordsASlice = 200;
