import { expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost, openRemoteService, type TestHost } from './harness.ts';
import { openRawConnection, type RawResponse } from './raw-connection.ts';

const canary = 'CANARY-4711';
const notesPath = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0] ?? '',
});
const hostHeader = 'Host: reports.example.com';

/** Odd request targets, most of them with a secret. */
const targets = [
  `http://user:${canary}@reports.example.com/v1/clients?tag=${canary}`,
  `http://user@reports.example.com/v1/clients?tag=${canary}`,
  `http://:${canary}@reports.example.com/?tag=${canary}`,
  `https://user:${canary}@reports.example.com/session?tag=${canary}`,
  `HTTP://user:${canary}@reports.example.com/v1/clients?tag=${canary}`,
  `http://reports.example.com/v1/clients?tag=${canary}`,
  `http://reports.example.com:99999/v1/clients?tag=${canary}`,
  `http://[::1/v1/clients?tag=${canary}`,
  `http:///v1/clients?tag=${canary}`,
  `http://?tag=${canary}`,
  `http:/v1/clients?tag=${canary}`,
  `ftp://reports.example.com/v1/clients?tag=${canary}`,
  `//user:${canary}@elsewhere/v1/clients?tag=${canary}`,
  `//v1/clients?tag=${canary}`,
  `/\\v1/clients?tag=${canary}`,
  `/v1\\clients?tag=${canary}`,
  `/v1/clients?tag=\\${canary}`,
  `/v1/../v1/clients?tag=${canary}`,
  `/v1/%2e%2e/clients?tag=${canary}`,
  `/v1/sites/%/filters?tag=${canary}`,
  `/v1/sites/%zz/filters?tag=${canary}`,
  `/v1/sites/%ff/filters?tag=${canary}`,
  `/v1/sites/%00/filters?tag=${canary}`,
  `/v1/clients?tag=%ff%fe${canary}`,
  `/v1/clients?cursor=%&tag=${canary}`,
  `/v1/clients#${canary}`,
  `/v1/clients?tag=\u00e9${canary}`,
  `/\u00ff?tag=${canary}`,
  `/?${'&'.repeat(1000)}${canary}`,
  `/{}|^\`<>"?tag=${canary}`,
  `?tag=${canary}`,
  `v1/clients?tag=${canary}`,
  `*`,
  `/session?tag=${canary}`,
  `/metrics?tag=${canary}`,
  `/healthz?tag=${canary}`,
  `${notesPath}?tag=${canary}`,
];

