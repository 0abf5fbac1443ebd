import { expect, it } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import { measured } from '../service/small-world.ts';
import { openEcho, openHost, type TestHost } from './harness.ts';
import { openRaw, type RawResponse } from './raw-connection.ts';

const canary = 'CANARY-4711';
const note = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0] ?? '',
});
const host = 'Host: reports.example.com';

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
  `${note}?tag=${canary}`,
];

/** Header lines for a valid target. */
const headers = [
  [],
  [host, host],
  [host, 'Host: elsewhere.example'],
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
  [host, `Authorization: Bearer \u00e9${canary}`],
  [host, `Authorization: Bearer ${canary}`, `Authorization: Bearer ${canary}`],
  [host, `Authorization: Basic ${canary}`],
  [host, `Authorization: Bearer ${canary} ${canary}`],
  [host, `Cookie: ${canary}; =; ;; __proto__=${canary}; sightline-session=%`],
  [host, `Cookie: sightline-session-80=${canary}`, 'X-Session: \u00ff'],
  [host, `__proto__: ${canary}`, `constructor: ${canary}`],
  [host, 'Origin: http://['],
  [host, 'Origin: \u00ff', 'Sec-Fetch-Site: \u00ff'],
  [host, 'X-Forwarded-For: ,,;[::', 'X-Forwarded-Proto: https,http', 'Forwarded: ;;'],
  [host, 'Accept: \u00ff;q=x', 'Accept-Encoding: ;q=,*;q=,gzip;q=2'],
  [host, 'If-None-Match: "', 'Range: bytes=-', 'Expect: nothing'],
  [host, 'Content-Type: \u00ff', 'Content-Length: 0'],
  [host, 'Content-Length: -1'],
  [host, 'Content-Length: 1', 'Content-Length: 2'],
  [host, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  [host, 'Transfer-Encoding: gzip, chunked'],
  [host, 'Transfer-Encoding: nothing'],
  [host, 'Upgrade: websocket', 'Connection: Upgrade'],
  [host, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk'],
  [host, 'Connection: close, \u00ff'],
  [host, ' folded: header'],
  ['Broken'],
];
const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get'];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''];

/** Short, because some requests announce a body that never arrives. */
const limits = { headers: 300, request: 300, idle: 20_000 };

/** Sends a request on a new connection. Returns null if it ends without a response, as after CONNECT. */
async function send(to: TestHost, lines: readonly string[]): Promise<RawResponse | null> {
  const connection = openRaw(to.url);
  await connection.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  return connection.response(lines[0]?.startsWith('HEAD '));
}

async function sendAll(to: TestHost): Promise<void> {
  const requests = [
    ...targets.flatMap((target) =>
      methods.map((method) => [`${method} ${target} HTTP/1.1`, host, 'Connection: close']),
    ),
    ...targets.map((target) => [`GET ${target} HTTP/1.1`, host, `Authorization: Bearer ${canary}`]),
    ...headers.flatMap((lines) =>
      [`GET /v1/clients?tag=${canary}`, 'GET /clients', `POST ${note}`, 'POST /session'].map(
        (start) => [`${start} HTTP/1.1`, ...lines],
      ),
    ),
    ...versions.map((version) => [`GET /v1/clients?tag=${canary} ${version}`.trim(), host]),
    [`CONNECT reports.example.com:443 HTTP/1.1`, host],
    [`PRI * HTTP/2.0`],
  ];
  for (const lines of requests) {
    const response = await send(to, lines);
    if (response === null) {
      expect(lines[0]).toMatch(/^CONNECT /);
      continue;
    }
    const what = lines.join('\n');
    expect(response.status, what).toBeGreaterThanOrEqual(200);
    expect(response.status, what).toBeLessThan(500);
    expect(response.body, what).not.toContain(canary);
  }
  expect(to.logged()).not.toContain(canary);
  expect(to.logged()).not.toContain('"level":50');
  const { text } = await to.call({ path: '/metrics' });
  expect(text).not.toMatch(/status="5/);
  expect(text).not.toContain(canary);
}

it('an odd request never makes the host fail, and none of its secrets are logged', async () => {
  await sendAll(await openHost({}, { limits }));
});

it('an odd request never makes a host with a remote service fail, and none of its secrets are logged', async () => {
  const echo = await openEcho(() => ({ status: 200, body: '{"data":[]}' }));
  await sendAll(await openHost({ SERVICE_URL: echo.url }, { limits }));
});

it.each([
  ['two Host headers', '/v1/clients', [host, host]],
  ['two Host headers on a page', '/', ['Host: a', 'hOST: b']],
  ['a user in the target', 'http://user@reports.example.com/', [host]],
  ['a password in the target', 'http://user:pass@reports.example.com/v1/clients', [host]],
  ['an odd scheme in the target', 'HTTP://user:pass@reports.example.com/', [host]],
  ['a Host with a user', '/', ['Host: user@reports.example.com']],
])('%s gives 400 and a problem for any method', async (_, target, lines) => {
  const to = await openHost();
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
    const response = await send(to, [`${method} ${target} HTTP/1.1`, ...lines]);
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

it('an absolute target is handled like its path', async () => {
  const to = await openHost();
  const authorization = `Authorization: Bearer ${to.key('agency')}`;
  for (const target of ['/v1/clients', 'http://reports.example.com/v1/clients']) {
    expect(await send(to, [`GET ${target} HTTP/1.1`, host, authorization])).toMatchObject({
      status: 200,
    });
  }
});
