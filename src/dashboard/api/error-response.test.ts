import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../contract/problem.ts';
import { kindOf, readErrorBody, retryAfterOf } from './error-response.ts';

describe('readErrorBody', () => {
  it('reads an RFC 9457 problem with the parameters at fault', () => {
    const problem = {
      type: 'urn:x',
      title: 'Bad',
      status: 422,
      detail: 'One parameter is wrong.',
      errors: [{ parameter: 'tag', message: 'must not be empty' }, { other: 1 }, null],
    };
    expect(readErrorBody(JSON.stringify(problem))).toEqual({
      problemType: 'urn:x',
      reason: 'One parameter is wrong.',
      faults: [{ parameter: 'tag', message: 'must not be empty' }],
    });
  });

  it.each([
    [{ message: 'no' }],
    [{ error: 'no' }],
    [{ error: { message: 'no' } }],
    [{ error: { code: 7 }, title: 'no' }],
    [{ detail: ' no ' }],
  ])('finds the reason in %j', (body) => {
    expect(readErrorBody(JSON.stringify(body)).reason).toBe('no');
  });

  it.each([
    '',
    '<html><body>Bad gateway</body></html>',
    '{"message":"<b>bold</b>"}',
    'null',
    '"text"',
    '[1]',
    '{',
  ])('finds no reason in %j', (body) => {
    expect(readErrorBody(body).reason).toBeNull();
  });

  const bodiesWithReason = fc
    .record({
      message: fc.oneof(fc.string({ minLength: 450, maxLength: 550 }), fc.constant(' <b>no</b>')),
    })
    .map((body) => JSON.stringify(body));
  it('accepts any JSON, and returns no markup and at most 500 characters as the reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), bodiesWithReason), (body) => {
        const { reason } = readErrorBody(body);
        expect(reason === null || (reason.length <= 500 && !reason.startsWith('<'))).toBe(true);
      }),
    );
  });
});

describe('kindOf', () => {
  it.each([
    [400, 'refused'],
    [401, 'signedOut'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [409, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'busy'],
    [500, 'failed'],
    [502, 'failed'],
    [503, 'busy'],
    [507, 'failed'],
  ] as const)('maps %i to %s', (status, kind) => {
    expect(kindOf(status, null)).toBe(kind);
  });

  it('distinguishes a replaced session from other conflicts by the problem type', () => {
    expect(kindOf(409, problemTypes.sessionMismatch)).toBe('sessionMismatch');
  });

  it('recognises the host’s upstream timeout by the problem type', () => {
    expect(kindOf(504, problemTypes.upstreamTimeout)).toBe('timeout');
    expect(kindOf(504, null)).toBe('failed');
  });
});

describe('retryAfterOf, in milliseconds', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    [null, null],
    ['5', 5000],
    ['0', 0],
    ['86400', 60_000],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
  ])('reads %j as %j', (header, wait) => {
    expect(retryAfterOf(header, now)).toBe(wait);
  });
});
