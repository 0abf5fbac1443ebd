import type { MessagePort } from 'node:worker_threads';
import type { Catalogue } from '../records/catalogue.ts';
import type { NoteRecord, RemovedRecord } from '../store/records.ts';
import type {
  AnswerIdentity,
  AnswerRecord,
  ImportLookups,
  ImportSettings,
  Remeasurement,
} from '../store/store.ts';
import type { ImportFault } from './faults.ts';
import type { ImportProgress, ImportSummary } from './import.ts';
import type { UnreadableCause } from './input.ts';

/** A file for a worker to import. */
export interface FileJob {
  /** Absolute path of the file. */
  path: string;
  /** The account for clients and sites that do not name one; if null, `Owners` chooses it. */
  account: string | null;
  /** Whether to store the texts of answers. */
  keepsTexts: boolean;
  /** Whether its records get new IDs: see `withNewIds`. */
  hasNewIds: boolean;
}

/** Records in memory for a worker to import. */
export interface RecordsJob {
  /** The name to show in messages. */
  name: string;
  /** With the fields of the lines of a file; the worker asks for them, in slices. */
  records: readonly object[];
  /** As for `importMeasurements`. */
  isTyped: boolean;
}

/** An import for a worker to run: a file, records that it asks for, or a site to measure again by new rules (see `measureSite`). */
export type ImportJob = FileJob | Omit<RecordsJob, 'records'> | { siteId: string };

export type LookupName = Exclude<keyof ImportLookups, 'accounts'>;

/**
 * A call to the store, which stays in the serving thread. The worker makes one call at a time, except that it may look
 * something up or read a page of stored answers while a batch is being stored.
 */
export type StoreCall =
  | { name: 'records' | 'accounts' | 'commit' }
  | { name: 'beginImport'; settings: ImportSettings | undefined }
  | { name: 'lookup'; table: LookupName; ids: readonly string[] }
  | { name: 'removeRecords'; records: readonly RemovedRecord[] }
  /** Sends one slice of the catalogue, which is written once the last slice has arrived. */
  | { name: 'writeCatalogue'; slice: Catalogue; isLast: boolean }
  | { name: 'writeNotes'; notes: readonly NoteRecord[] }
  | { name: 'readRemeasurableAnswers'; siteId: string; after: AnswerIdentity | null }
  | { name: 'replaceMeasurements'; rows: readonly Remeasurement[] }
  | { name: 'writeAnswers'; rows: readonly AnswerRecord[] };

/** A slice of the rows that a call returns, small enough to block neither thread. The last one is empty. */
export interface Reply<T> {
  rows: readonly T[];
  isLast: boolean;
}

export type WorkerMessage =
  | { kind: 'progress'; progress: ImportProgress }
  /** A failed call gets no reply: it ends the worker. */
  | { kind: 'call'; call: StoreCall; reply: MessagePort }
  /** Null if a site was measured again. */
  | { kind: 'done'; result: ImportSummary | null }
  | { kind: 'refused'; faults: readonly ImportFault[] }
  | { kind: 'unreadable'; message: string; cause: UnreadableCause };

/** The maximum number of rows in a reply, and of each table in a slice of the catalogue. */
export const recordsPerSlice = 200;
