import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const { siteId } = measured;
const countsPath = '*/sightline/v1/sites/:siteId/reports/counts';

const open = (search = '', capabilities = ['counts']) =>
  openAllDates(`/sites/${siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities,
  });
const findTable = async () => within(await screen.findByRole('table'));
const readCell = async (brand: RegExp) => {
  const table = await findTable();
  const headings = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const column = headings.findIndex((text) => text.startsWith('Named first'));
  const row = within(table.getByRole('row', { name: brand }));
  return column < 0 ? null : row.getAllByRole('cell')[column - 1]?.textContent;
};
const getCountCalls = () => world.calls.filter((call) => call.includes('/reports/counts'));

describe('the table of a timeline', () => {
  it('shows how often each brand is named first in the answers that the filters select', async () => {
    open('?platform=claude_api');
    await waitFor(async () => expect(await readCell(/^Acme/)).toBe('100.0%'));
    expect(await readCell(/^Beta/)).toBe('50.0%');
    expect(await readCell(/^Delta/)).toBe('0.0%');
  });

  it.each([
    ['the service does not count answers', '', []],
    ['rows are not brands', '?groupBy=platform', ['counts']],
  ])('has no such column if %s', async (_, search, capabilities) => {
    open(search, capabilities);
    await screen.findByRole('table');
    expect((await findTable()).queryByRole('columnheader', { name: /^Named first/ })).toBeNull();
    if (capabilities.length === 0) expect(getCountCalls()).toEqual([]);
  });

  it('has no such column if the service leaves the counts out', async () => {
    world.override(
      http.get(countsPath, () => HttpResponse.json({ data: [], prompts: null, filters: null })),
    );
    open();
    await screen.findByRole('table');
    await waitFor(async () =>
      expect((await findTable()).queryByRole('columnheader', { name: /^Named first/ })).toBeNull(),
    );
  });

  it('ignores counts that cannot be true', async () => {
    const { acme, beta, delta } = measured.brands;
    world.override(
      http.get(countsPath, () =>
        HttpResponse.json({
          data: [],
          prompts: null,
          namedFirst: [
            { brandId: acme.toUpperCase(), answers: 3, first: 1 },
            { brandId: beta, answers: 2, first: 3 },
            { brandId: delta, answers: 0, first: 0 },
          ],
          filters: null,
        }),
      ),
    );
    open();
    await waitFor(async () => expect(await readCell(/^Acme/)).toBe('33.3%'));
    expect(await readCell(/^Beta/)).toBe('–');
    expect(await readCell(/^Delta/)).toBe('–');
  });
});
