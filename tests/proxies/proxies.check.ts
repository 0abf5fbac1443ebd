import { Agent, request } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { maxSetupBytes } from '../../src/contract/sightline/setup.ts';
import {
  type Call,
  type HostResponse,
  openHost,
  openRemoteService,
  sessionOf,
} from '../host/harness.ts';
import { measured } from '../service/small-world.ts';
import { documentedHostName, openProxy } from './documented-proxies.ts';
import { proxies } from './proxies.ts';

/** The proxies installed on this machine, which vitest.config.ts lists. */
const installedProxies = proxies.filter((proxy) => process.env['PROXIES']?.includes(proxy));
const notePaths = measured.recommendations.map((recommendationId) =>
  pathTo('notes', { siteId: measured.siteId, recommendationId }),
);
const jsonHeaders = { 'content-type': 'application/json' };

/** Creates a client with separate persistent connections to the proxy. */
function createVisitor(port: number, localAddress = '127.0.0.1') {
  const agent = new Agent({
    keepAlive: true,
    rejectUnauthorized: false,
    servername: documentedHostName,
  });
  onTestFinished(() => agent.destroy());
  const origin = `https://${documentedHostName}:${port}`;
  const call = ({ method = 'GET', path = '/', headers = {}, body }: Call): Promise<HostResponse> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          port,
          method,
          path,
          localAddress,
          host: '127.0.0.1',
          headers: {
            host: `${documentedHostName}:${port}`,
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        async (incoming) => {
          const chunks: Buffer[] = [];
          for await (const chunk of incoming) chunks.push(chunk);
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers: received } = incoming;
          resolve({ status, headers: received, bytes, text: bytes.toString() });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const signIn = (apiKey: string) =>
    call({
      method: 'POST',
      path: '/session',
      headers: { ...jsonHeaders, origin },
      body: JSON.stringify({ apiKey }),
    });
  return { call, signIn, origin };
}

describe.each(proxies.filter((proxy) => installedProxies.includes(proxy)))(
  '%s as documented',
  (proxy) => {
    it('lets a page sign in, read data and add a note, even on a non-standard port', async () => {
      const host = await openHost();
      const { call, signIn, origin } = createVisitor(await openProxy(proxy, host.url));
      const signedIn = await signIn(host.key('agency'));
      expect(signedIn.status).toBe(201);
      expect(signedIn.headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/);
      expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000');
      const { cookie, id } = sessionOf(signedIn);
      const headers = { ...jsonHeaders, cookie, 'x-session': id, origin };
      expect((await call({ path: '/v1/clients', headers })).status).toBe(200);
      const note = { method: 'POST', path: notePaths[0] ?? '', headers, body: '{"body":"Seen."}' };
      expect((await call(note)).status).toBe(201);
      const otherOriginHeaders = { ...headers, origin: `https://${documentedHostName}` };
      expect((await call({ ...note, headers: otherOriginHeaders })).status).toBe(403);
      expect((await call({ path: '/', headers: { accept: 'text/html' } })).status).toBe(200);
    });

    it('does not expose what is reserved for this machine', async () => {
      const host = await openHost();
      const { call, signIn } = createVisitor(await openProxy(proxy, host.url));
      expect((await signIn(host.key('sample'))).status).toBe(401);
      expect((await call({ path: '/metrics' })).status).toBe(401);
      expect((await host.call({ path: '/metrics' })).status).toBe(200);
    });

    it('passes request targets of up to 32 KiB', async () => {
      const host = await openHost();
      const { call } = createVisitor(await openProxy(proxy, host.url));
      const headers = { authorization: `Bearer ${host.key('agency')}` };
      const timeline = `${pathTo('timeline', { siteId: measured.siteId })}?tag=`;
      const callWith = (bytes: number) =>
        call({ path: timeline + 'x'.repeat(bytes - timeline.length), headers });
      expect((await callWith(32 * 1024)).status).toBe(200);
      expect((await callWith(32 * 1024 + 1)).status).toBe(414);
    });

    it('passes a set-up of 4 MiB', async () => {
      const host = await openHost();
      const { call } = createVisitor(await openProxy(proxy, host.url));
      const key = { authorization: `Bearer ${host.key('agency')}` };
      const path = pathTo('saveSetup', { siteId: measured.siteId });
      const body = '{}'.padEnd(maxSetupBytes);
      const headers = { ...jsonHeaders, ...key };
      const response = await call({ method: 'PUT', path, headers, body });
      expect(response.status, response.text).toBe(422);
      expect(response.headers['content-type']).toContain('application/problem+json');
    });

    it.each([
      ['a wrong key', 401],
      ['another origin', 403],
      ['an unknown path', 404],
      ['an unsupported method', 405],
      ['its size', 413],
    ])('loses no request that follows a large one refused because of %s', async (_, status) => {
      const host = await openHost();
      const port = await openProxy(proxy, host.url);
      const [refused, next] = [createVisitor(port), createVisitor(port)];
      const key = { authorization: `Bearer ${host.key('agency')}` };
      const path = notePaths[0] ?? '';
      const body = JSON.stringify({ body: 'a'.repeat(300_000) });
      const largeRequests: Readonly<Record<number, Call>> = {
        401: { method: 'POST', path, headers: { ...jsonHeaders, authorization: 'Bearer wrong' } },
        403: {
          method: 'POST',
          path,
          headers: { ...jsonHeaders, origin: 'https://elsewhere.example' },
        },
        404: { method: 'POST', path: '/v1/nothing' },
        405: { method: 'PUT', path: '/clients' },
        413: { method: 'POST', path, headers: { ...jsonHeaders, ...key } },
      };
      const statuses: number[] = [];
      for (let n = 0; n < 40; n += 1) {
        const refusedResponse = await refused.call({ ...largeRequests[status], body });
        const note = {
          method: 'POST',
          path: notePaths[1] ?? '',
          headers: { ...jsonHeaders, ...key },
        };
        const nextResponse = await next.call({ ...note, body: `{"body":"note ${n}"}` });
        statuses.push(refusedResponse.status, nextResponse.status);
      }
      expect(new Set(statuses)).toEqual(new Set([status, 201]));
    });

    it('passes on the client’s address, which the client cannot forge', async () => {
      const remoteService = await openRemoteService(() => ({ status: 401 }));
      const host = await openHost({ SERVICE_URL: remoteService.url, TRUSTED_PROXIES: '127.0.0.1' });
      const port = await openProxy(proxy, host.url);
      const guess = async (visitor: ReturnType<typeof createVisitor>, n: number) => {
        const forged = { 'x-forwarded-for': `198.51.100.${n}`, authorization: `Bearer wrong-${n}` };
        return (await visitor.call({ path: '/v1/clients', headers: forged })).status;
      };
      // Differs from the address of the proxy, which is trusted.
      const guesser = createVisitor(port, '127.0.0.2');
      for (let n = 0; n < 10; n += 1) expect(await guess(guesser, n)).toBe(401);
      expect(await guess(guesser, 10)).toBe(429);
      expect(await guess(createVisitor(port, '127.0.0.3'), 11)).toBe(401);
    });
  },
);

describe.runIf(installedProxies.includes('nginx'))('nginx as documented', () => {
  it('limits sign-ins, but no other requests', async () => {
    const host = await openHost();
    const { call, signIn } = createVisitor(await openProxy('nginx', host.url));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await signIn('wrong')).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    for (let n = 0; n < 12; n += 1) expect((await call({})).status).toBe(200);
  });
});
