import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { describeMeasuringAgain } from './contract-measuring-again.ts';

describeMeasuringAgain('ClickHouse', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-again-'));
  const store = await openClickHouse({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return store;
});
