import type { ImportProgress, ImportSummary } from '../../service/import/import.ts';
import { importInThread } from '../../service/import/import-in-thread.ts';
import type { AuditQuery, AuditRecord } from '../../service/store/audit.ts';
import type { Store, StoreCheck } from '../../service/store/store.ts';
import { type KeyAdministration, keyAdministrationOf } from './key-administration.ts';

/** An operator's commands on a store, carried out in this process or by the host that holds the store. */
export interface Administration extends KeyAdministration {
  /**
   * @param path absolute, readable by the process that does the import.
   * @param signal stops the import, unless the import is already becoming visible.
   * @throws ImportRefused or UnreadableSource when nothing was imported; the running host's as AdministrationError.
   */
  importFile(
    path: string,
    account: string | null,
    onProgress: (progress: ImportProgress) => void,
    signal?: AbortSignal,
  ): Promise<ImportSummary>;
  /** The newest matching lines of the audit trail, oldest first. */
  audit(query: AuditQuery): Promise<readonly AuditRecord[]>;
  /** Reads everything in the store and reports what is damaged. */
  check(): Promise<StoreCheck>;
}

/**
 * Carries out commands in this process.
 * @param options.clock milliseconds since the epoch, by which keys are created, revoked and expire.
 * @param options.isServing whether this process serves requests, and so can revoke keys in memory.
 * @param options.keepsTexts whether imports store the texts of answers.
 */
export function administrationOf(
  store: Store,
  {
    clock = Date.now,
    isServing = false,
    keepsTexts = true,
  }: { clock?: () => number; isServing?: boolean; keepsTexts?: boolean } = {},
): Administration {
  return {
    importFile: (path, account, onProgress, signal = new AbortController().signal) =>
      importInThread(store, { path, account, keepsTexts }, { onProgress, signal }),
    audit: (query) => store.audit(query),
    check: () => store.check(),
    ...keyAdministrationOf(store, { clock, isServing }),
  };
}
