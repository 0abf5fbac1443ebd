import { expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { waitOptions } from '../../../tests/setup/wait-options.ts';
import type { Store } from '../store/store.ts';
import { BackgroundMeasuring, type MeasuringProblem } from './background-measuring.ts';

/** Starts measuring a store with the given pending sites, until they are added to `doneIds`. */
function start(siteIds: readonly string[], overrides: Partial<Store>) {
  const doneIds = new Set<string>();
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    pendingSites: async () => siteIds.filter((id) => !doneIds.has(id)),
    ...overrides,
  };
  const progress: string[] = [];
  const problems: MeasuringProblem[] = [];
  const measuring = new BackgroundMeasuring({
    store,
    onProgress: ({ measured, left }) => progress.push(`${measured} of ${left}`),
    onProblem: (problem) => problems.push(problem),
    retryAfterMs: 1,
  });
  onTestFinished(() => measuring.close());
  return { doneIds, progress, problems, measuring };
}

it('does nothing without pending sites', async () => {
  const { progress, problems, measuring } = start([], {});
  await measuring.close();
  expect([progress, problems]).toEqual([[], []]);
});

it('measures no site for which there is too little free space, and retries until there is enough', async () => {
  let free = 9;
  const beginImport = vi.fn(createMemoryStore().beginImport);
  const { doneIds, progress, problems } = start(['a'], {
    lookups: {
      ...createMemoryStore().lookups,
      spaceForMeasuring: async ([siteId = '']) => [{ siteId, needed: 10, free }],
    },
    beginImport: async (settings) => {
      doneIds.add('a');
      return beginImport(settings);
    },
  });
  await vi.waitFor(() => expect(problems.length).toBeGreaterThan(1), waitOptions);
  expect(problems[0]).toEqual({ siteId: 'a', problem: { siteId: 'a', needed: 10, free: 9 } });
  expect(beginImport).not.toHaveBeenCalled();
  free = 10;
  await vi.waitFor(() => expect(progress.at(-1)).toBe('1 of 1'), waitOptions);
  expect(beginImport).toHaveBeenCalledWith({ measuresAgain: true });
});

it('continues with the next site if one fails, and retries it', async () => {
  let failures = 0;
  const memory = createMemoryStore();
  const { doneIds, progress, problems } = start(['a', 'b'], {
    lookups: {
      ...memory.lookups,
      async scansOfSites([id = '']) {
        if (id === 'a' && failures === 0) {
          failures += 1;
          throw new Error('The disk is full.');
        }
        doneIds.add(id);
        return [];
      },
    },
  });
  await vi.waitFor(() => expect(doneIds).toEqual(new Set(['a', 'b'])), waitOptions);
  await vi.waitFor(
    () => expect(progress).toEqual(['0 of 2', '1 of 2', '0 of 1', '1 of 1']),
    waitOptions,
  );
  expect(problems).toEqual([{ siteId: 'a', problem: { error: new Error('The disk is full.') } }]);
});

it('reports that the sites cannot be listed, and retries', async () => {
  let calls = 0;
  const { problems } = start([], {
    async pendingSites() {
      calls += 1;
      if (calls === 1) throw new Error('The server cannot be reached.');
      return [];
    },
  });
  await vi.waitFor(() => expect(calls).toBe(2), waitOptions);
  expect(problems).toEqual([
    { siteId: null, problem: { error: new Error('The server cannot be reached.') } },
  ]);
});

it('stops within a site without reporting a problem', async () => {
  const reached = Promise.withResolvers<void>();
  const scans = Promise.withResolvers<[]>();
  const { progress, problems, measuring } = start(['a', 'b'], {
    lookups: {
      ...createMemoryStore().lookups,
      scansOfSites() {
        reached.resolve();
        return scans.promise;
      },
    },
  });
  await reached.promise;
  const closing = measuring.close();
  scans.resolve([]);
  await closing;
  expect(problems).toEqual([]);
  expect(progress).toEqual(['0 of 2']);
});
