import { expect, it } from 'vitest';
import { runCollectCycles } from './kill-collect-cycles.ts';

/** `npm run soak` kills far more often. */
const kills = 4;

it('a host killed four times while it runs scans asks nothing twice and passes no ceiling', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runCollectCycles({ kills, seed });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.kills).toBe(kills);
  expect(report.scans).toBeGreaterThanOrEqual(1);
});
