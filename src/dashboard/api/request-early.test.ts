// @vitest-environment node
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serviceWorld } from '../../../tests/setup/service-world.ts';
import { ClientPage } from '../../contract/resources.ts';
import { type Call, patience, request } from './request.ts';
import { requestEarly } from './request-early.ts';

const world = serviceWorld();
const call = { method: 'GET', path: '/v1/clients', session: null } as const satisfies Call;
let answers = 0;

beforeEach(() => {
  answers = 0;
  world.lay(
    http.get('*/v1/clients', () => {
      answers += 1;
      return HttpResponse.json({ data: [{ id: `${answers}`, name: null }], nextCursor: null });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = async (given: Call = call) => (await request(given, ClientPage)).data[0]?.id;

it('answers the call that is made later, once, and asks for nothing twice', async () => {
  requestEarly(call);
  expect(await ask()).toBe('1');
  expect(world.calls).toHaveLength(1);
  expect(await ask()).toBe('2');
});

it('answers no other call, and none of another session', async () => {
  requestEarly({ ...call, session: 'before' });
  expect(await ask()).toBe('2');
  expect(await ask({ ...call, search: new URLSearchParams({ limit: '9' }) })).toBe('3');
  expect(await ask({ ...call, session: 'before' })).toBe('1');
});

it('tells the call why there is no answer', async () => {
  world.lay(http.get('*/v1/clients', () => HttpResponse.error()));
  requestEarly(call);
  await expect(ask()).rejects.toMatchObject({ kind: 'unreachable' });
});

it('stops with the call that has taken it, also one that was given up before', async () => {
  for (const isLate of [true, false]) {
    requestEarly(call);
    const stop = new AbortController();
    if (!isLate) stop.abort();
    const asked = ask({ ...call, signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  }
});

it('is let go when nobody has asked for it in time', async () => {
  vi.useFakeTimers();
  requestEarly(call);
  await vi.advanceTimersByTimeAsync(patience);
  vi.useRealTimers();
  expect(await ask()).toBe('2');
});
