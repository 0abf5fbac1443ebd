import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess, openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import {
  openClickHouse,
  openClickHouseServer,
  openOnEngine,
} from '../../src/service/store/clickhouse/open.ts';
import { openBridge } from '../clickhouse/bridge.ts';
import { branches, now, uuid } from '../service/small-world.ts';
import { describeLedger } from './describe-ledger.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sightline-ledger-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
describeLedger('clickhouse', () => openClickHouse({ dataDir }));

const bridge = await openBridge();
afterAll(() => bridge.remove());
describeLedger('ClickHouse over HTTP', () => openClickHouseServer({ url: bridge.url }));

const CountRow = v.object({ n: v.number() });

it('a lease whose heartbeats were lost starts nothing', async () => {
  const store = await openClickHouseServer({ url: bridge.url });
  onTestFinished(() => store.close());
  const engine = openServer(bridge.url, 1, singleLayout);
  onTestFinished(() => engine.close());
  const lease = await store.ledger.takeLease(new AbortController().signal);
  await engine.run('DELETE FROM runnerClaims WHERE true');
  expect(await lease.isStillHeld()).toBe(false);
  const scanId = uuid(0x800);
  const start = {
    ...{ accountId: branches.first.accountId, siteId: branches.first.ids.siteId },
    ...{ scanId, question: 0, attempt: 1 },
    ...{ platform: 'claude_api', region: 'US', at: now, estimate: 1 },
  };
  expect(await store.ledger.startQuestions(lease, [start])).toEqual([]);
  const count = 'SELECT count() AS n FROM questions WHERE scan = {scan:UUID}';
  expect(await engine.rows(CountRow, count, { scan: scanId })).toEqual([{ n: 0 }]);
  await lease.end();
});

const ClaimRow = v.object({ id: v.string(), at: v.number() });

it('of runners’ heartbeats older than a day, only the first of each that is still alive stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-ledger-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const engine = await openInProcess(createEngineDir(folder), 2);
  const store = await openOnEngine(engine, { now: () => now });
  onTestFinished(() => store.close());
  const [dead, alive] = [uuid(1), uuid(2)];
  const day = 86_400_000;
  const claims = [
    ...[-4, -3].map((days) => ({ id: dead, at: now + days * day })),
    ...[-5, -3, -2, 0].map((days) => ({ id: alive, at: now + days * day })),
  ];
  await engine.insert(
    'runnerClaims',
    claims.map((claim) => ({ ...claim, ended: false })),
  );
  // Waits for the compaction at the start, then for the one that follows.
  await (await store.beginImport()).abort();
  await (await store.beginImport()).abort();
  expect(await engine.rows(ClaimRow, 'SELECT id, at FROM runnerClaims ORDER BY at')).toEqual([
    { id: alive, at: now - 5 * day },
    { id: alive, at: now },
  ]);
});
