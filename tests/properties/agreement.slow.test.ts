import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { checkAgreement } from './agreement.ts';

/** Printed by fast-check if the check fails; set SEED to this value to repeat the run. */
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** `npm run soak` compares far more worlds. */
const worldCount = 10;
const requestCount = 40;

it('services over both stores send the same bytes for 400 random requests for figures in ten random worlds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  const store = await openClickHouse({ dataDir });
  try {
    const { worlds, pairs, statuses } = await checkAgreement(store, {
      worlds: worldCount,
      requests: requestCount,
      seed,
    });
    expect(worlds).toBe(worldCount);
    expect(pairs).toBeGreaterThanOrEqual(requestCount * worldCount);
    expect(statuses.get('200')).toBeGreaterThan(8 * worldCount);
    expect(statuses.get('404')).toBeGreaterThan(worldCount);
    expect(statuses.get('422')).toBeGreaterThan(worldCount / 4);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
});
