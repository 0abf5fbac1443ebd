import { expect, it } from 'vitest';
import { runKillCycles } from './kill-cycles.ts';

/** `npm run soak` kills far more often. */
const kills = 4;

it('a host killed four times neither loses nor duplicates what it acknowledged', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runKillCycles({ cycles: kills, seed });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.cycles).toBe(kills);
  // The kills must interrupt work, or the test would prove nothing.
  expect(report.notes).toBeGreaterThanOrEqual(7);
  expect(report.reads).toBeGreaterThanOrEqual(7);
  expect(report.imports).toBeGreaterThanOrEqual(1);
  expect(report.unacknowledgedAbsent + report.unacknowledgedWhole).toBeGreaterThanOrEqual(1);
});
