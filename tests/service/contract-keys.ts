import { describe, expect, test } from 'vitest';
import { digestOf, makeKey } from '../../src/service/access/keys.ts';
import type { KeyRecord } from '../../src/service/store/records.ts';
import { branches, now } from './small-world.ts';
import type { TestClient } from './test-client.ts';

/** Tests how keys are stored, expire and are revoked. */
export function describeKeys(client: () => TestClient): void {
  const createKey = (n: number, more: Partial<KeyRecord> = {}) => {
    const key = makeKey();
    const record: KeyRecord = {
      id: `0000000c-0000-4000-8000-${String(n).padStart(12, '0')}`,
      digest: digestOf(key),
      prefix: 'sl_contract',
      name: `Contract ${n}`,
      accountId: branches.first.accountId,
      clientId: null,
      scopes: ['recommendations:create'],
      sample: false,
      createdAt: now,
      revokedAt: null,
      expiresAt: null,
      lastUsedAt: null,
      sessionsEndedAt: null,
      hidesNotes: false,
      share: null,
      ...more,
    };
    return { key, record };
  };
  const readStatus = async (key: string) =>
    (await client().call('/v1/clients', { headers: { Authorization: `Bearer ${key}` } })).status;
  const findStoredKey = async (id: string) =>
    (await client().store.keys()).find((key) => key.id === id);

  describe('keys', () => {
    test('are stored unchanged, several at once', async () => {
      const { store } = client();
      const first = createKey(1, { expiresAt: now + 5, scopes: [], hidesNotes: true });
      const second = createKey(2, { clientId: branches.first.ids.clientId });
      await store.putKeys(first.record, second.record);
      expect(await findStoredKey(first.record.id)).toEqual(first.record);
      expect(await store.keyByDigest(second.record.digest)).toEqual(second.record);
    });

    test('stop working at the instant they expire', async () => {
      const { store } = client();
      const valid = createKey(3, { expiresAt: now + 1 });
      const expired = createKey(4, { expiresAt: now });
      await store.putKeys(valid.record, expired.record);
      expect([await readStatus(valid.key), await readStatus(expired.key)]).toEqual([200, 401]);
      await store.putKeys({ ...valid.record, expiresAt: now - 1 });
      expect(await readStatus(valid.key)).toBe(401);
    });

    test('keep every restriction when changes are based on an outdated record', async () => {
      const { store } = client();
      const { record } = createKey(60);
      const changes: Partial<KeyRecord>[] = [
        { revokedAt: now + 3 },
        { expiresAt: now + 5 },
        { expiresAt: now + 9 },
        { sessionsEndedAt: now + 2 },
        { sessionsEndedAt: now + 1 },
        { hidesNotes: true },
        {},
      ];
      await store.putKeys(record);
      // Each change is based on the original record, without the other changes.
      for (const change of changes) await store.putKeys({ ...record, ...change });
      expect(await findStoredKey(record.id)).toEqual({
        ...record,
        revokedAt: now + 3,
        expiresAt: now + 5,
        sessionsEndedAt: now + 2,
        hidesNotes: true,
      });
    });

    test('stay revoked after a later change', async () => {
      const { store } = client();
      const { key, record } = createKey(5);
      await store.putKeys(record);
      await store.putKeys({ ...record, revokedAt: now });
      await store.putKeys({ ...record, expiresAt: now + 5 });
      expect(await findStoredKey(record.id)).toEqual({
        ...record,
        expiresAt: now + 5,
        revokedAt: now,
      });
      expect(await readStatus(key)).toBe(401);
    });

    test('revoked in memory stop working immediately, and stay revoked after the next write', async () => {
      const { store } = client();
      const { key, record } = createKey(6);
      await store.putKeys(record);
      store.restrictInMemory({ ...record, revokedAt: now });
      expect(await readStatus(key)).toBe(401);
      await store.putKeys(createKey(7).record);
      expect(await findStoredKey(record.id)).toEqual({ ...record, revokedAt: now });
      expect(await readStatus(key)).toBe(401);
    });
  });
}
