import { expect, it } from 'vitest';
import { damageStores } from './damage.ts';

it('a store with a damaged or missing file responds correctly or names the damage, and loses nothing else', () => {
  const report = damageStores({ cases: 12, seed: 1 });
  expect(report.faults).toEqual([]);
  expect(report.correct + report.refused).toBe(12);
  expect(report.refused).toBeGreaterThan(3);
});
