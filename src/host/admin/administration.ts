import type { ImportProgress, ImportSummary } from '../../service/import/import.ts';
import { importInThread } from '../../service/import/import-in-thread.ts';
import type { AuditQuery, AuditRecord } from '../../service/store/audit.ts';
import type { Store, StoreCheck } from '../../service/store/store.ts';
import { type KeyAdministration, keyAdministrationOf } from './key-administration.ts';

export interface ImportDone extends ImportSummary {
  /** Most memory, in bytes, that the process which did the import ever held. */
  peakMemory: number;
}

/** The operator's work on a store, done in this process or by the host that holds the store. */
export interface Administration extends KeyAdministration {
  /**
   * @param path absolute, readable by the process that does the work.
   * @param signal ends the import, unless it is already being made visible.
   * @throws AdministrationError, with every fault told, when nothing was imported.
   */
  importFile(
    path: string,
    account: string | null,
    onProgress: (progress: ImportProgress) => void,
    signal?: AbortSignal,
  ): Promise<ImportDone>;
  /** The newest lines of the audit trail that match, oldest first. */
  audit(query: AuditQuery): Promise<readonly AuditRecord[]>;
  /** Reads everything in the store and says what is damaged. */
  check(): Promise<StoreCheck>;
}

/**
 * Does the work in this process.
 * @param options.clock milliseconds since the epoch, by which keys are made, revoked and expire.
 * @param options.isServing whether this process goes on to answer calls, by what it holds in memory.
 */
export function administrationOf(
  store: Store,
  { clock = Date.now, isServing = false }: { clock?: () => number; isServing?: boolean } = {},
): Administration {
  return {
    async importFile(path, account, onProgress, signal = new AbortController().signal) {
      const summary = await importInThread(store, { path, account }, { onProgress, signal });
      return { ...summary, peakMemory: process.resourceUsage().maxRSS * 1024 };
    },
    audit: (query) => store.audit(query),
    check: () => store.check(),
    ...keyAdministrationOf(store, { clock, isServing }),
  };
}