/** The header lines of odd requests whose target is valid. */
const headerLists = [
  [],
  [hostHeader, hostHeader],
  [hostHeader, 'Host: elsewhere.example'],
  ['host: a', 'HOST: b'],
  ['Host:'],
  ['Host: user:pass@reports.example.com'],
  ['Host: reports.example.com/path?x'],
  ['Host: reports.example.com#x'],
  ['Host: a b'],
  ['Host: reports.example.com:99999'],
  ['Host: [::1'],
  ['Host: [::1]:4180'],
  ['Host: xn--\u00ff'],
  ['Host: ..'],
  ['Host: %'],
  [hostHeader, `Authorization: Bearer \u00e9${canary}`],
  [hostHeader, `Authorization: Bearer ${canary}`, `Authorization: Bearer ${canary}`],
  [hostHeader, `Authorization: Basic ${canary}`],
  [hostHeader, `Authorization: Bearer ${canary} ${canary}`],
  [hostHeader, `Cookie: ${canary}; =; ;; __proto__=${canary}; sightline-session=%`],
  [hostHeader, `Cookie: sightline-session-80=${canary}`, 'X-Session: \u00ff'],
  [hostHeader, `__proto__: ${canary}`, `constructor: ${canary}`],
  [hostHeader, 'Origin: http://['],
  [hostHeader, 'Origin: \u00ff', 'Sec-Fetch-Site: \u00ff'],
  [hostHeader, 'X-Forwarded-For: ,,;[::', 'X-Forwarded-Proto: https,http', 'Forwarded: ;;'],
  [hostHeader, 'Accept: \u00ff;q=x', 'Accept-Encoding: ;q=,*;q=,gzip;q=2'],
  [hostHeader, 'If-None-Match: "', 'Range: bytes=-', 'Expect: nothing'],
  [hostHeader, 'Content-Type: \u00ff', 'Content-Length: 0'],
  [hostHeader, 'Content-Length: -1'],
  [hostHeader, 'Content-Length: 1', 'Content-Length: 2'],
  [hostHeader, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  [hostHeader, 'Transfer-Encoding: gzip, chunked'],
  [hostHeader, 'Transfer-Encoding: nothing'],
  [hostHeader, 'Upgrade: websocket', 'Connection: Upgrade'],
  [hostHeader, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk'],
  [hostHeader, 'Connection: close, \u00ff'],
  [hostHeader, ' folded: header'],
  ['Broken'],
];
const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get'];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''];

/** Short limits for headers and requests, because some requests announce a body that never arrives. */
const limits = { headers: 300, request: 300, idle: 20_000 };

/** Sends a request on a new connection. Returns null if the connection ends without a response, as after CONNECT. */
async function send(testHost: TestHost, lines: readonly string[]): Promise<RawResponse | null> {
  const connection = openRawConnection(testHost.url);
  await connection.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  return connection.receiveResponse(lines[0]?.startsWith('HEAD '));
}

async function sendAll(testHost: TestHost): Promise<void> {
  const requests = [
    ...targets.flatMap((target) =>
      methods.map((method) => [`${method} ${target} HTTP/1.1`, hostHeader, 'Connection: close']),
    ),
    ...targets.map((target) => [
      `GET ${target} HTTP/1.1`,
      hostHeader,
      `Authorization: Bearer ${canary}`,
    ]),
    ...headerLists.flatMap((lines) =>
      [`GET /v1/clients?tag=${canary}`, 'GET /clients', `POST ${notesPath}`, 'POST /session'].map(
        (start) => [`${start} HTTP/1.1`, ...lines],
      ),
    ),
    ...versions.map((version) => [`GET /v1/clients?tag=${canary} ${version}`.trim(), hostHeader]),
    [`CONNECT reports.example.com:443 HTTP/1.1`, hostHeader],
    [`PRI * HTTP/2.0`],
  ];
  for (const lines of requests) {
    const response = await send(testHost, lines);
    if (response === null) {
      expect(lines[0]).toMatch(/^CONNECT /);
      continue;
    }
    const requestText = lines.join('\n');
    expect(response.status, requestText).toBeGreaterThanOrEqual(200);
    expect(response.status, requestText).toBeLessThan(500);
    expect(response.body, requestText).not.toContain(canary);
  }
  expect(testHost.readLog()).not.toContain(canary);
  expect(testHost.readLog()).not.toContain('"level":50');
  const { text } = await testHost.call({ path: '/metrics' });
  expect(text).not.toMatch(/status="5/);
  expect(text).not.toContain(canary);
}

it('an odd request never makes the host fail, and none of its secrets are logged', async () => {
  await sendAll(await openHost({}, { limits }));
});

it('an odd request never makes a host with a remote service fail, and none of its secrets are logged', async () => {
  const remoteService = await openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));
  await sendAll(await openHost({ SERVICE_URL: remoteService.url }, { limits }));
});

it.each([
  ['two Host headers', '/v1/clients', [hostHeader, hostHeader]],
  ['two Host headers for a page', '/', ['Host: a', 'hOST: b']],
  ['a user in the target', 'http://user@reports.example.com/', [hostHeader]],
  ['a password in the target', 'http://user:pass@reports.example.com/v1/clients', [hostHeader]],
  [
    'an upper-case scheme and a password in the target',
    'HTTP://user:pass@reports.example.com/',
    [hostHeader],
  ],
  ['a Host with a user', '/', ['Host: user@reports.example.com']],
])('a request with %s gives 400 and a problem', async (_, target, lines) => {
  const testHost = await openHost();
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
    const response = await send(testHost, [`${method} ${target} HTTP/1.1`, ...lines]);
    expect(response).toMatchObject({
      status: 400,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  }
});

it('an absolute target gets the same response as its path', async () => {
  const testHost = await openHost();
  const authorization = `Authorization: Bearer ${testHost.key('agency')}`;
  const get = (target: string) =>
    send(testHost, [`GET ${target} HTTP/1.1`, hostHeader, authorization]);
  const response = await get('/v1/clients');
  expect(response?.status).toBe(200);
  expect(await get('http://reports.example.com/v1/clients')).toMatchObject({
    status: 200,
    body: response?.body,
  });
});
