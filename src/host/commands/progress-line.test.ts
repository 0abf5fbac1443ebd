import { describe, expect, it } from 'vitest';
import type { ImportProgress } from '../../service/import/import.ts';
import { withProgressLine } from './progress-line.ts';

const progress: ImportProgress = {
  phase: 'checking',
  lines: 2_000,
  answers: 1_000,
  bytes: 25,
  size: 100,
};
const clearLine = '\r\u001b[K';

/** Sets up a stream that records what is written, and a clock that the test sets. */
function setUp(isTTY: boolean) {
  const written: string[] = [];
  const time = { ms: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const run = (work: Parameters<typeof withProgressLine>[1]) =>
    withProgressLine(stream, work, () => time.ms);
  return { written, time, run };
}

describe('the progress line', () => {
  it('shows lines, speed and time left', async () => {
    const { written, time, run } = setUp(true);
    await run(async (onProgress) => {
      onProgress(progress);
      time.ms = 2_000;
      onProgress(progress);
    });
    expect(written[1]).toBe(`${clearLine}checking: 2,000 lines, 500 answers a second, 6 s left`);
  });

  it('is cleared whether the import succeeds or fails', async () => {
    const succeeding = setUp(true);
    await succeeding.run(async (onProgress) => onProgress(progress));
    const failing = setUp(true);
    const failure = failing.run(async (onProgress) => {
      onProgress(progress);
      throw new Error('refused');
    });
    await expect(failure).rejects.toThrow('refused');
    for (const { written } of [succeeding, failing]) {
      expect(written).toHaveLength(2);
      expect(written.at(-1)).toBe(clearLine);
    }
  });

  it('is a plain line every five seconds outside a terminal', async () => {
    const { written, time, run } = setUp(false);
    await run(async (onProgress) => {
      for (time.ms = 0; time.ms <= 12_000; time.ms += 1_000) onProgress(progress);
    });
    expect(written).toHaveLength(2);
    expect(written.every((text) => /^checking: .*\n$/.test(text))).toBe(true);
  });
});
