import { describe, expect, it, vi } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import type { openBackend } from '../../src/host/backend/backend.ts';
import { createUpstream } from '../../src/host/backend/upstream.ts';
import { type Answer, openHost, type TestHost } from '../host/harness.ts';
import { measured } from '../service/small-world.ts';
import { soon } from '../setup/soon.ts';
import { type FaultProxy, type NetworkFault, openProxy } from './proxy.ts';

const { siteId, recommendations } = measured;
const timeline = `${pathTo('timeline', { siteId })}?groupBy=platform`;
const notes = pathTo('notes', { siteId, recommendationId: recommendations[0] ?? '' });

interface Line {
  /** The host that people reach; the service is behind the proxy. */
  near: TestHost;
  far: TestHost;
  proxy: FaultProxy;
  ask: (path?: string) => Promise<Answer>;
}

/** @param timeoutMs how long the near host waits for a whole answer, where not as long as it does by itself. */
async function openLine(timeoutMs?: number): Promise<Line> {
  const far = await openHost();
  const proxy = await openProxy(far.url);
  const base = new URL(proxy.url);
  const impatient: typeof openBackend = async ({ onError }) => ({
    service: createUpstream({
      base,
      ...(timeoutMs !== undefined && { timeoutMs }),
      onError: (error) => onError({ route: 'SERVICE_URL', error }),
    }),
    ready: async () => {},
    sampleKeys: [],
    ownData: true,
    close: async () => {},
  });
  const near = await openHost(
    { SERVICE_URL: proxy.url },
    timeoutMs === undefined ? {} : { backend: impatient },
  );
  const headers = { authorization: `Bearer ${far.key('agency')}` };
  return { near, far, proxy, ask: (path = timeline) => near.call({ path, headers }) };
}

const problemOf = ({ status, headers, text }: Answer) => ({
  status,
  type: headers['content-type'],
  problem: JSON.parse(text).type,
});
const unreachable = {
  status: 502,
  type: 'application/problem+json',
  problem: 'urn:sightline:problem:upstream-unreachable',
};

describe('between the host and the service', () => {
  it.each<[string, NetworkFault]>([
    ['a slow network', { latencyMs: 20 }],
    ['a network that passes seven bytes at a time', { slice: 7 }],
    ['a narrow network', { bytesASecond: 40_000 }],
  ])('%s changes nothing but the time', async (_, fault) => {
    const { proxy, ask } = await openLine();
    const whole = await ask();
    await proxy.fault(fault);
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(whole.text);
  });

  it.each<[string, NetworkFault]>([
    ['cut before the answer', { cutAfter: 0 }],
    ['reset before the answer', { resetAfter: 0 }],
    ['cut within its headers', { cutAfter: 40 }],
    ['reset within its headers', { resetAfter: 40 }],
  ])('a connection %s is a 502, and whole again when that ends', async (_, fault) => {
    const { near, proxy, ask } = await openLine();
    await proxy.fault(fault);
    expect(problemOf(await ask())).toEqual(unreachable);
    expect((await near.call({ path: '/healthz' })).status).toBe(200);
    expect(near.logged()).toContain('SERVICE_URL');
    expect(near.logged()).not.toContain('sl_');
    await proxy.fault({});
    expect((await ask()).status).toBe(200);
  });

  it.each<[string, NetworkFault]>([
    ['cut', { cutAfter: 1_200 }],
    ['reset', { resetAfter: 1_200 }],
  ])('an answer that is %s half-way is a 502 and never half an answer', async (_, fault) => {
    const { proxy, ask } = await openLine();
    expect((await ask()).text.length).toBeGreaterThan(1_200);
    await proxy.fault(fault);
    expect(problemOf(await ask())).toEqual(unreachable);
    await proxy.fault({});
    expect((await ask()).status).toBe(200);
  });

  it('a read whose connection broke is asked once more; a note never is', async () => {
    const { near, far, proxy, ask } = await openLine();
    await proxy.fault({ resetAfter: 0 });
    await ask();
    expect(proxy.connections).toBe(2);
    const answer = await near.call({
      method: 'POST',
      path: notes,
      headers: { authorization: `Bearer ${far.key('agency')}`, 'content-type': 'application/json' },
      body: '{"body":"Once."}',
    });
    expect(answer.status).toBe(502);
    expect(proxy.connections).toBe(3);
  });

  it('a kept connection serves one call after another', async () => {
    const { proxy, ask } = await openLine();
    for (let call = 0; call < 5; call += 1) expect((await ask()).status).toBe(200);
    expect(proxy.connections).toBe(1);
  });

  it.each<[string, NetworkFault]>([
    ['silence', { silent: true }],
    ['an answer that drips in', { bytesASecond: 2_000, slice: 100 }],
  ])(
    '%s ends with 504 in its time, keeps no other call waiting, and is over with its cause',
    async (_, fault) => {
      const { near, proxy, ask } = await openLine(400);
      await proxy.fault(fault);
      const asked = ask();
      expect((await near.call({ path: '/healthz' })).status).toBe(200);
      expect((await near.call({ path: '/', headers: { accept: 'text/html' } })).status).toBe(200);
      expect(problemOf(await asked)).toEqual({
        status: 504,
        type: 'application/problem+json',
        problem: 'urn:sightline:problem:upstream-timeout',
      });
      await proxy.fault({});
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), soon);
    },
  );

  it('a service that takes no connection is a 502, at sign-in too, and whole again when it does', async () => {
    const { near, far, proxy, ask } = await openLine();
    expect((await ask()).status).toBe(200);
    await proxy.fault({ refuse: true });
    const notReached = { ...unreachable, problem: 'urn:sightline:problem:upstream-not-reached' };
    expect(problemOf(await ask())).toEqual(notReached);
    const signIn = await near.signIn(far.key('agency'));
    expect(signIn.status).toBe(502);
    expect(signIn.headers['set-cookie']).toBeUndefined();
    await proxy.fault({});
    expect((await ask()).status).toBe(200);
    expect((await near.signIn(far.key('agency'))).status).toBe(201);
  });

  it('a fault that comes and goes leaves nothing behind in fifty calls', async () => {
    const { proxy, ask } = await openLine();
    const whole = (await ask()).text;
    for (let round = 0; round < 5; round += 1) {
      await proxy.fault({ resetAfter: 300 });
      const broken = await Promise.all(Array.from({ length: 5 }, () => ask()));
      expect(broken.map(({ status }) => status)).toEqual(Array(5).fill(502));
      await proxy.fault({});
      const mended = await Promise.all(Array.from({ length: 5 }, () => ask()));
      expect(mended.map(({ text }) => text)).toEqual(Array(5).fill(whole));
    }
  });
});
