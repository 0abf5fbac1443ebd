import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { handleInStretches, Stretch } from './stretch.ts';

/** Lets each look at the clock take a number of milliseconds. */
function slowClock(milliseconds: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

/** Counts what is handled between two rounds of events while promises are pending. */
async function countPerRound(work: readonly Promise<void>[], handled: { count: number }) {
  const counts: number[] = [];
  let isDone = false;
  const done = Promise.all(work).then(() => {
    isDone = true;
  });
  while (!isDone) {
    const before = handled.count;
    await nextRound();
    counts.push(handled.count - before);
  }
  await done;
  return counts;
}

test('items that take longer than ten milliseconds each are handled one in a round', async () => {
  slowClock(11);
  const handled = { count: 0 };
  const work = handleInStretches(Array.from({ length: 20 }), () => {
    handled.count += 1;
  });
  const counts = await countPerRound([work], handled);
  expect(handled.count).toBe(20);
  expect(Math.max(...counts)).toBe(1);
});

test('only one of many pieces of work goes on in a round', async () => {
  slowClock(11);
  const handled = { count: 0 };
  const work = Array.from({ length: 10 }, () =>
    handleInStretches([1, 2, 3], () => {
      handled.count += 1;
    }),
  );
  const counts = await countPerRound(work, handled);
  expect(handled.count).toBe(30);
  expect(Math.max(...counts)).toBe(1);
});

test('short items are handled without a pause, in order', async () => {
  slowClock(0);
  const handled: number[] = [];
  const work = handleInStretches([3, 1, 2], (item) => handled.push(item));
  await Promise.resolve();
  expect(handled).toEqual([3, 1, 2]);
  await work;
});

test('work that begins while other work is paused waits behind it', async () => {
  slowClock(0);
  const first = new Stretch();
  const paused = first.pause();
  expect(new Stretch().isOver).toBe(true);
  await paused;
  expect(new Stretch().isOver).toBe(false);
});
