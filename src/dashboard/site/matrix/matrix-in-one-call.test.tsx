import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { busySiteIdOf, loadBusyWorld } from '../../../../tests/service/busy-world.ts';
import { measured, moreSites, now } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../../tests/setup/sightline-faults.ts';
import { isSoak } from '../../../../tests/setup/soak.ts';
import { patience } from '../../api/sightline/optional.ts';

setUpBrowser();
const world = setUpService(loadBusyWorld);
const busySiteId = busySiteIdOf('daily.example');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a matrix and returns the markup of every row, with the figures, line and link of each cell. */
async function loadRows(path: string, capabilities: readonly string[]) {
  const { unmount } = openDashboard(path, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(within(grid).queryByText('Loading')).toBeNull());
  // Verdicts follow once it is known what was measured.
  await waitFor(() => expect(screen.queryByText(/^Comparing platforms/)).toBeNull());
  const rows = within(screen.getByRole('grid'))
    .getAllByRole('row')
    .map(({ innerHTML }) => innerHTML);
  unmount();
  cleanup();
  return rows;
}
const countPlatformFilteredReports = () =>
  world.calls.filter((call) => /timeline\?.*platform=/.test(call)).length;

const searches = [
  ['?range=30d&metric=shareOfVoice', busySiteId],
  ['?range=30d&platform=chatgpt_app&platform=claude_api', busySiteId],
  [`?brandId=${measured.brands.beta}`, measured.siteId],
] as const;
const moreSearches = [
  ['', busySiteId],
  ['?range=30d', busySiteId],
  ['?range=90d&metric=sentiment', busySiteId],
  ['?metric=gap&compare=none', busySiteId],
  ['?range=30d&region=US', busySiteId],
  ['?startDate=2026-01-20&endDate=2026-01-31&compare=year', busySiteId],
  ['', busySiteIdOf('silent.example')],
  ['', measured.siteId],
  ['?metric=sentiment&startDate=2026-01-01&endDate=2026-01-03', measured.siteId],
] as const;

it.each([...searches, ...(isSoak ? moreSearches : [])])(
  'shows the same cells from one call as from one call per platform (search "%s", site %s)',
  async (search, siteId) => {
    const path = `/sites/${siteId}/matrix${search}`;
    const rowsFromV1 = await loadRows(path, []);
    expect(sightlineCalls(world.calls)).toEqual([]);
    const countFromV1 = countPlatformFilteredReports();
    expect(countFromV1).toBeGreaterThan(1);
    const rowsFromOneCall = await loadRows(path, ['matrix']);
    expect(rowsFromV1.length).toBeGreaterThan(2);
    expect(rowsFromOneCall).toEqual(rowsFromV1);
    expect(sightlineCalls(world.calls)).toHaveLength(1);
    // The reports by platform, by region and by brand.
    const filteredReportCount = search.includes('platform=') ? 3 : 0;
    expect(countPlatformFilteredReports() - countFromV1).toBe(filteredReportCount);
  },
);

it.each(faultHandlersOf('the wrong shape', 'status 404', 'a broken connection'))(
  'loads the cells from v1 if the single call results in %s',
  async (_, handler) => {
    const path = `/sites/${busySiteId}/matrix?range=30d`;
    const rowsFromV1 = await loadRows(path, []);
    world.override(handler);
    expect(await loadRows(path, ['matrix'])).toEqual(rowsFromV1);
    expect(sightlineCalls(world.calls)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('loads the cells from v1 if no response arrives in time, and shows totals meanwhile', async () => {
  const path = `/sites/${busySiteId}/matrix?range=30d`;
  const rowsFromV1 = await loadRows(path, []);
  const platformCount = countPlatformFilteredReports();
  vi.useFakeTimers({ now, shouldAdvanceTime: true });
  world.override(hangingHandler);
  openDashboard(path, { ...world.signedIn('agency'), capabilities: ['matrix'] });
  const [, platformRow] = within(await screen.findByRole('grid')).getAllByRole('row');
  const total = platformRow && within(platformRow).getAllByRole('link').at(-1);
  expect(total?.textContent).toMatch(/^\d+\.\d%/);
  await vi.advanceTimersByTimeAsync(patience);
  await waitFor(() => expect(countPlatformFilteredReports()).toBe(2 * platformCount));
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  await waitFor(() => expect(screen.queryByText(/^Comparing platforms/)).toBeNull());
  const rows = within(screen.getByRole('grid')).getAllByRole('row');
  expect(rows.map(({ innerHTML }) => innerHTML)).toEqual(rowsFromV1);
  // After a timeout, the cells of another metric are loaded from v1 at once.
  const callCount = sightlineCalls(world.calls).length;
  fireEvent.click(screen.getByRole('radio', { name: 'Sentiment' }));
  await waitFor(() => expect(countPlatformFilteredReports()).toBe(3 * platformCount));
  expect(sightlineCalls(world.calls)).toHaveLength(callCount);
});

it('says that a site has no tracked brand', async () => {
  openDashboard(`/sites/${moreSites.untracked}/matrix`, {
    ...world.signedIn('agency'),
    capabilities: ['matrix'],
  });
  expect(await screen.findByText(/^This site has no tracked brand yet/)).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(sightlineCalls(world.calls)).toHaveLength(1);
});
