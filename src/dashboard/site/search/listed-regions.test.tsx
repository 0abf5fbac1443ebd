import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { accounts, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { importMeasurements } from '../../../service/import/import.ts';
import { recordSource } from '../../../service/import/source.ts';

const [clientId, siteId, promptId, scanId] = [uuid(0x801), uuid(0x802), uuid(0x803), uuid(0x804)];
const createdAt = '2026-01-20T06:00:00Z';
const records = [
  { type: 'client', id: clientId, name: 'Regions', createdAt },
  { type: 'site', id: siteId, clientId, name: 'Regions', createdAt },
  { type: 'brand', id: uuid(0x805), siteId, name: 'Oakwell', role: 'tracked' },
  { type: 'prompt', id: promptId, siteId, text: 'Which brand is best?' },
  { type: 'scan', id: scanId, siteId, status: 'completed', createdAt, completedAt: createdAt },
  ...['US:California', 'BR:São Paulo', 'GB', 'DE:Black Forest'].map((region) => ({
    ...{ type: 'answer', scanId, promptId, platform: 'claude_api', region },
    text: 'Oakwell',
  })),
];

setUpBrowser();
const world = setUpService(async (store) => {
  await importMeasurements(store, recordSource('regions.ndjson', records), {
    account: accounts.agency,
  });
});

const open = (regions: readonly string[]) => {
  const search = new URLSearchParams(regions.map((region) => ['region', region]));
  return openAllDates(`/sites/${siteId}/timeline`, `?${search}`, world.signedIn('agency'));
};
const chipNames = () =>
  within(screen.getByRole('list', { name: 'Chosen filters' }))
    .getAllByRole('button', { name: /^Remove/ })
    .map((button) => button.textContent);
const findChips = (names: readonly string[]) => waitFor(() => expect(chipNames()).toEqual(names));

describe('a region in the address', () => {
  it.each([
    ['US-CA', 'United States · California'],
    ['US:CA', 'United States · California'],
    ['US:CALIFORNIA', 'United States · California'],
    ['BR-SP', 'Brazil · São Paulo'],
    ['BR:São Paulo'.normalize('NFD'), 'Brazil · São Paulo'],
    ['UK', 'United Kingdom'],
  ])('%s is the listed option %s', async (region, name) => {
    const user = userEvent.setup();
    const { address } = open([region]);
    await screen.findByRole('figure', { name: 'Visibility by brand' });
    await findChips([name]);
    const panel = within(screen.getByRole('complementary', { name: 'Filters' }));
    expect(panel.getByRole('checkbox', { name, checked: true })).toBeTruthy();
    expect(screen.queryByText(/the service used|did not apply|also applied/)).toBeNull();
    await user.click(panel.getByRole('checkbox', { name }));
    await waitFor(() => expect(address()).not.toContain('region'));
  });

  it('counts once in several spellings, beside a place that the service does not know', async () => {
    open(['US-CA', 'US:California', 'US:Atlantis']);
    await screen.findByRole('figure', { name: 'Visibility by brand' });
    await findChips(['United States · California', 'United States · Atlantis not listed']);
  });

  it('stays as it is if the service states nothing, or another place', async () => {
    const region = ['DE:Black Forest'];
    for (const filters of [null, { platform: [], region, startDate: null, endDate: null }]) {
      world.override(
        http.get('*/reports/timeline', () =>
          HttpResponse.json({
            metric: 'visibility',
            groupBy: 'brand',
            brand: null,
            series: [],
            filters,
          }),
        ),
      );
      const { unmount } = open(['US-CA']);
      await waitFor(() =>
        expect(world.calls.some((call) => call.includes('startDate=1970-01-01'))).toBe(true),
      );
      await findChips(['US-CA not listed']);
      unmount();
    }
  });
});
