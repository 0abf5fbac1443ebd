import { describe, expect, it } from 'vitest';
import { isDirectLoopback } from './loopback.ts';

const asked = (headers: Record<string, string>): Request =>
  new Request('http://127.0.0.1/', { headers });

describe('a call straight to a loopback address', () => {
  it.each(['127.0.0.1:4180', 'localhost:4180', 'localhost', '[::1]:4180', 'LOCALHOST'])(
    'may ask for %s',
    (host) => {
      expect(isDirectLoopback(asked({ host }))).toBe(true);
    },
  );

  it.each([
    'evil.example:4180',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '',
  ])('does not ask for %s', (host) => {
    expect(isDirectLoopback(asked({ host }))).toBe(false);
  });

  it('names a host', () => {
    expect(isDirectLoopback(asked({}))).toBe(false);
  });

  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Any',
    'Via',
    'X-Real-IP',
  ])('carries no %s header', (name) => {
    expect(isDirectLoopback(asked({ host: 'localhost:4180', [name]: 'x' }))).toBe(false);
  });
});
