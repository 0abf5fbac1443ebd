import type { AuditRecord } from '../../src/service/store/audit.ts';
import type { KeyRecord } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';

type SignIn = Pick<
  Store,
  | ('keyByDigest' | 'keys' | 'putKeys' | 'restrictInMemory' | 'recordKeyUses')
  | ('signIns' | 'recordAudit' | 'audit')
>;

/** What a service needs to let people in: the keys as they were put, and whatever the audit trail was told. */
export function createSignIn(): SignIn {
  const keys = new Map<string, KeyRecord>();
  const put = (records: readonly KeyRecord[]) => {
    for (const record of records) keys.set(record.id, record);
  };
  const records: AuditRecord[] = [];
  return {
    keyByDigest: async (digest) => [...keys.values()].find((key) => key.digest === digest) ?? null,
    keys: async () => [...keys.values()],
    putKeys: async (...changed) => put(changed),
    restrictInMemory: (...changed) => put(changed),
    recordKeyUses: async () => {},
    signIns: async () => new Map(),
    recordAudit: (record) => void records.push(record),
    audit: async () => records,
  };
}
