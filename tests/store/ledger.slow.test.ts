import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openClickHouse, openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { openBridge } from '../clickhouse/bridge.ts';
import { describeLedger } from './describe-ledger.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sightline-ledger-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
describeLedger('clickhouse', () => openClickHouse({ dataDir }));

const bridge = await openBridge();
afterAll(() => bridge.remove());
describeLedger('ClickHouse over HTTP', () => openClickHouseServer({ url: bridge.url }));
