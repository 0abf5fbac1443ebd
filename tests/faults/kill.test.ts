import { expect, it } from 'vitest';
import { runKillCycles } from './kill-cycles.ts';

it('a host killed twenty times neither loses nor duplicates what it acknowledged', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runKillCycles({ cycles: 20, seed });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.cycles).toBe(20);
  // The kills must interrupt work, or the test would prove nothing.
  expect(report.notes).toBeGreaterThanOrEqual(28);
  expect(report.reads).toBeGreaterThanOrEqual(28);
  expect(report.imports).toBeGreaterThanOrEqual(4);
  expect(report.unacknowledgedAbsent + report.unacknowledgedWhole).toBeGreaterThanOrEqual(4);
}, 600_000);
