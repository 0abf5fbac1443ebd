import { expect, it } from 'vitest';
import { runSetupKillCycles } from './kill-setup-cycles.ts';

/** One for each kill point. `npm run soak` kills far more often. */
const kills = 5;
/** Each kill needs a start and a comparison of all views. */
const timeout = 900_000;

it('a host killed five times while set-ups change loses none that it acknowledged, and stores no part of another', {
  timeout,
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runSetupKillCycles({ cycles: kills, seed });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.cycles).toBe(kills);
  // The kills must interrupt work, or the test would prove nothing.
  expect(report.stored).toBeGreaterThanOrEqual(3);
  expect(report.accepted).toBeGreaterThanOrEqual(4);
  expect(report.ended).toBeGreaterThanOrEqual(2);
  expect(report.accepted).toBeGreaterThan(report.ended);
});
