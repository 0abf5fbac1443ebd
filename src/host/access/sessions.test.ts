import { describe, expect, it } from 'vitest';
import { deriveSecrets } from './secrets.ts';
import { createSealer, sessionCookieOf, sessionSeconds } from './sessions.ts';

const start = Date.parse('2026-03-29T00:30:00Z');
const keyOf = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const olderKey = keyOf(1);
const newerKey = keyOf(2);
const createTestSealer = (keys: readonly Uint8Array[], at = start, audience = 'built-in') =>
  createSealer(deriveSecrets(keys), audience, () => at);

const sessionFields = {
  sample: false,
  isShare: false,
  scopes: null,
  isClientKey: null,
  isBusinessKey: null,
};

describe('a sealed session', () => {
  it('opens with its original content', async () => {
    const { session, sealed } = await createTestSealer([olderKey]).start('the-key', {
      ...sessionFields,
      sample: true,
    });
    expect(session).toMatchObject({ apiKey: 'the-key', sample: true });
    expect(await createTestSealer([olderKey]).open(sealed)).toEqual(session);
  });

  it('does not reveal the key', async () => {
    const { sealed } = await createTestSealer([olderKey]).start('canary-key', sessionFields);
    const parts = sealed
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect([sealed, ...parts].join()).not.toContain('canary');
  });

  it('ends after exactly eight hours', async () => {
    const { sealed, session } = await createTestSealer([olderKey]).start('k', sessionFields);
    const end = start + sessionSeconds * 1000;
    expect(session.expiresAt).toBe(start + 8 * 3_600_000);
    expect(await createTestSealer([olderKey], end - 1000).open(sealed)).not.toBeNull();
    expect(await createTestSealer([olderKey], end).open(sealed)).toBeNull();
  });

  it('opens with the second of two keys, but not after that key is removed', async () => {
    const { sealed } = await createTestSealer([olderKey]).start('k', sessionFields);
    expect(await createTestSealer([newerKey, olderKey]).open(sealed)).not.toBeNull();
    expect(await createTestSealer([newerKey]).open(sealed)).toBeNull();
  });

  it('does not open for another service', async () => {
    const { sealed } = await createTestSealer([olderKey]).start('k', sessionFields);
    expect(
      await createTestSealer([olderKey], start, 'https://example.com/').open(sealed),
    ).toBeNull();
  });

  it('does not open if a character is altered', async () => {
    const { sealed } = await createTestSealer([olderKey]).start('k', sessionFields);
    const sealer = createTestSealer([olderKey]);
    // Altering the last character of a base64url part may change only padding bits, so those characters are skipped.
    for (let at = 0; at < sealed.length; at += 1) {
      if (sealed[at] === '.' || sealed[at + 1] === '.' || at === sealed.length - 1) continue;
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(await sealer.open(altered), `character ${at}`).toBeNull();
    }
  });

  it.each(['', 'x', '....', 'e30.e30.e30.e30.e30', 'a.b.c'])(
    'does not open if its text is "%s"',
    async (text) => {
      expect(await createTestSealer([olderKey]).open(text)).toBeNull();
    },
  );

  it('has a new ID each time, but the same fingerprint for the same key', async () => {
    const sealer = createTestSealer([olderKey]);
    const [first, second, other] = await Promise.all([
      sealer.start('k', sessionFields),
      sealer.start('k', sessionFields),
      sealer.start('l', sessionFields),
    ]);
    expect(first.session.id).not.toBe(second.session.id);
    expect(first.session.fingerprint).toBe(second.session.fingerprint);
    expect(first.session.fingerprint).not.toBe(other.session.fingerprint);
  });

  it('fits in a cookie even with the longest key', async () => {
    const { sealed } = await createTestSealer(
      [olderKey],
      start,
      `https://${'x'.repeat(200)}/`,
    ).start('k'.repeat(2048), sessionFields);
    expect(sealed.length).toBeLessThanOrEqual(3_800);
  });
});

describe('the session cookie', () => {
  const requestWith = (headers: Record<string, string>) =>
    new Request('http://127.0.0.1:4180/', { headers: { host: '127.0.0.1:4180', ...headers } });

  it('is a __Host- cookie if the host listens beyond loopback', () => {
    const { name, attributes } = sessionCookieOf(
      requestWith({ host: 'reports.example.com' }),
      false,
    );
    expect(name).toBe('__Host-sightline-session');
    expect(attributes).toEqual({ path: '/', httpOnly: true, secure: true, sameSite: 'Strict' });
  });

  it('has a name that ends with the port, no __Host- prefix and no Secure attribute for a direct call on loopback', () => {
    const { name, attributes } = sessionCookieOf(requestWith({}), true);
    expect(name).toBe('sightline-session-4180');
    expect(attributes).toMatchObject({ secure: false, httpOnly: true, sameSite: 'Strict' });
  });

  it.each([
    ['the host listens beyond loopback', {}, false],
    ['a proxy forwards the call', { 'x-forwarded-proto': 'https' }, true],
    ['the request has another host name', { host: 'reports.example.com' }, true],
  ])('is Secure when %s', (_, headers, isOnLoopback) => {
    expect(sessionCookieOf(requestWith(headers), isOnLoopback).attributes.secure).toBe(true);
  });
});
