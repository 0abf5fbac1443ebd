import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StubPlatforms } from '../platforms/stub-platforms.ts';
import { originOf, serveStubPlatforms } from '../platforms/stub-server.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { runScanCycles } from './kill-scan-cycles.ts';
import { ceilings, inLaterMonth } from './kill-scan-world.ts';
import { ScanHost } from './scan-host.ts';

/** `npm run soak` kills far more often. */
it('a host killed in each of four scans asks nothing twice and passes no ceiling, of which three scans reach one each', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runScanCycles({ rounds: 1, maxKills: 1, seed });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report).toMatchObject({ kills: 4, scans: 4, stopped: { scan: 1, month: 1, host: 1 } });
});

it('a host that is asked to end writes down what is in flight, and goes on after the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-scans-end-'));
  const stub = new StubPlatforms();
  stub.misbehave({ behaviour: { kind: 'delay', milliseconds: 500 } });
  const server = await serveStubPlatforms(stub);
  try {
    const settings = { hostCeiling: ceilings.host, clockAhead: inLaterMonth - Date.now() };
    const first = await ScanHost.start(dataDir, originOf(server), settings);
    await first.run();
    const scanId = await first.request(null);
    await vi.waitUntil(() => stub.questions.length >= 20, waitOptions);
    expect(await first.end()).toBe(0);
    const sent = stub.questions.length;
    const second = await ScanHost.start(dataDir, originOf(server), settings);
    await second.run();
    const { asked } = await second.report(scanId);
    await second.kill();
    expect(asked.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThanOrEqual(
      sent,
    );
    expect(asked.filter(({ outcome }) => outcome === 'interrupted')).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
