import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openHost, script } from './harness.ts';

const asset = '/assets/app-a1b2c3.js';

describe('the files of the page', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
    ['identity', 'none'],
    ['', 'none'],
  ])('are sent for Accept-Encoding "%s" with this encoding: %s', async (accepted, encoding) => {
    const host = await openHost();
    const response = await host.call({ path: asset, headers: { 'accept-encoding': accepted } });
    expect(response.status).toBe(200);
    expect(response.headers['content-encoding'] ?? 'none').toBe(encoding);
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'content-length': String(response.bytes.length),
    });
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    const decode = encoding === 'br' || encoding === 'gzip' ? decoders[encoding] : null;
    expect((decode === null ? response.bytes : decode(response.bytes)).toString()).toBe(script);
  });

  it('are not resent while the ETag of the same encoding matches', async () => {
    const host = await openHost();
    const headers = { 'accept-encoding': 'br' };
    const { etag } = (await host.call({ path: asset, headers })).headers;
    const unchangedResponse = await host.call({
      path: asset,
      headers: { ...headers, 'if-none-match': `"other", W/${etag}` },
    });
    expect(unchangedResponse.status).toBe(304);
    expect(unchangedResponse.bytes).toHaveLength(0);
    const uncompressedResponse = await host.call({
      path: asset,
      headers: { 'if-none-match': etag ?? '' },
    });
    expect(uncompressedResponse.status).toBe(200);
  });

  it.each(['*', ' * '])(
    'are not resent for If-None-Match "%s", which still gives 404 for a missing file',
    async (tag) => {
      const host = await openHost();
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'if-none-match': tag };
        expect(await host.call({ method, path: asset, headers })).toMatchObject({
          status: 304,
          headers: { etag: expect.stringMatching(/^".+"$/) },
        });
        const missing = await host.call({ method, path: '/assets/missing.js', headers });
        expect(missing.status).toBe(404);
      }
    },
  );

  it('are cached for an hour if their names do not contain a hash', async () => {
    const host = await openHost();
    const response = await host.call({ path: '/robots.txt' });
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/assets/%00',
  ])('never include a file outside their folder: %s', async (path) => {
    const host = await openHost();
    const response = await host.call({ path });
    expect(response.text).not.toContain('not for anybody');
  });

  it.each([`${asset}.br`, '/assets/missing.js', '/assets/'])('do not include %s', async (path) => {
    const host = await openHost();
    expect((await host.call({ path, headers: { accept: '*/*' } })).status).toBe(404);
  });
});

describe('the document', () => {
  it.each([
    '/',
    '/clients',
    '/clients/a/sites/b/timeline?metric=gap',
    '/no/such/page',
    '/index.html',
  ])('is served at %s, uncached and uncompressed', async (path) => {
    const host = await openHost();
    const response = await host.call({
      path,
      headers: { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' },
    });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.text).toContain('"session":null');
  });

  it('is not served to requests that do not accept HTML', async () => {
    const host = await openHost();
    const response = await host.call({ path: '/logo.png', headers: { accept: 'image/png' } });
    expect(response.status).toBe(404);
  });

  it('contains the units and the branding', async () => {
    const host = await openHost({ BRAND_NAME: 'Acme <Reports>', BRAND_ACCENT: '#AA0000' });
    const { text } = await host.call();
    const block = /id="page-settings">(.*)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(block)).toMatchObject({
      units: { visibility: '%', gap: '%' },
      brand: { name: 'Acme <Reports>', accent: '#aa0000', logo: null },
    });
  });

  it('may load only its own files and data: images, and may not create scripts from strings', async () => {
    const host = await openHost();
    const { headers } = await host.call();
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });
});

it.each(['/', asset, '/v1/clients', '/healthz', '/session', '/assets/missing.js'])(
  'the response to GET %s has security headers',
  async (path) => {
    const host = await openHost();
    const { headers } = await host.call({ path });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  },
);

it('/healthz returns 200 once the host is ready', async () => {
  const host = await openHost();
  const response = await host.call({ path: '/healthz' });
  expect(response.status).toBe(200);
  expect(JSON.parse(response.text)).toEqual({ status: 'ok' });
});
