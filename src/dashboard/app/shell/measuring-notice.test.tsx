import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const measuringPath = '*/sightline/v1/measuring';
const announcement = 'Figures are being measured again.';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (capabilities = ['measuring']) =>
  openDashboard('/clients', { ...world.signedIn('agency'), capabilities });
const findNotice = () => screen.findByRole('complementary', { name: 'Measuring' });
const queryNotice = () => screen.queryByRole('complementary', { name: 'Measuring' });
const countMeasuringCalls = () =>
  world.calls.filter((call) => call === 'GET /sightline/v1/measuring').length;
const countClientCalls = () =>
  world.calls.filter((call) => call.startsWith('GET /v1/clients?')).length;
const passInterval = () => act(() => vi.advanceTimersByTimeAsync(15_000));

/** Reports these numbers of measured sites, one after another, of 40 sites. */
function serveProgress(...measuredCounts: number[]) {
  const left = [...measuredCounts];
  world.override(
    http.get(measuringPath, () => HttpResponse.json({ sites: 40, measured: left.shift() ?? 40 })),
  );
}

it('says how many sites have been measured again', async () => {
  serveProgress(12);
  open();
  expect((await findNotice()).textContent).toBe(
    'Figures are being measured again: 12 of 40 sites' +
      'Names are found by new rules, so figures can change.',
  );
});

it('reads the progress every 15 seconds, and announces it only once', async () => {
  serveProgress(12, 13);
  open();
  const notice = await findNotice();
  const status = screen.getByText(announcement).closest('[role="status"]');
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(status ?? document, { subtree: true, childList: true, characterData: true });
  await passInterval();
  await waitFor(() => expect(notice.textContent).toContain('13 of 40 sites'));
  expect(within(notice).queryByRole('status')).toBeNull();
  changes.push(...observer.takeRecords());
  expect(changes).toEqual([]);
});

it('disappears when all sites are done, loads the figures again and stops polling', async () => {
  serveProgress(39, 40);
  open();
  await findNotice();
  await waitFor(() => expect(countClientCalls()).toBe(1));
  await passInterval();
  await waitFor(() => expect(queryNotice()).toBeNull());
  expect(screen.queryByText(announcement)).toBeNull();
  await waitFor(() => expect(countClientCalls()).toBe(2));
  await passInterval();
  expect(countMeasuringCalls()).toBe(2);
});

it('does not load figures again if all sites were already done', async () => {
  const { session } = open();
  await waitFor(() => expect(countMeasuringCalls()).toBe(1));
  await waitFor(() => expect(session.get().client.isFetching()).toBe(0));
  await passInterval();
  await waitFor(() => expect(session.get().client.isFetching()).toBe(0));
  expect(countMeasuringCalls()).toBe(1);
  expect(countClientCalls()).toBe(1);
  expect(queryNotice()).toBeNull();
});

it('does not appear, and requests nothing, without the capability', async () => {
  serveProgress(12);
  open([]);
  await waitFor(() => expect(countClientCalls()).toBe(1));
  expect(queryNotice()).toBeNull();
  expect(countMeasuringCalls()).toBe(0);
});

it.each([
  ['is refused', () => HttpResponse.json({}, { status: 403 })],
  ['fails', () => HttpResponse.error()],
  ['is malformed', () => HttpResponse.json({ sites: 'many' })],
])('stays away if the progress %s, and appears once it can be read', async (_, resolver) => {
  world.override(http.get(measuringPath, resolver));
  const { session } = open();
  await waitFor(() => expect(countMeasuringCalls()).toBe(1));
  await waitFor(() => expect(session.get().client.isFetching()).toBe(0));
  expect(queryNotice()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  serveProgress(12);
  await passInterval();
  expect((await findNotice()).textContent).toContain('12 of 40 sites');
});

it('disappears while the browser is offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  serveProgress(12);
  open();
  await findNotice();
  onLine.mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
  expect(queryNotice()).toBeNull();
  onLine.mockRestore();
});

it('disappears with the session', async () => {
  serveProgress(12);
  const { session } = open();
  await findNotice();
  act(() => session.end('expired'));
  await waitFor(() => expect(queryNotice()).toBeNull());
});
