import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import type { Backend, BackendOptions } from '../../src/host/backend/backend.ts';
import { createBuiltInService } from '../../src/host/backend/backend.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { loadSmallWorld, measured } from '../service/small-world.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { openHost, sessionOf, type TestHost } from './harness.ts';

const timeline = pathTo('timeline', { siteId: measured.siteId });

/** Opens a host on a store whose timelines run until the client disconnects. */
async function openHangingHost() {
  const memory = createMemoryStore();
  const key = await loadSmallWorld(memory);
  const reports = { begun: 0, cancelled: 0 };
  const store = {
    ...memory,
    timeline: (...[, , , signal]: Parameters<typeof memory.timeline>) => {
      reports.begun += 1;
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reports.cancelled += 1;
          reject(signal.reason);
        });
      });
    },
  };
  const backend = async (options: BackendOptions): Promise<Backend> => {
    const service = await createBuiltInService(store, options);
    return {
      service,
      ready: () => store.ping(),
      sampleKeys: [],
      hasOwnData: true,
      close: () => service.close(),
    };
  };
  return { host: await openHost({}, { backend }), key, reports };
}

/** Requests a report, and returns a function that disconnects. */
function requestReport(host: TestHost, path: string, headers: Record<string, string>): () => void {
  const { hostname, port } = new URL(host.url);
  const outgoing = request({ hostname, port, path, headers, agent: false });
  // Disconnecting emits an error on the request itself.
  outgoing.on('error', () => {});
  outgoing.end();
  return () => outgoing.destroy();
}

describe('a client that disconnects', () => {
  it.each(['a key', 'a session'])('has its report cancelled if it used %s', async (credential) => {
    const { host, key, reports } = await openHangingHost();
    const { cookie, id } = sessionOf(await host.signIn(key('agency')));
    const headers: Record<string, string> =
      credential === 'a session'
        ? { cookie, 'x-session': id }
        : { authorization: `Bearer ${key('agency')}` };
    const disconnect = requestReport(host, timeline, headers);
    await vi.waitFor(() => expect(reports.begun).toBe(1), waitOptions);
    disconnect();
    await vi.waitFor(() => expect(reports.cancelled).toBe(1), waitOptions);
    expect(host.readLog()).not.toContain('failed');
  });

  it('has all 100 of its report requests cancelled, and later calls still succeed', async () => {
    const { host, key, reports } = await openHangingHost();
    const headers = { authorization: `Bearer ${key('agency')}` };
    const disconnects = Array.from({ length: 100 }, (_, n) =>
      requestReport(host, `${timeline}?tag=${n}`, headers),
    );
    await vi.waitFor(() => expect(reports.begun).toBeGreaterThan(0), waitOptions);
    const requestMetrics = async () => (await host.call({ path: '/metrics' })).text;
    for (const disconnect of disconnects) disconnect();
    await vi.waitFor(async () => {
      const line = /\{siteId\}\/reports\/timeline",method="GET",status="499"\} (\d+)/;
      expect(Number(line.exec(await requestMetrics())?.[1])).toBe(100);
    }, waitOptions);
    expect(reports.cancelled).toBe(reports.begun);
    expect((await host.call({ path: '/v1/clients', headers })).status).toBe(200);
    expect(await requestMetrics()).not.toContain('status="5');
  });
});
