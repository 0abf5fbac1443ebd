import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { describeExport } from './round-trip.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describeExport('clickhouse', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  folders.push(dataDir);
  return openClickHouse({ dataDir });
});
