import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { describeService } from './contract.ts';

const folders: string[] = [];

async function openFresh() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  folders.push(dataDir);
  return openClickHouse({ dataDir });
}

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describeService('clickhouse', openFresh);
