import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { checkAgreement } from './agreement.ts';

/** Printed by fast-check if the check fails; set SEED to this value to repeat the run. */
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it('services over both stores send the same bytes for 1,400 random requests in 70 random worlds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  const store = await openClickHouse({ dataDir });
  try {
    const { worlds, pairs, statuses } = await checkAgreement(store, {
      worlds: 70,
      requests: 20,
      seed,
    });
    expect(worlds).toBe(70);
    expect(pairs).toBeGreaterThanOrEqual(1_400);
    expect(statuses.get('200')).toBeGreaterThan(280);
    expect(statuses.get('404')).toBeGreaterThan(35);
    expect(statuses.get('422')).toBeGreaterThan(14);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
}, 900_000);
