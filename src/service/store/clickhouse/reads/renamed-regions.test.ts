import { setImmediate } from 'node:timers';
import { expect, it, vi } from 'vitest';
import { findRenamedRegions } from './renamed-regions.ts';

it('finds the regions with other codes, and lets other work run meanwhile', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5;
    return now;
  });
  let hasOtherRun = false;
  setImmediate(() => {
    hasOtherRun = true;
  });
  const areas = Array.from({ length: 20 }, (_, index) => `US:Area ${index}`);
  const renamed = await findRenamedRegions([...areas, 'US:CA', 'US:California', 'US:CA']);
  clock.mockRestore();
  expect([...renamed]).toEqual([['US:CA', 'US:California']]);
  expect(hasOtherRun).toBe(true);
});
