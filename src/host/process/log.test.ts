import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeduplicatedLog, createLog, kindOfError } from './log.ts';

it.each(['authorization', 'cookie', 'set-cookie', 'apiKey', 'key', 'search', 'query'])(
  'redacts %s at the top level and up to two levels below',
  (name) => {
    let line = '';
    const log = createLog({ write: (text) => (line += text) });
    log.info({ [name]: 'canary', a: { [name]: 'canary', b: { [name]: 'canary' } } }, 'message');
    expect(line).toContain('message');
    expect(line).not.toContain('canary');
  },
);

describe('repeated lines', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const openDeduplicatedLog = () => {
    const lines: { msg: string; repeated?: number }[] = [];
    const log = createDeduplicatedLog(
      createLog({ write: (text) => void lines.push(JSON.parse(text)) }),
    );
    const fail = (error: unknown, message = 'failed') =>
      log({ level: 'error', message, fields: { err: error }, repeatKey: kindOfError(error) });
    return { lines, fail };
  };

  it('are written once, then after ten seconds as one line with the number of repeats', () => {
    const { lines, fail } = openDeduplicatedLog();
    for (let n = 0; n < 1_000; n += 1) fail(new Error('away'));
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 999]);
    fail(new Error('away'));
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
  });

  it('have the same message and error; any other line is written at once', () => {
    const { lines, fail } = openDeduplicatedLog();
    for (let n = 0; n < 3; n += 1) {
      fail(new Error('away'));
      fail(new TypeError('away'));
      fail(new Error('full'));
      fail(new Error('away'), 'failed elsewhere');
      fail('no error at all');
    }
    expect(lines).toHaveLength(5);
  });

  it('are counted for at most 100 kinds of lines at once', () => {
    const { lines, fail } = openDeduplicatedLog();
    for (let n = 0; n < 101; n += 1) fail(new Error(`${n}`));
    fail(new Error('100'));
    expect(lines).toHaveLength(101);
    fail(new Error('0'));
    expect(lines).toHaveLength(102);
  });
});
