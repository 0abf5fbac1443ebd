import { keepRestrictions } from '../../src/service/store/key-restrictions.ts';
import type { KeyRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';
import type { ImportedRecords } from './tables.ts';

/** Revokes the keys, shares and feeds of removed accounts, clients and sites, and the shares and feeds of archived sites. */
export function revokeKeysOf(
  keys: Map<string, KeyRecord>,
  { removed, catalogue }: Pick<ImportedRecords, 'removed' | 'catalogue'>,
) {
  const isArchived = (siteId: string | undefined) =>
    catalogue.sites.some(({ id, active }) => id === siteId && !active);
  const isRemoved = (table: RemovedRecord['table'], id: string | null | undefined) =>
    removed.some((record) => record.table === table && record.id === id);
  for (const key of keys.values()) {
    const { id, accountId, clientId, share } = key;
    const isOfRemoved =
      isRemoved('accounts', accountId) ||
      isRemoved('clients', clientId) ||
      isRemoved('sites', share?.siteId) ||
      isArchived(share?.siteId);
    if (!isOfRemoved || key.revokedAt !== null) continue;
    const at = Date.now();
    keys.set(id, { ...key, revokedAt: at, sessionsEndedAt: at });
  }
}

/** Creates the methods for keys. */
export function createKeys(
  keys: Map<string, KeyRecord>,
): Pick<Store, 'keyByDigest' | 'keys' | 'putKeys' | 'restrictInMemory' | 'recordKeyUses'> {
  return {
    async keyByDigest(digest) {
      return [...keys.values()].find((key) => key.digest === digest) ?? null;
    },
    async keys() {
      return [...keys.values()];
    },
    async putKeys(...records) {
      for (const key of records) {
        keys.set(key.id, keepRestrictions(key, keys.get(key.id)));
      }
    },
    restrictInMemory(...records) {
      for (const key of records) {
        const known = keys.get(key.id);
        if (known) keys.set(key.id, keepRestrictions(known, key));
      }
    },
    async recordKeyUses(uses) {
      for (const [id, at] of uses) {
        const key = keys.get(id);
        if (key) keys.set(id, { ...key, lastUsedAt: Math.max(at, key.lastUsedAt ?? at) });
      }
    },
  };
}
