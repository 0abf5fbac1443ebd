import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import {
  countsPath,
  countsWith,
  growingPromptCount,
  respondWithTimeline,
  timelinesPath,
  unchangedSeries,
} from '../../../../tests/setup/changing-site.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { changeText } from '../../../figures/comparison/shown-verdict.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { loadChanges } from './load-changes.ts';

const world = setUpService();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['does not wait for slow counts unless every part has to load', false, []],
  ['waits for slow counts if every part has to load', true, ['12 prompts added']],
])('loading the changes %s', async (_, shouldLoadAll, expected) => {
  const [requested, response] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  world.override(
    http.get(timelinesPath, ({ request }) =>
      respondWithTimeline(new URL(request.url).searchParams, unchangedSeries),
    ),
    http.get(countsPath, async () => {
      requested.resolve();
      await response.promise;
      return HttpResponse.json(countsWith(100, growingPromptCount));
    }),
  );
  const { session, paging } = world.signedIn('agency');
  const caller = { session: session?.id ?? null, paging };
  const client = createQueryClient(caller, () => {});
  const context = { client, signal: new AbortController().signal };
  const request = requestOf(readSearch({}), '2026-03-01');
  const loading = loadChanges(context, { siteId: measured.siteId, request }, ['counts'], {
    isCompared: true,
    shouldLoadAll,
  });
  await requested.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  if (shouldLoadAll) response.resolve();
  const texts = (await loading).flatMap(({ changes }) => changes.map(changeText));
  expect(texts).toEqual(expected);
  response.resolve();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  client.clear();
});
