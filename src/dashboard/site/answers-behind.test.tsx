import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { measured } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { chooseRepetitions } from '../../../tests/setup/soak.ts';
import { metrics } from '../../contract/enums.ts';
import { pathTo } from '../../contract/every-endpoint.ts';
import { ListedAnswerPage } from '../../contract/sightline/answers.ts';
import { everyGrouping } from '../../figures/series/grouping.ts';
import { answersQuery } from '../api/sightline/answers.ts';
import { parseSearch, stringifySearch } from '../search-format.ts';
import { answerCriteriaOf, readAnswersSearch } from './answers/answers-search.ts';
import { readSearch } from './search/search.ts';

setUpBrowser();
const world = setUpService();
const { siteId, prompts } = measured;
const capabilities = ['answers', 'counts', 'matrix', 'prompts', 'sources'];
const open = (page: string, search: Record<string, unknown>) =>
  openDashboard(`/sites/${siteId}/${page}${stringifySearch(search)}`, {
    ...world.signedIn('agency'),
    capabilities,
  });

const subsetOf = (...values: string[]) => fc.subarray(values, { maxLength: 2 });
const optionOf = (...values: string[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
/** Search parameters for a site's pages. A start date also makes a page compare with the period before. */
const searches = fc
  .record({
    groupBy: fc.constantFrom(...everyGrouping),
    metric: fc.constantFrom(...metrics),
    platform: subsetOf('claude_api', 'chatgpt_app', 'perplexity_app'),
    region: subsetOf('US', 'US:California', 'DE'),
    tag: subsetOf('price', 'fit'),
    promptId: subsetOf(...Object.values(prompts)),
    brandMention: optionOf('mentions_tracked_brand', 'does_not_mention_tracked_brand'),
    startDate: optionOf('2026-01-01', '2026-01-02', '2026-01-03'),
    endDate: optionOf('2026-01-03', '2026-01-05'),
  })
  .map((raw) => Object.fromEntries(Object.entries(raw).filter(([, value]) => value?.length)));

/** A search with links on every page, unlike many random ones. */
const unfiltered = { groupBy: 'platform', metric: 'visibility' };

/** Depending on the search, a scan is in view, in the comparison period, or in neither. */
const { first, undated, silent, empty } = measured.scans;
const completedScans = fc.constantFrom(first, undated, silent, empty);

/** Loads the list that a link leads to, and counts its answers. */
async function countListedAnswers(link: HTMLElement): Promise<number> {
  const { search } = new URL(link.getAttribute('href') ?? '', 'http://page.test');
  const linkSearch = parseSearch(search);
  const { dropped, ...shared } = readSearch(linkSearch, capabilities);
  const criteria = answerCriteriaOf(
    shared,
    readAnswersSearch(linkSearch).answersSearch,
    '2026-02-01',
  );
  const [, , query] = answersQuery({ siteId, request: criteria }).queryKey;
  const response = await world.send(`${pathTo('answers', { siteId })}?${query}`, 'agency');
  const page = v.parse(ListedAnswerPage, await response.json());
  expect(page.nextCursor).toBeNull();
  return page.data.length;
}

const countPattern = /^(?:Read the )?([\d,]+)(?: answers?| of|:)/;
const countIn = (link: HTMLElement): number =>
  Number(
    countPattern.exec(
      (link.getAttribute('aria-label') ?? link.textContent).replaceAll(/\s/g, ' '),
    )?.[1],
  );

/** Expects each link to say how many answers it leads to. @returns the number of links */
async function expectListedCounts(links: readonly HTMLElement[]): Promise<number> {
  for (const link of links)
    expect(countIn(link), link.outerHTML).toBe(await countListedAnswers(link));
  return links.length;
}

/** Checks the links of random searches, each with a scan, and of one that is known to have links. */
async function checkSearches(
  checkLinks: (search: Record<string, unknown>, scan: string) => Promise<number>,
) {
  let linkCount = 0;
  const property = fc.asyncProperty(searches, completedScans, async (search, scan) => {
    linkCount += await checkLinks(search, scan);
  });
  const examples: [Record<string, unknown>, string][] = [[unfiltered, first]];
  await fc.assert(property.afterEach(cleanup), {
    numRuns: chooseRepetitions(3, 25),
    endOnFailure: true,
    examples,
  });
  expect(linkCount).toBeGreaterThan(1);
}

const plainTextOf = (element: Element): string => element.textContent.replaceAll(/\s/g, ' ');
/** A country's filter includes its areas, so no filter selects the answers of the country alone. */
const isCountryWithListedAreas = (label: string, labels: readonly string[]): boolean =>
  label === 'United States' && labels.some((other) => other.includes('California'));

it('each link in the rows of the timeline says how many answers it leads to', async () => {
  await checkSearches(async (search) => {
    const user = userEvent.setup();
    open('timeline', search);
    await screen.findByText(/^\d+ scans?\b.*based on|No completed scan matches|None of these/);
    const table = screen.queryByRole('table', { name: /as a table/ });
    if (!table) return 0;
    const rowButtons = [...table.querySelectorAll('tbody th button')];
    const labels = rowButtons.map(plainTextOf);
    for (const button of rowButtons) await user.click(button);
    const links = await waitFor(() => {
      const rowLinks = within(table).queryAllByRole('link', {
        name: /^Read the [\d,]+\sanswers?$/,
      });
      expect(rowLinks).toHaveLength(
        labels.filter((label) => !isCountryWithListedAreas(label, labels)).length,
      );
      return rowLinks;
    });
    const linkCount = await expectListedCounts(links);
    const [last] = links.slice(-1);
    if (!last) return linkCount;
    const count = countIn(last);
    await user.click(last);
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(plainTextOf)).toContain(
        `${count} ${count === 1 ? 'answer' : 'answers'}`,
      ),
    );
    expect(screen.queryByRole('list', { name: 'Answers' })?.children.length ?? 0).toBe(count);
    return linkCount;
  });
});

