import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branches, type KeyName, measured } from '../../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../../../tests/setup/sightline-faults.ts';
import { patience } from '../../../api/sightline/optional.ts';

setUpBrowser();
const world = setUpService();
const { clientId, siteId } = branches.first.ids;

afterEach(() => {
  vi.useRealTimers();
});

async function openSearch(
  path = '/clients',
  { key = 'agency', capabilities = [] }: { key?: KeyName; capabilities?: string[] } = {},
) {
  const user = userEvent.setup();
  const page = openDashboard(path, { ...world.signedIn(key), capabilities });
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search clients, sites and pages' });
  return { user, page, field };
}
const getActiveOption = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
const getOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('the search', () => {
  it('finds a client by words in any order, and Enter opens it', async () => {
    const { user, page, field } = await openSearch();
    await waitFor(() => expect(getOptions().length).toBeGreaterThan(3));
    await user.keyboard('client SECOND');
    await waitFor(() => expect(getActiveOption(field)?.textContent).toMatch(/^mark-second/));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'mark-second client' })).toBeTruthy();
    expect(page.address()).toBe(`/clients/${branches.second.ids.clientId}/sites`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds a site of a loaded client, and a click opens it', async () => {
    const { user, page } = await openSearch();
    await user.keyboard('{Escape}');
    await screen.findAllByRole('link', { name: /visibility of/ });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /^Search/ });
    await user.keyboard('site of third');
    const option = await screen.findByRole('option', { name: /Site of mark-third/ });
    await user.click(option);
    await waitFor(() => expect(page.address()).toMatch(/\/sites\/[^?]*\/timeline/));
  });

  it('keeps focus in the field while the arrow keys move through the results, wrapping around', async () => {
    const { user } = await openSearch();
    await user.keyboard('{Escape}');
    // The search also lists the sites of the clients, which load together with these figures.
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /visibility of/ })).toHaveLength(3),
    );
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: /^Search/ });
    const options = getOptions();
    expect(getActiveOption(field)?.textContent).toBe(options[0]);
    await user.keyboard('{ArrowDown}');
    expect(getActiveOption(field)?.textContent).toBe(options[1]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(getActiveOption(field)?.textContent).toBe(options.at(-1));
    expect(getActiveOption(field)?.getAttribute('aria-selected')).toBe('true');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
    expect(document.activeElement).toBe(field);
  });

  it('closes with Escape and returns focus', async () => {
    const user = userEvent.setup();
    openDashboard('/clients', world.signedIn('agency'));
    const button = await screen.findByRole('button', { name: 'Search' });
    await user.click(button);
    expect(await screen.findByRole('combobox', { name: /^Search/ })).toBeTruthy();
    // Browsers ignore `focus` outside a modal dialog while it is open.
    const openAtFocus: boolean[] = [];
    button.addEventListener('focus', () =>
      openAtFocus.push(document.querySelector('dialog[open]') !== null),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Search/ })).toBeNull());
    expect(document.activeElement).toBe(button);
    expect(openAtFocus.at(-1)).toBe(false);
  });

  it('shows that nothing matches, and Enter then does nothing', async () => {
    const { user, page, field } = await openSearch();
    await user.keyboard('no such thing{Enter}');
    expect(await screen.findByText(/^No matches for “no such thing”\./)).toBeTruthy();
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
    expect(page.address()).toBe('/clients');
  });

  it.each([
    ['Timeline', 'timeline'],
    ['Matrix', 'matrix'],
  ])(
    'opens the %s of the current site, and keeps the client in the address if it is there',
    async (name, view) => {
      for (const client of [clientId, null]) {
        const from = view === 'matrix' ? 'timeline' : 'matrix';
        const query = client === null ? '' : `?client=${client}`;
        const { user, page } = await openSearch(`/sites/${siteId}/${from}${query}`);
        const list = await screen.findByRole('listbox', { name: 'Results' });
        await user.click(within(list).getByRole('option', { name: new RegExp(`^${name}`) }));
        await waitFor(() =>
          expect(page.address()).toMatch(new RegExp(`^/sites/${siteId}/${view}`)),
        );
        expect(new URLSearchParams(page.address().split('?')[1]).get('client')).toBe(client);
        page.unmount();
      }
    },
  );
});

const getStatus = () => within(screen.getByRole('dialog')).getByRole('status').textContent;
/** A page of the list of sites, as the service sends it. */
const createSitePage = (count: number, nextCursor: string | null, name = 'Far') => ({
  data: Array.from({ length: count }, (_, n) => ({
    id: `far-${n}`,
    name: `${name} ${n}`,
    url: `https://far-${n}.example`,
    clientId: 'client',
    clientName: 'Distant',
  })),
  nextCursor,
});

