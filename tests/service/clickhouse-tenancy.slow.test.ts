import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { isSoak } from '../setup/soak.ts';
import { describeServiceTenancy } from './contract.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describeServiceTenancy('clickhouse', () => openClickHouse({ dataDir }), isSoak);
