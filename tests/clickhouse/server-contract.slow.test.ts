import { afterAll } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { describeService, describeServiceTenancy } from '../service/contract.ts';
import { isSoak } from '../setup/soak.ts';
import { openBridge } from './bridge.ts';

const bridge = await openBridge();
afterAll(() => bridge.remove());

describeService(
  'ClickHouse over HTTP',
  () => openClickHouseServer({ url: bridge.url }),
  async () => openServer(bridge.url, 1, singleLayout),
);

// The statements are those of the engine in process, whose tenancy is tested there; `npm run soak` repeats it here.
if (isSoak) {
  const tenancyBridge = await openBridge();
  afterAll(() => tenancyBridge.remove());
  describeServiceTenancy(
    'ClickHouse over HTTP',
    () => openClickHouseServer({ url: tenancyBridge.url }),
    true,
  );
}
