import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import type { Backend, BackendOptions } from '../../src/host/backend/backend.ts';
import { serviceOver } from '../../src/host/backend/backend.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import { loadSmallWorld, measured } from '../service/small-world.ts';
import { soon } from '../setup/soon.ts';
import { openHost, sessionOf, type TestHost } from './harness.ts';

const timeline = pathTo('timeline', { siteId: measured.siteId });

/** A host over a store whose reports wait until their reader leaves. */
async function openWaiting() {
  const memory = createMemoryStore();
  const key = await loadSmallWorld(memory);
  const seen = { asked: 0, left: 0 };
  const store = {
    ...memory,
    timeline: (...[, , , signal]: Parameters<typeof memory.timeline>) => {
      seen.asked += 1;
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          seen.left += 1;
          reject(signal.reason);
        });
      });
    },
  };
  const backend = async (options: BackendOptions): Promise<Backend> => {
    const service = await serviceOver(store, options);
    return {
      service,
      ready: () => store.ping(),
      sampleKeys: [],
      ownData: true,
      close: () => service.close(),
    };
  };
  return { host: await openHost({}, { backend }), key, seen };
}

/** Asks for a report, and gives what breaks the connection off. */
function ask(host: TestHost, path: string, headers: Record<string, string>): () => void {
  const { hostname, port } = new URL(host.url);
  const sent = request({ hostname, port, path, headers, agent: false });
  // What the client itself sees of its leaving.
  sent.on('error', () => {});
  sent.end();
  return () => sent.destroy();
}

describe('a client that disconnects', () => {
  it.each(['a key of its own', 'a session'])('with %s has its report given up', async (by) => {
    const { host, key, seen } = await openWaiting();
    const { cookie, id } = sessionOf(await host.signIn(key('agency')));
    const headers: Record<string, string> =
      by === 'a session'
        ? { cookie, 'x-session': id }
        : { authorization: `Bearer ${key('agency')}` };
    const leave = ask(host, timeline, headers);
    await vi.waitFor(() => expect(seen.asked).toBe(1), soon);
    leave();
    await vi.waitFor(() => expect(seen.left).toBe(1), soon);
    expect(host.logged()).not.toContain('failed');
  });

  it('a hundred times over has all its reports given up, and keeps nobody waiting', async () => {
    const { host, key, seen } = await openWaiting();
    const headers = { authorization: `Bearer ${key('agency')}` };
    const requests = Array.from({ length: 100 }, (_, n) =>
      ask(host, `${timeline}?tag=${n}`, headers),
    );
    await vi.waitFor(() => expect(seen.asked).toBeGreaterThan(0), soon);
    const counted = async () => (await host.call({ path: '/metrics' })).text;
    for (const leave of requests) leave();
    await vi.waitFor(async () => {
      const line = /\{siteId\}\/reports\/timeline",method="GET",status="499"\} (\d+)/;
      expect(Number(line.exec(await counted())?.[1])).toBe(100);
    }, soon);
    expect(seen.left).toBe(seen.asked);
    expect((await host.call({ path: '/v1/clients', headers })).status).toBe(200);
    expect(await counted()).not.toContain('status="5');
  });
});
