import { expect, it } from 'vitest';
import { killCycles } from './kill-cycles.ts';

it('a host killed twenty times at random moments loses and doubles nothing that it acknowledged', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await killCycles({ cycles: 20, seed });
  expect(report.lost, `seed ${seed}`).toEqual([]);
  expect(report.cycles).toBe(20);
  // The moments must fall among the work, or nothing was shown.
  expect(report.notes).toBeGreaterThanOrEqual(28);
  expect(report.reads).toBeGreaterThanOrEqual(28);
  expect(report.imports).toBeGreaterThanOrEqual(4);
  expect(report.unansweredAbsent + report.unansweredWhole).toBeGreaterThanOrEqual(4);
}, 600_000);
