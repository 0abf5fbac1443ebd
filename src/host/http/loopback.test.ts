import { describe, expect, it } from 'vitest';
import { isDirectLoopback } from './loopback.ts';

const requestWith = (headers: Record<string, string>): Request =>
  new Request('http://127.0.0.1/', { headers });

describe('isDirectLoopback', () => {
  it.each(['127.0.0.1:4180', 'localhost:4180', 'localhost', '[::1]:4180', 'LOCALHOST'])(
    'accepts the host %s',
    (host) => {
      expect(isDirectLoopback(requestWith({ host }))).toBe(true);
    },
  );

  it.each([
    'evil.example:4180',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '',
  ])('rejects the host "%s"', (host) => {
    expect(isDirectLoopback(requestWith({ host }))).toBe(false);
  });

  it('rejects a request without a Host header', () => {
    expect(isDirectLoopback(requestWith({}))).toBe(false);
  });

  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Any',
    'Via',
    'X-Real-IP',
  ])('rejects a request with a %s header', (name) => {
    expect(isDirectLoopback(requestWith({ host: 'localhost:4180', [name]: 'x' }))).toBe(false);
  });
});
