// @vitest-environment node
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { ClientPage } from '../../contract/portfolio.ts';
import { type Call, request, responseTimeout } from './request.ts';
import { requestEarly } from './request-early.ts';

const world = setUpService();
const call = { method: 'GET', path: '/v1/clients', session: null } as const satisfies Call;
let responses = 0;

beforeEach(() => {
  responses = 0;
  world.override(
    http.get('*/v1/clients', () => {
      responses += 1;
      return HttpResponse.json({ data: [{ id: `${responses}`, name: null }], nextCursor: null });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const fetchFirstId = async (pageCall: Call = call) =>
  (await request(pageCall, ClientPage)).data[0]?.id;

it('an early request passes its response to the next equal call, once, without a second request', async () => {
  requestEarly(call);
  expect(await fetchFirstId()).toBe('1');
  expect(world.calls).toHaveLength(1);
  expect(await fetchFirstId()).toBe('2');
});

it('an early request does not pass its response to other calls or other sessions', async () => {
  requestEarly({ ...call, session: 'before' });
  expect(await fetchFirstId()).toBe('2');
  expect(await fetchFirstId({ ...call, search: new URLSearchParams({ limit: '9' }) })).toBe('3');
  expect(await fetchFirstId({ ...call, session: 'before' })).toBe('1');
});

it('an early request passes its failure to the call', async () => {
  world.override(http.get('*/v1/clients', () => HttpResponse.error()));
  requestEarly(call);
  await expect(fetchFirstId()).rejects.toMatchObject({ kind: 'unreachable' });
});

it('aborting the call that claims an early request aborts both, even if the call was aborted before claiming it', async () => {
  for (const isAbortedAfterClaim of [true, false]) {
    requestEarly(call);
    const stop = new AbortController();
    if (!isAbortedAfterClaim) stop.abort();
    const fetching = fetchFirstId({ ...call, signal: stop.signal });
    stop.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
  }
});

it('an early request is dropped when no call claims it in time', async () => {
  vi.useFakeTimers();
  requestEarly(call);
  await vi.advanceTimersByTimeAsync(responseTimeout);
  vi.useRealTimers();
  expect(await fetchFirstId()).toBe('2');
});
