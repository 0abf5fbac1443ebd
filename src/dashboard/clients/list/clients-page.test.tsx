import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { branches } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const getNames = () =>
  within(screen.getByRole('table', { name: 'Clients' }))
    .getAllByRole('rowheader')
    .map((name) => within(name).getByRole('link').textContent);

describe('the clients', () => {
  it('are listed newest first, each with a link to its sites', async () => {
    openDashboard('/', world.signedIn('agency'));
    const [newest] = await screen.findAllByRole('link', { name: /^mark-/ });
    expect(getNames()).toEqual(['mark-third client', 'mark-second client', 'mark-first client']);
    expect(newest?.getAttribute('href')).toBe(`/clients/${branches.third.ids.clientId}/sites`);
  });

  it('are filtered by the typed text, with a count', async () => {
    const user = userEvent.setup();
    openDashboard('/clients', world.signedIn('agency'));
    await user.type(await screen.findByLabelText('Find a client'), 'SECOND');
    await screen.findByText('1 of 3 clients');
    expect(getNames()).toEqual(['mark-second client']);
    await user.type(screen.getByLabelText('Find a client'), ' nothing');
    expect(await screen.findByText(/No matches for/)).toBeTruthy();
  });

  it('are found by words in any order, and Enter opens the only match', async () => {
    const user = userEvent.setup();
    const page = openDashboard('/clients', world.signedIn('agency'));
    await screen.findByText('3 clients');
    await user.keyboard('/');
    const field = screen.getByLabelText('Find a client');
    expect(document.activeElement).toBe(field);
    await user.keyboard('client mark{Enter}');
    await screen.findByText('3 clients');
    expect(page.address()).toBe('/clients');
    await user.clear(field);
    await user.keyboard('client  SECOND{Enter}');
    await screen.findByRole('heading', { name: 'mark-second client' });
    expect(page.address()).toBe(`/clients/${branches.second.ids.clientId}/sites`);
  });

  it('are loaded page by page while the end of the list is in view', async () => {
    world.override(
      http.get('*/v1/clients', ({ request }) => {
        const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
        const data = [0, 1].map((n) => ({ id: `c${from + n}`, name: `Client ${from + n}` }));
        return HttpResponse.json({ data, nextCursor: from < 4 ? String(from + 2) : null });
      }),
    );
    openDashboard('/clients', world.signedIn('agency'));
    expect(await screen.findByText('6 clients')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('stay if the next page fails, and Try again loads that page', async () => {
    const user = userEvent.setup();
    let isRefused = true;
    world.override(
      http.get('*/v1/clients', ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor')) {
          return HttpResponse.json({ data: [{ id: 'a' }, { id: 'b' }], nextCursor: 'next' });
        }
        return isRefused
          ? HttpResponse.json({ message: 'not now' }, { status: 400 })
          : HttpResponse.json({ data: [{ id: 'c' }] });
      }),
    );
    openDashboard('/clients', world.signedIn('agency'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('More clients could not be loaded');
    expect(alert.textContent).toContain('not now');
    expect(screen.getByText('2 clients loaded, more available')).toBeTruthy();
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 clients')).toBeTruthy();
    // The focused button disappears at the end of the list, so the content gets the focus.
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('are not listed if there is only one, whose sites are shown instead', async () => {
    const page = openDashboard('/clients', world.signedIn('client'));
    await screen.findByRole('heading', { name: 'mark-first client' });
    expect(page.address()).toBe(`/clients/${branches.first.ids.clientId}/sites`);
  });

  it('are replaced, for a business account, by a field that opens a site by its ID', async () => {
    const user = userEvent.setup();
    const page = openDashboard('/clients', world.signedIn('business'));
    const field = await screen.findByLabelText('Open a site by its ID');
    await user.type(field, 'no id{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/32 hexadecimal digits/);
    await user.clear(field);
    await user.type(field, `${branches.business.ids.siteId}{Enter}`);
    await screen.findByRole('heading', { name: branches.business.ids.siteId });
    expect(page.address().split('?')[0]).toBe(`/sites/${branches.business.ids.siteId}/timeline`);
  });

  it('are replaced by an error if they could not be loaded, and Try again loads them', async () => {
    const user = userEvent.setup();
    const refuse = () => HttpResponse.json({ detail: 'Closed today.' }, { status: 403 });
    world.override(http.get('*/v1/clients', refuse, { once: true }));
    openDashboard('/clients', world.signedIn('agency'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The clients could not be loaded');
    expect(alert.textContent).toContain('Closed today.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('mark-first client')).toBeTruthy();
  });
});

it('an unknown address shows that the page was not found', async () => {
  openDashboard('/no/such/page', world.signedIn('agency'));
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

it('the page shows that it is retrying while the service is busy', async () => {
  const busy = () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': '60' } });
  world.override(http.get('*/v1/clients', busy));
  openDashboard('/clients', world.signedIn('agency'));
  expect(await screen.findByText('The service is busy. Trying again…')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
