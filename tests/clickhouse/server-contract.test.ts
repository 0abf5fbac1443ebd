import { afterAll, vi } from 'vitest';
import { openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { describeService } from '../service/contract.ts';
import { openBridge } from './bridge.ts';

vi.setConfig({ hookTimeout: 60_000, testTimeout: 30_000 });

const bridge = await openBridge();
afterAll(() => bridge.remove());

describeService('ClickHouse over HTTP', () => openClickHouseServer({ url: bridge.url }));
