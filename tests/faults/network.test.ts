import { describe, expect, it, vi } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import type { openBackend } from '../../src/host/backend/backend.ts';
import { createUpstream } from '../../src/host/backend/upstream.ts';
import { type HostResponse, openHost, type TestHost } from '../host/harness.ts';
import { measured } from '../service/small-world.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { type FaultProxy, type NetworkFault, openProxy } from './proxy.ts';

const { siteId, recommendations } = measured;
const timeline = `${pathTo('timeline', { siteId })}?groupBy=platform`;
const notes = pathTo('notes', { siteId, recommendationId: recommendations[0] ?? '' });

interface ProxiedHost {
  /** The host under test. */
  host: TestHost;
  /** The remote service of the host, behind the proxy. */
  remote: TestHost;
  proxy: FaultProxy;
  get: (path?: string) => Promise<HostResponse>;
}

/** @param timeoutMs replaces the host's limit for a complete response. */
async function openProxiedHost(timeoutMs?: number): Promise<ProxiedHost> {
  const remote = await openHost();
  const proxy = await openProxy(remote.url);
  const base = new URL(proxy.url);
  const backendWithTimeout: typeof openBackend = async ({ onError }) => ({
    service: createUpstream({
      base,
      ...(timeoutMs !== undefined && { timeoutMs }),
      onError: (error) => onError({ route: 'SERVICE_URL', error }),
    }),
    ready: async () => {},
    sampleKeys: [],
    hasOwnData: true,
    close: async () => {},
  });
  const host = await openHost(
    { SERVICE_URL: proxy.url },
    timeoutMs === undefined ? {} : { backend: backendWithTimeout },
  );
  const headers = { authorization: `Bearer ${remote.key('agency')}` };
  return { host, remote, proxy, get: (path = timeline) => host.call({ path, headers }) };
}

const problemOf = ({ status, headers, text }: HostResponse) => ({
  status,
  type: headers['content-type'],
  problem: JSON.parse(text).type,
});
const unreachableProblem = {
  status: 502,
  type: 'application/problem+json',
  problem: 'urn:sightline:problem:upstream-unreachable',
};

describe('between the host and the service', () => {
  it.each<[string, NetworkFault]>([
    ['a slow network', { latencyMs: 20 }],
    ['a network that passes seven bytes at a time', { sliceBytes: 7 }],
    ['a low-bandwidth network', { bytesPerSecond: 40_000 }],
  ])('%s does not change responses', async (_, fault) => {
    const { proxy, get } = await openProxiedHost();
    const expectedResponse = await get();
    await proxy.setFault(fault);
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.text).toBe(expectedResponse.text);
  });

  it.each<[string, NetworkFault]>([
    ['cut before the response', { cutAfter: 0 }],
    ['reset before the response', { resetAfter: 0 }],
    ['cut within the response headers', { cutAfter: 40 }],
    ['reset within the response headers', { resetAfter: 40 }],
  ])('a connection %s gives 502, and 200 once the fault ends', async (_, fault) => {
    const { host, proxy, get } = await openProxiedHost();
    await proxy.setFault(fault);
    expect(problemOf(await get())).toEqual(unreachableProblem);
    expect((await host.call({ path: '/healthz' })).status).toBe(200);
    expect(host.readLog()).toContain('SERVICE_URL');
    expect(host.readLog()).not.toContain('sl_');
    await proxy.setFault({});
    expect((await get()).status).toBe(200);
  });

  it.each<[string, NetworkFault]>([
    ['cut', { cutAfter: 800 }],
    ['reset', { resetAfter: 800 }],
  ])('a connection %s within a response gives 502, never a partial response', async (_, fault) => {
    const { proxy, get } = await openProxiedHost();
    expect((await get()).text.length).toBeGreaterThan(1_200);
    await proxy.setFault(fault);
    expect(problemOf(await get())).toEqual(unreachableProblem);
    await proxy.setFault({});
    expect((await get()).status).toBe(200);
  });

  it('a read is retried once if its connection breaks; a note is never retried', async () => {
    const { host, remote, proxy, get } = await openProxiedHost();
    await proxy.setFault({ resetAfter: 0 });
    await get();
    expect(proxy.connections).toBe(2);
    const response = await host.call({
      method: 'POST',
      path: notes,
      headers: {
        authorization: `Bearer ${remote.key('agency')}`,
        'content-type': 'application/json',
      },
      body: '{"body":"Once."}',
    });
    expect(response.status).toBe(502);
    expect(proxy.connections).toBe(3);
  });

  it('consecutive calls reuse one connection', async () => {
    const { proxy, get } = await openProxiedHost();
    for (let call = 0; call < 5; call += 1) expect((await get()).status).toBe(200);
    expect(proxy.connections).toBe(1);
  });

  it.each<[string, NetworkFault]>([
    ['silence', { isSilent: true }],
    ['a response that trickles in', { bytesPerSecond: 2_000, sliceBytes: 100 }],
  ])(
    '%s gives 504 after the timeout, and does not affect other or later calls',
    async (_, fault) => {
      const { host, proxy, get } = await openProxiedHost(400);
      await proxy.setFault(fault);
      const slow = get();
      expect((await host.call({ path: '/healthz' })).status).toBe(200);
      expect((await host.call({ path: '/', headers: { accept: 'text/html' } })).status).toBe(200);
      expect(problemOf(await slow)).toEqual({
        status: 504,
        type: 'application/problem+json',
        problem: 'urn:sightline:problem:upstream-timeout',
      });
      await proxy.setFault({});
      await vi.waitFor(async () => expect((await get()).status).toBe(200), waitOptions);
    },
  );

  it('a service that refuses connections gives 502, at sign-in too, until it accepts them', async () => {
    const { host, remote, proxy, get } = await openProxiedHost();
    expect((await get()).status).toBe(200);
    await proxy.setFault({ isRefusing: true });
    const notReachedProblem = {
      ...unreachableProblem,
      problem: 'urn:sightline:problem:upstream-not-reached',
    };
    expect(problemOf(await get())).toEqual(notReachedProblem);
    const signIn = await host.signIn(remote.key('agency'));
    expect(signIn.status).toBe(502);
    expect(signIn.headers['set-cookie']).toBeUndefined();
    await proxy.setFault({});
    expect((await get()).status).toBe(200);
    expect((await host.signIn(remote.key('agency'))).status).toBe(201);
  });

  it('a recurring fault does not affect the calls in between', async () => {
    const { proxy, get } = await openProxiedHost();
    const expectedText = (await get()).text;
    for (let round = 0; round < 5; round += 1) {
      await proxy.setFault({ resetAfter: 300 });
      const failedResponses = await Promise.all(Array.from({ length: 5 }, () => get()));
      expect(failedResponses.map(({ status }) => status)).toEqual(Array(5).fill(502));
      await proxy.setFault({});
      const recoveredResponses = await Promise.all(Array.from({ length: 5 }, () => get()));
      expect(recoveredResponses.map(({ text }) => text)).toEqual(Array(5).fill(expectedText));
    }
  });
});
