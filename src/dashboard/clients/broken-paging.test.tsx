import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { unknownId, uuid } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { maxPages } from '../api/paging.ts';

setUpBrowser();
const world = setUpService();

const settingNames = /PAGE_CURSOR_PARAM and PAGE_SIZE_PARAM/;
const clientId = uuid(0xc1);

/** The two lists of v1, and the pages that show them. */
const lists = [
  { noun: 'clients', route: '*/v1/clients', path: '/clients' },
  {
    noun: 'sites',
    route: '*/v1/clients/:clientId/sites',
    path: `/clients/${clientId}/sites`,
  },
] as const;

type PageAt = (request: number, cursor: string | null) => [ids: number[], next: string | null];

/**
 * Serves a list.
 * @param pageAt returns a page's item IDs and next cursor, given the number of earlier requests and the cursor
 * @returns a counter of the requests received
 */
function serve(route: string, pageAt: PageAt): { requests: number } {
  const count = { requests: 0 };
  world.override(
    http.get(route, ({ request }) => {
      const [ids, nextCursor] = pageAt(
        count.requests,
        new URL(request.url).searchParams.get('cursor'),
      );
      count.requests += 1;
      return HttpResponse.json({
        data: ids.map((id) => ({ id: uuid(id), name: `Item ${id}` })),
        nextCursor,
      });
    }),
    http.get('*/v1/sites/:siteId/reports/timeline', () => HttpResponse.json({ series: [] })),
  );
  return count;
}

const getItemTexts = () =>
  screen.queryAllByRole('link', { name: /^Item / }).map((link) => link.textContent);

describe.each(lists)('a list of $noun', ({ noun, route, path }) => {
  it.each([
    ['the same cursor', () => 'next'],
    ['a new cursor each time', (request: number) => `next ${request}`],
  ])('ends with a notice that names the settings if it starts over with %s', async (_, nextOf) => {
    const count = serve(route, (request) => [[1, 2, 3], nextOf(request)]);
    openDashboard(path, world.signedIn('agency'));
    expect(await screen.findByText(settingNames)).toBeTruthy();
    expect(screen.getByText(`3 ${noun} loaded, more may exist`)).toBeTruthy();
    expect(getItemTexts()).toEqual(['Item 1', 'Item 2', 'Item 3']);
    expect(count.requests).toBe(2);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('shows the notice and does not open its only item if the service repeats that item', async () => {
    serve(route, () => [[1], 'next']);
    const page = openDashboard(path, world.signedIn('agency'));
    expect(await screen.findByText(settingNames)).toBeTruthy();
    expect(getItemTexts()).toEqual(['Item 1']);
    expect(page.address()).toBe(path);
  });

  it('continues after empty pages, even at its start', async () => {
    serve(route, (_, cursor) => {
      const at = Number(cursor ?? 0);
      return [at % 3 === 2 ? [at, 100 + at] : [], at < 8 ? `${at + 1}` : null];
    });
    openDashboard(path, world.signedIn('agency'));
    expect(await screen.findByText(`6 ${noun}`)).toBeTruthy();
    expect(screen.queryByText(settingNames)).toBeNull();
  });

  it('stops at the maximum number of pages, with a notice, if all are empty', async () => {
    const count = serve(route, (_, cursor) => [[], `${Number(cursor ?? 0) + 1}`]);
    openDashboard(path, world.signedIn('agency'));
    const notice = await screen.findByText(settingNames);
    expect(notice.textContent).toContain(`more than ${maxPages} pages`);
    expect(count.requests).toBe(maxPages);
  });
});

describe('the page of an item that a broken list does not contain', () => {
  const timeline = `/sites/${unknownId}/timeline?client=${clientId}`;

  it.each<[string, PageAt, number]>([
    ['starts over', () => [[1, 2], 'next'], 2],
    [
      'never ends',
      (request, cursor) => [[0x1000 + request], `${Number(cursor ?? 0) + 1}`],
      maxPages,
    ],
  ])('says that the name of the site is unknown when the list %s', async (_, pageAt, requests) => {
    const count = serve('*/v1/clients/:clientId/sites', pageAt);
    const page = openDashboard(timeline, world.signedIn('agency'));
    const notice = await screen.findByText(settingNames);
    expect(notice.textContent).toContain('The name of this site could not be found.');
    expect(count.requests).toBe(requests);
    expect(page.address()).toBe(timeline);
  });

  it('says that the name of the client is unknown when the list starts over', async () => {
    serve('*/v1/clients', () => [[1, 2], 'next']);
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    await waitFor(() =>
      expect(screen.getByText(settingNames).textContent).toContain('The name of this client'),
    );
  });
});
