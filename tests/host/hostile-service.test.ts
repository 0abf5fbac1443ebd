import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { openHost, openRemoteService } from './harness.ts';

const authorization = 'Bearer some-key';
const feedPath = '/sightline/v1/feeds/secret.csv';
const markup = '<script>alert(1)</script>';

/** Opens a host whose remote service responds to every request with one status, type and body. */
async function openHostWith(status: number, headers: Record<string, string>, body = markup) {
  const remoteService = await openRemoteService(() => ({ status, headers, body }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  return (path: string) => host.call({ path, headers: { authorization } });
}

const typesOnlyABrowserRuns = [
  'text/html',
  'TEXT/HTML; charset=utf-7',
  'image/svg+xml',
  'application/xhtml+xml',
  'text/xml',
  'text/javascript',
  'application/pdf',
  'application/wasm',
  'text/plain',
  'multipart/x-mixed-replace; boundary=a',
  'application/json, text/html',
  'application/json text/html',
];

describe('a hostile remote service', () => {
  it.each(
    typesOnlyABrowserRuns.flatMap((type) =>
      ['/v1/clients', feedPath].map((path) => [type, path] as const),
    ),
  )('cannot send %s at %s', async (type, path) => {
    const request = await openHostWith(200, { 'content-type': type });
    const response = await request(path);
    expect(response.status).toBe(502);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.text).not.toContain(markup);
    expect(JSON.parse(response.text).type).toBe(problemTypes.upstreamContentType);
  });

  it('is described by the type that it sent, but not by one that is not readable', async () => {
    const sendHtml = await openHostWith(200, { 'content-type': 'Text/HTML; charset=utf-8' });
    expect(JSON.parse((await sendHtml('/v1/clients')).text).detail).toBe(
      'The service at SERVICE_URL responded with 200 and the content type text/html instead of JSON.',
    );
    const sendOddType = await openHostWith(200, { 'content-type': '<b>bold</b>' });
    expect(JSON.parse((await sendOddType(feedPath)).text).detail).toBe(
      'The service at SERVICE_URL responded with 200 and an invalid content type instead of CSV.',
    );
  });

  it.each([401, 404, 429, 500])(
    'keeps a status of %i when the body of the error is replaced',
    async (status) => {
      const headers = {
        'content-type': 'text/html',
        'retry-after': '7',
        'www-authenticate': 'Bearer',
      };
      const request = await openHostWith(status, headers);
      for (const path of ['/v1/clients', feedPath]) {
        const response = await request(path);
        expect(response.status).toBe(status);
        expect(response.headers).toMatchObject({
          'content-type': 'application/problem+json',
          'retry-after': '7',
          'www-authenticate': 'Bearer',
        });
        expect(response.text).not.toContain(markup);
      }
    },
  );

  it.each([
    ['/v1/clients', 'application/json; charset=utf-7', 'application/json'],
    ['/v1/clients', 'Application/JSON', 'application/json'],
    ['/v1/clients', 'application/vnd.api+json', 'application/json'],
    ['/v1/clients', 'application/problem+json; charset=utf-8', 'application/problem+json'],
    [feedPath, 'text/csv; header=present; charset=utf-16', 'text/csv; charset=utf-8'],
  ])('at %s, sends %s on as %s', async (path, type, expected) => {
    const request = await openHostWith(200, { 'content-type': type }, '{}');
    const response = await request(path);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe(expected);
  });

  it.each([
    ['/v1/clients', 'application/json'],
    [feedPath, 'text/csv; charset=utf-8'],
  ])('cannot leave the type of a response at %s to the browser', async (path, expected) => {
    const request = await openHostWith(200, {}, markup);
    expect((await request(path)).headers['content-type']).toBe(expected);
  });

  it('cannot send JSON as the content of a feed, or CSV as anything else', async () => {
    const sendJson = await openHostWith(200, { 'content-type': 'application/json' }, '{}');
    expect((await sendJson(feedPath)).status).toBe(502);
    const sendCsv = await openHostWith(200, { 'content-type': 'text/csv' }, 'a,b');
    expect((await sendCsv('/v1/clients')).status).toBe(502);
  });

  it('cannot set a header that changes what the browser does', async () => {
    const unwantedHeaders = {
      'set-cookie': 'a=b; Path=/',
      link: '</evil.js>; rel=preload; as=script',
      location: 'https://evil.example',
      refresh: '0;url=https://evil.example',
      'content-disposition': 'attachment; filename="evil.html"',
      'service-worker-allowed': '/',
      'clear-site-data': '"*"',
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'x-frame-options': 'ALLOWALL',
      'report-to': '{}',
      'reporting-endpoints': 'a="https://evil.example"',
      nel: '{}',
      'alt-svc': 'h3=":443"',
      sourcemap: 'https://evil.example/a.map',
      'speculation-rules': '"/evil.json"',
      'origin-agent-cluster': '?0',
      'accept-ch': 'Sec-CH-UA-Model',
    };
    for (const [path, type] of [
      ['/v1/clients', 'application/json'],
      [feedPath, 'text/csv'],
    ] as const) {
      const request = await openHostWith(
        200,
        {
          'content-type': type,
          'content-security-policy': "default-src *; script-src * 'unsafe-inline'",
          'x-content-type-options': 'none',
          'cross-origin-resource-policy': 'cross-origin',
          ...unwantedHeaders,
        },
        '{}',
      );
      const { status, headers } = await request(path);
      expect(status).toBe(200);
      for (const name of Object.keys(unwantedHeaders)) expect(headers).not.toHaveProperty(name);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(String(headers['content-security-policy']).split('; ')).toEqual(
        expect.arrayContaining(["default-src 'none'", 'sandbox']),
      );
    }
  });
});

describe('the sandbox', () => {
  it('is on every response except the page and its files', async () => {
    const host = await openHost();
    const isSandboxed = async (path: string, headers: Record<string, string> = {}) =>
      String((await host.call({ path, headers })).headers['content-security-policy'])
        .split('; ')
        .includes('sandbox');
    const dataPaths = ['/v1/clients', '/sightline/v1', '/v1/openapi.json', '/healthz', '/metrics'];
    for (const path of [...dataPaths, feedPath, '/session', '/assets/missing.js']) {
      expect([path, await isSandboxed(path)]).toEqual([path, true]);
    }
    expect(await isSandboxed('/', { host: 'a@b' })).toBe(true);
    for (const path of ['/', '/clients', '/assets/app-a1b2c3.js', '/robots.txt']) {
      expect([path, await isSandboxed(path, { accept: '*/*' })]).toEqual([path, false]);
    }
  });
});
