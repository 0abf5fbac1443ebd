import { basename } from 'node:path';
import { formatCount } from '../../service/format-count.ts';
import { describeRecordCounts } from '../../service/import/describe-record-counts.ts';
import { ImportRefused, maxFaultsListed } from '../../service/import/faults.ts';
import { UnreadableSource } from '../../service/import/source.ts';
import type { AuditAction, AuditRecord } from '../../service/store/audit.ts';
import { type Store, StoreFull } from '../../service/store/store.ts';
import type { Administration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import type { ListedKey } from './key-administration.ts';

/** Why an import failed, without quoting the file. */
function describeFailure(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof UnreadableSource) return error.unreadableCause;
  if (error instanceof StoreFull) return 'a full disk';
  if (error instanceof AdministrationError) return 'the host was stopping';
  if (signal?.aborted && error === signal.reason) return 'the command ended';
  if (!(error instanceof ImportRefused)) return 'the import failed';
  const { length } = error.faults;
  return length > maxFaultsListed
    ? `more than ${formatCount(maxFaultsListed, 'fault')}`
    : formatCount(length, 'fault');
}

/** Wraps an administration so that every change and every failed import is added to the audit trail. */
export function withAuditTrail(
  administration: Administration,
  store: Store,
  clock: () => number,
): Administration {
  const record = (action: AuditAction, fields: Partial<AuditRecord>): void =>
    store.recordAudit({
      at: clock(),
      action,
      accountId: null,
      clientId: null,
      keyId: null,
      subject: '',
      detail: '',
      address: '',
      times: 1,
      ...fields,
    });
  const recordKey = (action: AuditAction, key: ListedKey, detail = ''): void => {
    const { id: keyId, accountId, clientId, name: subject } = key;
    record(action, { keyId, accountId, clientId, subject, detail });
  };

  return {
    ...administration,
    async importFile(path, account, onProgress, signal) {
      const subject = basename(path);
      try {
        const summary = await administration.importFile(path, account, onProgress, signal);
        const detail = describeRecordCounts(summary);
        for (const accountId of summary.accounts) {
          record('imported', { accountId, subject, detail });
        }
        return summary;
      } catch (error) {
        record('import refused', { subject, detail: describeFailure(error, signal) });
        throw error;
      }
    },
    async brandClient(id, change) {
      const client = await administration.brandClient(id, change);
      const { id: clientId, accountId, name: subject } = client;
      record('client branded', {
        accountId,
        clientId,
        subject,
        detail: Object.keys(change).join(', '),
      });
      return client;
    },
    async createKey(request) {
      const createdKey = await administration.createKey(request);
      recordKey('key created', createdKey.record, createdKey.record.hidesNotes ? 'no notes' : '');
      return createdKey;
    },
    async rotateKey(request) {
      const rotatedKey = await administration.rotateKey(request);
      recordKey('key rotated', rotatedKey.old, `replaced by ${rotatedKey.record.id}`);
      const suffix = rotatedKey.record.hidesNotes ? ', no notes' : '';
      recordKey('key created', rotatedKey.record, `replaces ${rotatedKey.old.id}${suffix}`);
      return rotatedKey;
    },
    async revokeKey(id) {
      const revokedKey = await administration.revokeKey(id);
      if (revokedKey.isNew) recordKey('key revoked', revokedKey.record);
      return revokedKey;
    },
    async revokeShare(id) {
      const revokedShare = await administration.revokeShare(id);
      const { kind, accountId, clientId, siteId } = revokedShare.record;
      const subject = revokedShare.record.id;
      const detail = `site ${siteId}`;
      record(`${kind} revoked`, { keyId: subject, accountId, clientId, subject, detail });
      return revokedShare;
    },
    async endSessions(id) {
      const ended = await administration.endSessions(id);
      for (const key of ended.keys) recordKey('sessions ended', key);
      return ended;
    },
  };
}
