import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import { createUpstream } from '../../src/host/upstream.ts';
import { type Answer, openHost, type TestHost } from '../host/harness.ts';
import { measured } from '../service/small-world.ts';
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

async function openLine(): Promise<Line> {
  const far = await openHost();
  const proxy = await openProxy(far.url);
  const near = await openHost({ SERVICE_URL: proxy.url });
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
    proxy.fault(fault);
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
    proxy.fault(fault);
    expect(problemOf(await ask())).toEqual(unreachable);
    expect((await near.call({ path: '/healthz' })).status).toBe(200);
    expect(near.logged()).toContain('SERVICE_URL');
    expect(near.logged()).not.toContain('sl_');
    proxy.fault({});
    expect((await ask()).status).toBe(200);
  });

  it.each<[string, NetworkFault]>([
    ['cut', { cutAfter: 1_200 }],
    ['reset', { resetAfter: 1_200 }],
  ])('an answer that is %s half-way is a 502 and never half an answer', async (_, fault) => {
    const { proxy, ask } = await openLine();
    expect((await ask()).text.length).toBeGreaterThan(1_200);
    proxy.fault(fault);
    expect(problemOf(await ask())).toEqual(unreachable);
    proxy.fault({});
    expect((await ask()).status).toBe(200);
  });

  it('a read whose connection broke is asked once more; a note never is', async () => {
    const { near, far, proxy, ask } = await openLine();
    proxy.fault({ resetAfter: 0 });
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

  it('silence ends with 504 in its time, and keeps no other call waiting', async () => {
    const { far, proxy } = await openLine();
    proxy.fault({ silent: true });
    const upstream = createUpstream({ base: new URL(proxy.url), timeoutMs: 150 });
    const answer = await upstream.fetch(new Request('http://host/v1/clients'));
    expect(answer.status).toBe(504);
    expect((await far.call({ path: '/healthz' })).status).toBe(200);
  });
});

describe('a service', () => {
  /** A server that answers every call alike. */
  async function serving(head: Record<string, string>, body: Buffer): Promise<URL> {
    const server = createServer((_, outgoing) => outgoing.writeHead(200, head).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  }

  it('whose certificate nobody vouches for is not spoken to, and the log says why', async () => {
    // A key and certificate of nobody, made for this test.
    const pem = readFileSync(join(import.meta.dirname, 'self-signed.pem'));
    let calls = 0;
    const server = createTlsServer({ key: pem, cert: pem }, (_, outgoing) => {
      calls += 1;
      outgoing.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const host = await openHost({ SERVICE_URL: `https://127.0.0.1:${port}` });
    const answer = await host.call({
      path: '/v1/clients',
      headers: { authorization: 'Bearer sl_x' },
    });
    expect(problemOf(answer)).toEqual(unreachable);
    expect(calls).toBe(0);
    expect(host.logged()).toContain('self-signed certificate');
    expect(host.logged()).not.toContain('sl_x');
  });

  it('whose small answer unpacks without end is given up at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 32));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const base = await serving(
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      bomb,
    );
    const told: unknown[] = [];
    const upstream = createUpstream({ base, bodyLimit: 1024 * 1024, onError: (e) => told.push(e) });
    const answer = await upstream.fetch(new Request('http://host/v1/clients'));
    expect(answer.status).toBe(502);
    expect(told.map(String)).toEqual(['RangeError: The answer is longer than 1048576 bytes.']);
    const roomy = createUpstream({ base, bodyLimit: 16 * 1024 * 1024 });
    const whole = await roomy.fetch(new Request('http://host/v1/clients'));
    expect((await whole.text()).length).toBe(8 * 1024 * 1024);
  });

  it('whose answer is packed wrongly is a 502', async () => {
    const head = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const upstream = createUpstream({ base: await serving(head, Buffer.from('not gzip')) });
    const answer = await upstream.fetch(new Request('http://host/v1/clients'));
    expect(answer.status).toBe(502);
  });
});
