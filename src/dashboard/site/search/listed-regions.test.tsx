import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { accounts, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { importMeasurements } from '../../../service/import/import.ts';
import { recordInput } from '../../../service/import/input.ts';

const [clientId, siteId, promptId, scanId] = [uuid(0x801), uuid(0x802), uuid(0x803), uuid(0x804)];
const createdAt = '2026-01-20T06:00:00Z';
const records = [
  { type: 'client', id: clientId, name: 'Regions', createdAt },
  { type: 'site', id: siteId, clientId, name: 'Regions', createdAt },
  { type: 'brand', id: uuid(0x805), siteId, name: 'Oakwell', role: 'tracked' },
  { type: 'prompt', id: promptId, siteId, text: 'Which brand is best?' },
  { type: 'scan', id: scanId, siteId, status: 'completed', createdAt, completedAt: createdAt },
  ...[
    ...['US', 'US:California', 'BR:São Paulo', 'GB', 'DE:Black Forest'],
    ...['PR', 'GP', 'RE'],
  ].map((region) => ({
    ...{ type: 'answer', scanId, promptId, platform: 'claude_api', region },
    text: 'Oakwell',
  })),
];

setUpBrowser();
const world = setUpService(async (store) => {
  await importMeasurements(store, recordInput('regions.ndjson', records), {
    account: accounts.agency,
  });
});

const openWith = (parameters: string[][]) => {
  const search = new URLSearchParams(parameters);
  return openAllDates(`/sites/${siteId}/timeline`, `?${search}`, world.signedIn('agency'));
};
const open = (regions: readonly string[]) => openWith(regions.map((region) => ['region', region]));
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
    ['US-PR', 'Puerto Rico'],
    ['US:Puerto Rico', 'Puerto Rico'],
    ['FR-971', 'Guadeloupe'],
    ['FR:Réunion', 'Réunion'],
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

  it.each([
    ['US-CA', 'United States · California'],
    ['US:california', 'United States · California'],
    ['FR:Réunion', 'Réunion'],
    ['UK', 'United Kingdom'],
  ])('%s among the hidden lines hides that of %s', async (region, name) => {
    const user = userEvent.setup();
    const { address } = openWith([
      ['groupBy', 'region'],
      ['view', 'lines'],
      ['hide', region],
    ]);
    await user.click(await screen.findByRole('button', { name, pressed: false }));
    await waitFor(() => expect(address()).not.toContain('hide'));
  });

  it('stays as it is if the service states nothing, its whole country or another place', async () => {
    const dates = { startDate: null, endDate: null };
    for (const stated of [null, 'US', 'DE:Black Forest']) {
      world.override(
        http.get('*/reports/timeline', ({ request }) => {
          const code = request.url.includes('US-PR') ? 'PR' : stated;
          const filters = code && { platform: [], region: [code], ...dates };
          const report = { metric: 'visibility', groupBy: 'brand', brand: null, series: [] };
          return HttpResponse.json({ ...report, filters });
        }),
      );
      const { unmount } = open(['US-CA', 'US-PR']);
      // The two are renamed together, so that the second chip shows that the first has had its turn.
      await findChips(['US-CA not listed', 'Puerto Rico']);
      unmount();
    }
  });
});
