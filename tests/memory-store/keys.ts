import { keepRestrictions } from '../../src/service/store/key-restrictions.ts';
import type { KeyRecord } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';

/** Creates the methods for keys. */
export function createKeys(): Pick<
  Store,
  'keyByDigest' | 'keys' | 'putKeys' | 'restrictInMemory' | 'recordKeyUses'
> {
  const keys = new Map<string, KeyRecord>();
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
