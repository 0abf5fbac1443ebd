import { basename } from 'node:path';
import type { AuditAction, AuditRecord } from '../../service/store/audit.ts';
import type { Store } from '../../service/store/store.ts';
import type { Administration } from './administration.ts';
import type { ListedKey } from './key-administration.ts';

/** The same work, each change of which adds to the audit trail. */
export function audited(
  administration: Administration,
  store: Store,
  clock: () => number,
): Administration {
  const record = (action: AuditAction, more: Partial<AuditRecord>): void =>
    store.record({
      at: clock(),
      ...{ action, accountId: null, clientId: null, keyId: null },
      ...{ subject: '', detail: '', address: '', times: 1 },
      ...more,
    });
  const recordKey = (action: AuditAction, key: ListedKey, detail = ''): void => {
    const { id: keyId, accountId, clientId, name: subject } = key;
    record(action, { keyId, accountId, clientId, subject, detail });
  };

  return {
    ...administration,
    async importFile(path, ...rest) {
      const subject = basename(path);
      try {
        const summary = await administration.importFile(path, ...rest);
        const detail = `${summary.answers} answers of ${summary.scans} scans`;
        for (const accountId of summary.accounts) {
          record('imported', { accountId, subject, detail });
        }
        return summary;
      } catch (error) {
        record('import refused', { subject });
        throw error;
      }
    },
    async createKey(request) {
      const made = await administration.createKey(request);
      recordKey('key created', made.record);
      return made;
    },
    async rotateKey(request) {
      const rotated = await administration.rotateKey(request);
      recordKey('key rotated', rotated.old, `replaced by ${rotated.record.id}`);
      recordKey('key created', rotated.record, `in place of ${rotated.old.id}`);
      return rotated;
    },
    async revokeKey(id) {
      const revoked = await administration.revokeKey(id);
      recordKey('key revoked', revoked.record);
      return revoked;
    },
    async endSessions(id) {
      const keys = await administration.endSessions(id);
      for (const key of keys) recordKey('sessions ended', key);
      return keys;
    },
  };
}
