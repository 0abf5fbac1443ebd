import { expect, it } from 'vitest';
import { damageStores } from './damage.ts';

/** `npm run soak` damages far more stores. */
const cases = 3;

it('a store with a damaged or missing file responds correctly or names the damage, and loses nothing else', () => {
  const report = damageStores({ cases, seed: 1 });
  expect(report.faults).toEqual([]);
  expect(report.correct + report.refused).toBe(cases);
  expect(report.refused).toBeGreaterThan(0);
});
