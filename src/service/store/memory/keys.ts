import { keepRestrictions } from '../key-restrictions.ts';
import type { KeyRecord } from '../records.ts';
import type { Store } from '../store.ts';

/** Creates the methods for keys. */
export function createKeys(): Pick<
  Store,
  'keyByDigest' | 'keys' | 'putKeys' | 'revokeKeyInMemory' | 'recordKeyUses'
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
    revokeKeyInMemory(id, at) {
      const key = keys.get(id);
      if (key) keys.set(id, { ...key, revokedAt: key.revokedAt ?? at });
    },
    async recordKeyUses(uses) {
      for (const [id, at] of uses) {
        const key = keys.get(id);
        if (key) keys.set(id, { ...key, lastUsedAt: Math.max(at, key.lastUsedAt ?? at) });
      }
    },
  };
}
