import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const { siteId } = measured;
const open = (path: string, capabilities = ['answers']) =>
  openDashboard(`/sites/${siteId}/${path}`, { ...world.signedIn('agency'), capabilities });
const searchOf = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams);

/** Expands a row of the timeline's table, and returns queries within the table. */
async function expandRow(name: RegExp) {
  const table = await screen.findByRole('table', { name: /as a table/ });
  await userEvent.setup().click(within(table).getByRole('button', { name }));
  return within(table);
}

describe('the answers behind a row of the timeline', () => {
  it('are narrowed to its platform, and to the filters and days of the page', async () => {
    open('timeline?groupBy=platform&region=US&startDate=2026-01-01&sort=label&show=x');
    const table = await expandRow(/Claude/);
    expect(searchOf(await table.findByRole('link', { name: 'Read the answers' }))).toEqual({
      groupBy: 'platform',
      region: 'US',
      startDate: '2026-01-01',
      platform: 'claude_api',
    });
  });

  it('are not narrowed to a brand, since its value is measured in all of them', async () => {
    open('timeline?platform=claude_api&dates=all');
    const table = await expandRow(/Beta/);
    expect(searchOf(await table.findByRole('link', { name: 'Read the answers' }))).toEqual({
      platform: 'claude_api',
      dates: 'all',
    });
  });

  it('have no link for a country listed beside its areas, since its filter includes the areas', async () => {
    open('timeline?groupBy=region&dates=all');
    const table = await expandRow(/^United States$/);
    await expandRow(/California/);
    const links = await table.findAllByRole('link', { name: 'Read the answers' });
    expect(links.map(searchOf)).toEqual([
      { groupBy: 'region', region: 'US:California', dates: 'all' },
    ]);
  });

  it('have no link where the service does not list answers', async () => {
    open('timeline?dates=all', []);
    const table = await expandRow(/Beta/);
    expect(table.queryByRole('link', { name: 'Read the answers' })).toBeNull();
  });
});

it('a matrix cell links to the answers of its platform and region, within the filters of the page', async () => {
  open('matrix?tag=price');
  const grid = await screen.findByRole('grid');
  const row = await within(grid).findByRole('row', { name: /^ChatGPT/ });
  const getLinkSearches = () =>
    within(row).getAllByRole('link', { name: 'Read the answers' }).map(searchOf);
  await waitFor(() =>
    expect(getLinkSearches()).toContainEqual({
      tag: 'price',
      platform: 'chatgpt_app',
      region: 'US:California',
    }),
  );
  // One tab stop for the grid, then the link to the answers of its current cell.
  const tabStops = within(grid)
    .getAllByRole('link')
    .filter(({ tabIndex }) => tabIndex >= 0);
  expect(tabStops.length).toBeLessThanOrEqual(2);
});
