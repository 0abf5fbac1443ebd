import { describe, expect, it } from 'vitest';
import { isDirectLoopback } from './loopback.ts';

const requestWith = (headers: Record<string, string>): Request =>
  new Request('http://127.0.0.1/', { headers });

describe('a direct call to a loopback address', () => {
  it.each(['127.0.0.1:4180', 'localhost:4180', 'localhost', '[::1]:4180', 'LOCALHOST'])(
    'may have the host %s',
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
  ])('does not have the host %s', (host) => {
    expect(isDirectLoopback(requestWith({ host }))).toBe(false);
  });

  it('has a Host header', () => {
    expect(isDirectLoopback(requestWith({}))).toBe(false);
  });

  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Any',
    'Via',
    'X-Real-IP',
  ])('has no %s header', (name) => {
    expect(isDirectLoopback(requestWith({ host: 'localhost:4180', [name]: 'x' }))).toBe(false);
  });
});