it('the link in the matrix cell under the pointer says how many answers it leads to', async () => {
  await checkSearches(async (search) => {
    const user = userEvent.setup();
    open('matrix', search);
    await screen.findByText(
      /^(?:Acme: .* by platform and region)$|No completed scan matches|None of these/,
    );
    const grid = screen.queryByRole('grid');
    if (!grid) return 0;
    await waitFor(() => expect(within(grid).queryAllByText('Loading')).toEqual([]));
    const links = await waitFor(() => {
      const cellLinks = within(grid).getAllByRole('link', { name: 'Read the answers' });
      expect(cellLinks.length).toBeGreaterThan(0);
      return cellLinks;
    });
    const before = world.calls.filter((call) => call.includes('/reports/counts')).length;
    const [first, ...others] = links;
    for (const link of [first, ...others.slice(-2)]) {
      const cell = link?.closest('td');
      if (!link || !cell) continue;
      await user.hover(cell);
      await waitFor(() => expect(plainTextOf(link)).toMatch(countPattern));
      await expectListedCounts([link]);
      await user.unhover(cell);
    }
    // Only the cells under the pointer were counted.
    const after = world.calls.filter((call) => call.includes('/reports/counts')).length;
    expect(after - before).toBeLessThanOrEqual(3);
    return Math.min(3, links.length);
  });
});

it('the panel of a scan counts the answers of the scan and of each series that a filter can select', async () => {
  await checkSearches(async (search, scan) => {
    open('timeline', { ...search, scan });
    const panel = within(await screen.findByRole('dialog', { name: /^Scan/ }));
    const countsText = plainTextOf(await panel.findByText(/prompts?\swith these filters$/));
    const total = Number(/^\d+/.exec(countsText)?.[0]);
    const table = panel.queryByRole('table', { name: /at this scan$/ });
    const rows = [...(table?.querySelectorAll('tbody tr') ?? [])];
    const labels = rows.map((row) => row.querySelector('th')?.textContent ?? '');
    await waitFor(() => {
      for (const [index, label] of labels.entries()) {
        const text = rows[index]?.lastElementChild?.textContent ?? '';
        expect(text).toMatch(isCountryWithListedAreas(label, labels) ? /^–$/ : /^\d+$/);
      }
    });
    const numbers = rows.map((row) => Number(row.lastElementChild?.textContent));
    if (search['groupBy'] === 'brand') for (const number of numbers) expect(number).toBe(total);
    const links = panel.queryAllByRole('link', { name: /^Read the / });
    const seriesCounts =
      search['groupBy'] === 'brand' ? [] : numbers.filter((number) => number > 0);
    expect(links).toHaveLength((total === 0 ? 0 : 1) + seriesCounts.length);
    return expectListedCounts(links);
  });
});

it('each link in the “Cited, not named” list of the sources page says how many answers it leads to', async () => {
  await checkSearches(async (search) => {
    open('sources', { ...search, list: 'citedNotNamed' });
    await screen.findByText(/^\d+(?: of \d+)?\sdomains?$|^No answer|No completed scan matches/);
    return expectListedCounts(screen.queryAllByRole('link', { name: /read the answers/ }));
  });
});
