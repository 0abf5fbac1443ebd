// @vitest-environment node
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { ClientPage } from '../../contract/portfolio.ts';
import { type Call, request, responseTimeout } from './request.ts';
import { requestEarly } from './request-early.ts';

const world = setUpService();
const call = { method: 'GET', path: '/v1/clients', session: null } as const satisfies Call;
let responseCount = 0;

beforeEach(() => {
  responseCount = 0;
  world.override(
    http.get('*/v1/clients', () => {
      responseCount += 1;
      return HttpResponse.json({
        data: [{ id: `${responseCount}`, name: null }],
        nextCursor: null,
      });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fetchFirstId = async (pageCall: Call = call) =>
  (await request(pageCall, ClientPage)).data[0]?.id;

describe('an early request', () => {
  it('passes its response to the next equal call only, which sends no request', async () => {
    requestEarly(call);
    expect(await fetchFirstId()).toBe('1');
    expect(world.calls).toHaveLength(1);
    expect(await fetchFirstId()).toBe('2');
  });

  it('does not pass its response to other calls or other sessions', async () => {
    requestEarly({ ...call, session: 'before' });
    expect(await fetchFirstId()).toBe('2');
    expect(await fetchFirstId({ ...call, search: new URLSearchParams({ limit: '9' }) })).toBe('3');
    expect(await fetchFirstId({ ...call, session: 'before' })).toBe('1');
  });

  it('passes its failure to the call that claims it', async () => {
    world.override(http.get('*/v1/clients', () => HttpResponse.error()));
    requestEarly(call);
    await expect(fetchFirstId()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each(['after', 'before'])(
    'is aborted if the call that claims it is aborted %s the claim',
    async (when) => {
      const signals: AbortSignal[] = [];
      vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      });
      requestEarly(call);
      const stop = new AbortController();
      if (when === 'before') stop.abort();
      const fetching = fetchFirstId({ ...call, signal: stop.signal });
      stop.abort();
      await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    },
  );

  it('is dropped if no call claims it in time', async () => {
    vi.useFakeTimers();
    requestEarly(call);
    await vi.advanceTimersByTimeAsync(responseTimeout);
    vi.useRealTimers();
    expect(await fetchFirstId()).toBe('2');
  });
});