describe('the search over every site', () => {
  it.each([
    ['its name', 'shop', 'Shop'],
    ['its URL', 'shop.example bare', 'Bare'],
    ['its client', 'mark-third site', 'mark-third site'],
  ])('finds a site that was never loaded, by %s', async (_, words, name) => {
    // The sites of the clients page never arrive.
    world.override(http.get('*/sightline/v1/overview', () => new Promise<never>(() => {})));
    const { user } = await openSearch('/clients', { capabilities: ['sites'] });
    await user.keyboard(words);
    expect(await screen.findByRole('option', { name: new RegExp(`^${name}`) })).toBeTruthy();
    await waitFor(() => expect(getStatus()).toMatch(/^\d+ results? $/));
  });

  it('waits for a pause in typing', async () => {
    const { user } = await openSearch('/clients', { capabilities: ['sites'] });
    await user.keyboard('alpine shop');
    await waitFor(() => expect(world.calls.join()).toContain('alpine+shop'));
    const searchCalls = world.calls.filter((call) => /sites\?.*q=./.test(call));
    expect(searchCalls.length).toBeLessThanOrEqual(2);
  });

  it('opens a site under its client, or without one if the site has no client', async () => {
    const { user, page } = await openSearch('/clients', { capabilities: ['sites'] });
    await user.keyboard('shop');
    await user.click(await screen.findByRole('option', { name: /^Shop/ }));
    const timeline = `/sites/${measured.siteId}/timeline?client=${clientId}`;
    await waitFor(() => expect(page.address()).toContain(timeline));
    page.unmount();

    const business = await openSearch('/clients', { key: 'business', capabilities: ['sites'] });
    const option = await screen.findByRole('option', { name: /Site$/ });
    await business.user.click(option);
    const businessTimeline = `/sites/${branches.business.ids.siteId}/timeline`;
    await waitFor(() => expect(business.page.address().split('?')[0]).toBe(businessTimeline));
    expect(business.page.address()).not.toContain('client=');
  });

  it('says that more sites match than are listed', async () => {
    world.override(
      http.get('*/sightline/v1/sites', () => HttpResponse.json(createSitePage(50, 'more'))),
    );
    const { user } = await openSearch('/clients', { capabilities: ['sites'] });
    await user.keyboard('far');
    await waitFor(() =>
      expect(getStatus()).toMatch(/^50 results shown\. Keep typing to narrow the search\./),
    );
    expect(getOptions()).toHaveLength(50);
    world.override(
      http.get('*/sightline/v1/sites', () => HttpResponse.json(createSitePage(1, null, 'Farther'))),
    );
    await user.keyboard('ther');
    await waitFor(() => expect(getStatus()).toMatch(/^1 result $/));
  });

  it('cancels the previous search when the text changes, and lists known matches meanwhile', async () => {
    const requests: { q: string | null; signal: AbortSignal }[] = [];
    world.override(
      http.get('*/sightline/v1/sites', async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        requests.push({ q, signal: request.signal });
        if (q === 'far 7') return HttpResponse.json(createSitePage(8, null));
        if (q === null) return HttpResponse.json(createSitePage(9, null));
        return new Promise<never>(() => {});
      }),
    );
    const { user } = await openSearch('/clients', { capabilities: ['sites'] });
    await screen.findByRole('option', { name: /^Far 3/ });
    await user.keyboard('far ');
    await waitFor(() => expect(requests.some(({ q }) => q === 'far')).toBe(true));
    expect(getStatus()).toMatch(/^9 results, searching…/);
    await user.keyboard('7');
    await waitFor(() => expect(getStatus()).toMatch(/^8 results $/));
    const superseded = requests.filter(({ q }) => q === 'f' || q === 'fa' || q === 'far');
    expect(superseded.map(({ signal }) => signal.aborted)).not.toContain(false);
  });

  it('sends no requests without the capability, and says that only loaded sites are searched', async () => {
    const { user } = await openSearch();
    await user.keyboard('shop');
    await waitFor(() => expect(getStatus()).toMatch(/Only the sites loaded so far are searched\./));
    expect(sightlineCalls(world.calls)).toEqual([]);
  });

  it.each(faultHandlersOf('the wrong shape', 'status 403', 'no body'))(
    'falls back to the loaded clients and sites after %s',
    async (_, handler) => {
      world.override(handler);
      const { user } = await openSearch('/clients', { capabilities: ['sites'] });
      await user.keyboard('client second');
      await waitFor(() =>
        expect(getStatus()).toMatch(/Only the sites loaded so far are searched\./),
      );
      expect(await screen.findByRole('option', { name: /^mark-second client/ })).toBeTruthy();
      expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
    },
  );

  it('lists clients at once, and falls back to the loaded sites if no response arrives in time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    world.override(hangingHandler);
    const { user } = await openSearch('/clients', { capabilities: ['sites'] });
    await user.keyboard('second');
    expect(await screen.findByRole('option', { name: /^mark-second client/ })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2 * patience);
    await waitFor(() => expect(getStatus()).toMatch(/Only the sites loaded so far are searched\./));
  });
});
