import { type AuditQuery, type AuditRecord, AuditTrail } from '../audit.ts';
import type { IssuedKey, SignIns, Store } from '../store.ts';

/** Whether an audit record matches the query. */
function matches(record: AuditRecord, query: AuditQuery): boolean {
  const { from = record.at, before = record.at + 1 } = query;
  const { accountId = record.accountId, clientId = record.clientId, keyId = record.keyId } = query;
  return (
    record.accountId === accountId &&
    record.clientId === clientId &&
    record.keyId === keyId &&
    record.at >= from &&
    record.at < before
  );
}

/** Implements `Store.signIns`. */
function countSignIns(records: readonly AuditRecord[], keys: readonly IssuedKey[]) {
  const accounts = new Map(keys.map(({ id, accountId }) => [id, accountId]));
  const found = new Map<string, SignIns>();
  for (const { action, accountId, keyId, times, at } of records) {
    if (action !== 'signed in' || keyId === null || accounts.get(keyId) !== accountId) continue;
    const before = found.get(keyId) ?? { times: 0, lastAt: at };
    found.set(keyId, { times: before.times + times, lastAt: Math.max(before.lastAt, at) });
  }
  return found;
}

/** The audit trail, and the sign-ins counted from it. */
export function createAudit(): Pick<Store, 'signIns' | 'recordAudit' | 'audit'> {
  const audit: AuditRecord[] = [];
  const trail = new AuditTrail(async (records) => {
    audit.push(...records);
  });
  return {
    async signIns(issuedKeys) {
      await trail.flush();
      return countSignIns(audit, issuedKeys);
    },
    recordAudit: (record) => trail.add(record),
    async audit(query) {
      await trail.flush();
      return audit.filter((record) => matches(record, query)).slice(-query.limit);
    },
  };
}
