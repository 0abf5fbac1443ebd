import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { digestOf } from '../../src/service/access/keys.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { KeyRecord } from '../../src/service/store/records.ts';
import { createKeyRecord, createShareRecord } from '../setup/key-records.ts';
import { waitOptions } from '../setup/wait-options.ts';

const day = 86_400_000;
const now = Date.parse('2026-03-31T12:00:00Z');
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const share = createShareRecord(uuid(900));

let lastId = 0;
function recordOf(name: string, fields: Partial<KeyRecord>): KeyRecord {
  lastId += 1;
  const createdAt = now - 100 * day;
  return createKeyRecord({ id: uuid(lastId), name, accountId: uuid(901), createdAt, ...fields });
}

it('removes shares and feeds 30 days after they ended, with their uses, and keeps everything else', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-ended-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const feed = createShareRecord(uuid(900), { kind: 'feed' });
  const records = [
    recordOf('revoked key', { revokedAt: now - 90 * day }),
    recordOf('active share', { share, expiresAt: now + day }),
    recordOf('recently revoked share', { share, revokedAt: now - 30 * day, expiresAt: now + day }),
    recordOf('share revoked long ago', { share, revokedAt: now - 31 * day, expiresAt: now + day }),
    recordOf('feed expired long ago', { share: feed, expiresAt: now - 31 * day }),
  ];
  const first = await openClickHouse({ dataDir, now: () => now - 40 * day });
  await first.putKeys(...records);
  await first.recordKeyUses(new Map(records.map(({ id }) => [id, now - 50 * day])));
  expect(await first.keys()).toHaveLength(5);
  await first.close();

  for (const start of ['first', 'second']) {
    const store = await openClickHouse({ dataDir, now: () => now });
    const readNames = async () => (await store.keys()).map(({ name }) => name).sort();
    await vi.waitFor(
      async () =>
        expect(await readNames(), start).toEqual([
          'active share',
          'recently revoked share',
          'revoked key',
        ]),
      waitOptions,
    );
    expect(await store.keyByDigest(digestOf('share revoked long ago'))).toBeNull();
    // The journal expects them to be gone, and no loss is reported.
    expect(await store.check()).toMatchObject({ faults: [], rows: { keys: 3 } });
    await store.close();
  }
});
