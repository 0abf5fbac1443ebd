import { afterAll } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { describeService } from '../service/contract.ts';
import { openBridge } from './bridge.ts';

const bridge = await openBridge();
afterAll(() => bridge.remove());

describeService(
  'ClickHouse over HTTP',
  () => openClickHouseServer({ url: bridge.url }),
  async () => openServer(bridge.url, 1, singleLayout),
);
