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
    ['identity', undefined],
    ['', undefined],
  ])('come for "%s" as %s', async (accepted, encoding) => {
    const host = await openHost();
    const answer = await host.call({ path: asset, headers: { 'accept-encoding': accepted } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.bytes.length),
    });
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    const read = encoding === 'br' || encoding === 'gzip' ? decoders[encoding] : null;
    expect((read === null ? answer.bytes : read(answer.bytes)).toString()).toBe(script);
  });

  it('are not sent again while they have not changed', async () => {
    const host = await openHost();
    const headers = { 'accept-encoding': 'br' };
    const { etag } = (await host.call({ path: asset, headers })).headers;
    const again = await host.call({
      path: asset,
      headers: { ...headers, 'if-none-match': `"other", W/${etag}` },
    });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    const plain = await host.call({ path: asset, headers: { 'if-none-match': etag ?? '' } });
    expect(plain.status).toBe(200);
  });

  it.each(['*', ' * '])('are not sent again to what has any of them: "%s"', async (tag) => {
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
  });

  it('are asked for again within the hour when their names do not change', async () => {
    const host = await openHost();
    const answer = await host.call({ path: '/robots.txt' });
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/assets/%00',
  ])('never include what is outside them: %s', async (path) => {
    const host = await openHost();
    const answer = await host.call({ path });
    expect(answer.text).not.toContain('not for anybody');
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
  ])('answers %s, uncached and uncompressed', async (path) => {
    const host = await openHost();
    const answer = await host.call({
      path,
      headers: { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.text).toContain('"session":null');
  });

  it('is not an answer to what asks for something else', async () => {
    const host = await openHost();
    const image = await host.call({ path: '/logo.png', headers: { accept: 'image/png' } });
    expect(image.status).toBe(404);
  });

  it('carries units and branding', async () => {
    const host = await openHost({ BRAND_NAME: 'Acme <Reports>', BRAND_ACCENT: '#AA0000' });
    const { text } = await host.call();
    const block = /id="page-facts">(.*)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(block)).toMatchObject({
      units: { visibility: '%', gap: 'pt' },
      brand: { name: 'Acme <Reports>', accent: '#aa0000', logo: null },
    });
  });

  it('may load its own files only, and make script from no text', async () => {
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

  it.each(['/', asset, '/v1/clients', '/healthz', '/session', '/assets/missing.js'])(
    'and everything else is protected: %s',
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

  it('is found healthy once the host serves', async () => {
    const host = await openHost();
    const answer = await host.call({ path: '/healthz' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ status: 'ok' });
  });
});
