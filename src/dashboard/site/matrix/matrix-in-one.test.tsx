import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { busySite, loadBusyWorld } from '../../../../tests/service/busy-world.ts';
import { measured, moreSites, now } from '../../../../tests/service/small-world.ts';
import { browserWorld, openDashboard } from '../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../tests/setup/service-world.ts';
import {
  noResponse,
  sightlineCalls,
  uselessResponses,
} from '../../../../tests/setup/sightline-faults.ts';
import { sightlineTimeout } from '../../api/sightline/get-in-time.ts';

browserWorld();
const world = serviceWorld(loadBusyWorld);
const busy = busySite('daily.example');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Every cell as it is drawn, with its figures, line and link. */
async function cellsAt(path: string, capabilities: readonly string[]) {
  const { unmount } = openDashboard(path, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(within(grid).queryByText('Loading')).toBeNull());
  // Verdicts follow once it is known what was measured.
  await waitFor(() => expect(screen.queryByText(/^Comparing platforms/)).toBeNull());
  const cells = within(screen.getByRole('grid'))
    .getAllByRole('row')
    .map(({ innerHTML }) => innerHTML);
  unmount();
  cleanup();
  return cells;
}
const reportsByPlatform = () =>
  world.calls.filter((call) => /timeline\?.*platform=/.test(call)).length;

it.each([
  ['', busy],
  ['?range=30d', busy],
  ['?range=30d&metric=shareOfVoice', busy],
  ['?range=90d&metric=sentiment', busy],
  ['?metric=gap&compare=none', busy],
  ['?range=30d&region=US', busy],
  ['?range=30d&platform=chatgpt_app&platform=claude_api', busy],
  ['?startDate=2026-01-20&endDate=2026-01-31&compare=year', busy],
  ['', busySite('silent.example')],
  ['', measured.siteId],
  ['?metric=sentiment&startDate=2026-01-01&endDate=2026-01-03', measured.siteId],
  [`?brandId=${measured.brands.beta}`, measured.siteId],
])(
  'every cell is the same from a single call as from one call per platform: %s',
  async (search, siteId) => {
    const path = `/sites/${siteId}/matrix${search}`;
    const fromV1 = await cellsAt(path, []);
    expect(sightlineCalls(world.calls)).toEqual([]);
    const before = reportsByPlatform();
    expect(before).toBeGreaterThan(1);
    const inOne = await cellsAt(path, ['matrix']);
    expect(fromV1.length).toBeGreaterThan(2);
    expect(inOne).toEqual(fromV1);
    expect(sightlineCalls(world.calls)).toHaveLength(1);
    const filtered = search.includes('platform=') ? 2 : 0;
    expect(reportsByPlatform() - before).toBe(filtered);
  },
);

it.each(uselessResponses)('takes the cells from v1 after %s', async (_, handler) => {
  const path = `/sites/${busy}/matrix?range=30d`;
  const fromV1 = await cellsAt(path, []);
  world.override(handler);
  expect(await cellsAt(path, ['matrix'])).toEqual(fromV1);
  expect(sightlineCalls(world.calls)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('takes the cells from v1 if no response arrives in time; the totals do not wait', async () => {
  const path = `/sites/${busy}/matrix?range=30d`;
  const fromV1 = await cellsAt(path, []);
  const before = reportsByPlatform();
  vi.useFakeTimers({ now, shouldAdvanceTime: true });
  world.override(noResponse);
  openDashboard(path, { ...world.signedIn('agency'), capabilities: ['matrix'] });
  const [, platform] = within(await screen.findByRole('grid')).getAllByRole('row');
  const total = platform && within(platform).getAllByRole('link').at(-1);
  expect(total?.textContent).toMatch(/^\d+\.\d%/);
  await vi.advanceTimersByTimeAsync(sightlineTimeout);
  await waitFor(() => expect(reportsByPlatform()).toBe(2 * before));
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  await waitFor(() => expect(screen.queryByText(/^Comparing platforms/)).toBeNull());
  const rows = within(screen.getByRole('grid')).getAllByRole('row');
  expect(rows.map(({ innerHTML }) => innerHTML)).toEqual(fromV1);
  // The next question does not wait again.
  const calls = sightlineCalls(world.calls).length;
  fireEvent.click(screen.getByRole('radio', { name: 'Sentiment' }));
  await waitFor(() => expect(reportsByPlatform()).toBe(3 * before));
  expect(sightlineCalls(world.calls)).toHaveLength(calls);
});

it('explains a site without a brand', async () => {
  openDashboard(`/sites/${moreSites.untracked}/matrix`, {
    ...world.signedIn('agency'),
    capabilities: ['matrix'],
  });
  expect(await screen.findByText(/^This site has no brand yet/)).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(sightlineCalls(world.calls)).toHaveLength(1);
});
