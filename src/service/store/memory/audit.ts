import { type AuditQuery, type AuditRecord, AuditTrail } from '../audit.ts';
import type { IssuedKey, SignIns, Store } from '../store.ts';

function matchesQuery(record: AuditRecord, query: AuditQuery): boolean {
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
  const accountOf = new Map(keys.map(({ id, accountId }) => [id, accountId]));
  const signIns = new Map<string, SignIns>();
  for (const { action, accountId, keyId, times, at } of records) {
    if (action !== 'signed in' || keyId === null || accountOf.get(keyId) !== accountId) continue;
    const earlier = signIns.get(keyId) ?? { times: 0, lastAt: at };
    signIns.set(keyId, {
      times: earlier.times + times,
      lastAt: Math.max(earlier.lastAt, at),
    });
  }
  return signIns;
}

/** Creates the store's methods for the audit trail, including `signIns`, which counts the sign-ins in the trail. */
export function createAudit(): Pick<Store, 'signIns' | 'recordAudit' | 'audit'> {
  const written: AuditRecord[] = [];
  const trail = new AuditTrail(async (records) => {
    written.push(...records);
  });
  return {
    async signIns(issuedKeys) {
      await trail.flush();
      return countSignIns(written, issuedKeys);
    },
    recordAudit: (record) => trail.add(record),
    async audit(query) {
      await trail.flush();
      return written.filter((record) => matchesQuery(record, query)).slice(-query.limit);
    },
  };
}
