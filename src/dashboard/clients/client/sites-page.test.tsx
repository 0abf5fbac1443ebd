import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  branches,
  measured,
  moreSites,
  unknownId,
  uuid,
} from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { siteViews } from '../../site-views.ts';

setUpBrowser();
const world = setUpService();

const clientId = branches.first.ids.clientId ?? '';
const findRow = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  const row = link.closest('li');
  if (!row) throw new Error(`No row for ${name}`);
  return row;
};

describe('a client’s sites', () => {
  it('are listed with the client’s details, without inactive ones', async () => {
    openDashboard(`/clients/${clientId}`, world.signedIn('agency'));
    await screen.findByRole('heading', { name: 'mark-first client' });
    expect(screen.getByText('mark-first description')).toBeTruthy();
    expect(screen.getByText('mark-first industry')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'mark-first.example' })).toHaveLength(1);
    await findRow('Shop');
    expect(screen.queryByText('Inactive')).toBeNull();
    expect(document.title).toBe('mark-first client · Sightline');
  });

  it('show the last scan and the latest visibility, or say which of them is missing', async () => {
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    const first = within(await findRow('mark-first site'));
    expect((await first.findByText('100.0%')).parentElement?.textContent).toBe(
      '100.0% visibility latest scan',
    );
    expect(first.getByText(/^Scanned/).getAttribute('datetime')).toBe('2026-01-01T11:00:00.000Z');
    const shop = within(await findRow('Shop'));
    expect(await shop.findByText('No evidence')).toBeTruthy();
    const bare = within(await findRow('Bare'));
    expect(await bare.findByText('No completed scans yet')).toBeTruthy();
  });

  it('say that the service does not identify the tracked brand, and show no other brand’s figure', async () => {
    const points = [
      { date: '2026-01-01', value: 61, completedAt: '2026-01-01T10:00:00Z', scanId: uuid(2) },
    ];
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({
          brand: { id: uuid(1), name: 'Oakwell' },
          series: [{ key: 'linden', label: 'Linden', points }],
        }),
      ),
    );
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    const shop = within(await findRow('Shop'));
    expect(await shop.findByText('Brand not identified')).toBeTruthy();
    expect(shop.queryByText(/61/)).toBeNull();
  });

  it.each([
    ['failed', /^Latest scan failed .* ago$/],
    ['running', /^Scan running$/],
    ['queued', /^Scan queued$/],
    ['completed', /^Scanned .* ago$/],
    ['unheard-of', /^Scanned .* ago$/],
  ])('describe the newest scan if it has no evidence and the status %s', async (status, text) => {
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({
          brand: { id: uuid(1), name: 'Acme' },
          series: [
            {
              key: uuid(1),
              points: [
                {
                  date: '2026-01-01',
                  value: 5,
                  completedAt: '2026-01-01T10:00:00Z',
                  scanId: uuid(2),
                },
                {
                  date: '2026-01-02',
                  value: null,
                  completedAt: '2026-01-02T10:00:00Z',
                  scanId: uuid(3),
                },
              ],
            },
          ],
        }),
      ),
      http.get('*/v1/sites/:siteId/scans/:scanId', ({ params }) =>
        HttpResponse.json({ id: params['scanId'], status }),
      ),
    );
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    const shop = within(await findRow('Shop'));
    expect(await shop.findByText(text)).toBeTruthy();
    expect(shop.getByText('No evidence')).toBeTruthy();
    expect(world.calls).toContain(`GET /v1/sites/${measured.siteId}/scans/${uuid(3)}`);
  });

  it('are shown without the status of a scan if that status cannot be read', async () => {
    world.override(
      http.get('*/v1/sites/:siteId/scans/:scanId', () => new HttpResponse(null, { status: 500 })),
    );
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    expect(await within(await findRow('Shop')).findByText(/^Scanned/)).toBeTruthy();
  });

  it('are replaced by one error and a link to the clients if the client is unknown', async () => {
    openDashboard(`/clients/${unknownId}/sites`, world.signedIn('agency'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Client not found, or this key has no access to it.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Unknown client', level: 1 })).toBeTruthy();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(crumbs.textContent).toBe('ClientsUnknown client');
    expect(document.title).toBe('Unknown client · Sightline');
    expect(screen.getByRole('link', { name: 'Go to clients' })).toBeTruthy();
  });

  it('are not shown to another account', async () => {
    openDashboard(`/clients/${branches.other.ids.clientId}/sites`, world.signedIn('agency'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Client not found, or this key has no access to it.');
    expect(document.body.textContent).not.toContain('mark-other');
  });
});

it.each([
  ['is offered for the only client so far', false, true],
  ['is not offered if the key is limited to that client', true, false],
])('a new client %s', async (_, isClientKey, isOffered) => {
  const { session, ...settings } = world.signedIn('client');
  openDashboard('/clients', {
    ...settings,
    capabilities: ['setup'],
    session: session && { ...session, isClientKey },
  });
  await screen.findByRole('heading', { name: 'mark-first client' });
  await screen.findByRole('link', { name: 'New site' });
  expect(screen.queryByRole('link', { name: 'New client' }) !== null).toBe(isOffered);
});

describe('the trends in site rows', () => {
  const ids = Array.from({ length: 12 }, (_, n) => uuid(0xa00 + n));
  const siteIdOf = (url: string) => /sites\/([^/]+)\/reports/.exec(url)?.[1] ?? '';

  /** Controls which rows are on screen and when timeline responses are sent. */
  function controlRows() {
    const observed = new Map<Element, (isIntersecting: boolean) => void>();
    class FakeObserver {
      readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#callback = callback;
      }
      observe(element: Element) {
        observed.set(element, (isIntersecting) => this.#callback([{ isIntersecting }]));
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    const openRequests: string[] = [];
    const aborted: string[] = [];
    const gates = new Map<string, () => void>();
    const listedSite = (id: string) => ({ id, name: id, url: null, clientId, createdAt: null });
    world.override(
      http.get('*/v1/clients/:clientId/sites', () =>
        HttpResponse.json({ data: ids.map(listedSite) }),
      ),
      http.get('*/v1/sites/:siteId/reports/timeline', async ({ request }) => {
        const id = siteIdOf(request.url);
        const gate = Promise.withResolvers<void>();
        openRequests.push(id);
        gates.set(id, gate.resolve);
        request.signal.addEventListener('abort', () => {
          aborted.push(id);
          gate.resolve();
        });
        await gate.promise;
        openRequests.splice(openRequests.indexOf(id), 1);
        return HttpResponse.json({ series: [] });
      }),
    );
    const setOnScreen = async (id: string, isIntersecting: boolean) => {
      const row = await screen.findByText(id);
      for (const [element, notify] of observed) {
        if (row.closest('li')?.contains(element)) act(() => notify(isIntersecting));
      }
    };
    return { openRequests, aborted, setOnScreen, respond: (id: string) => gates.get(id)?.() };
  }

  it('are requested only for rows on screen, at most four at a time', async () => {
    const { openRequests, setOnScreen, respond } = controlRows();
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    await screen.findByText(ids[0] ?? '');
    expect(openRequests).toEqual([]);
    for (const id of ids.slice(0, 6)) await setOnScreen(id, true);
    await waitFor(() => expect(openRequests).toEqual(ids.slice(0, 4)));
    respond(ids[0] ?? '');
    await waitFor(() => expect(openRequests).toEqual(ids.slice(1, 5)));
    expect(world.calls.filter((call) => call.includes('timeline'))).toHaveLength(5);
  });

  it('are cancelled when the row scrolls out of view, and when the user leaves the page', async () => {
    const { openRequests, aborted, setOnScreen } = controlRows();
    const { router } = openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    for (const id of ids.slice(0, 6)) await setOnScreen(id, true);
    await waitFor(() => expect(openRequests).toHaveLength(4));
    await setOnScreen(ids[1] ?? '', false);
    await waitFor(() => expect(aborted).toEqual([ids[1]]));
    await waitFor(() => expect(openRequests).toContain(ids[4]));
    await router.navigate({ to: '/clients' });
    await waitFor(() => expect(openRequests).toEqual([]));
    expect(aborted.toSorted()).toEqual(ids.slice(0, 5));
    expect(world.calls.filter((call) => call.includes('timeline'))).toHaveLength(5);
  });
});

describe('a site', () => {
  it('has its name as the heading and its client in the breadcrumb, and its address keeps everything when redirected', async () => {
    const earlierPath = `/clients/${clientId}/sites/${measured.siteId}`;
    const page = openDashboard(`${earlierPath}?metric=gap&tag=a&tag=b`, world.signedIn('agency'));
    expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toBeTruthy();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(await crumbs.findByRole('link', { name: 'mark-first client' })).toBeTruthy();
    expect(page.address()).toBe(
      `/sites/${measured.siteId}/timeline?metric=gap&tag=a&tag=b&client=${clientId}`,
    );
  });

  it.each(siteViews)('has its $name at the address of earlier versions', async ({ view }) => {
    const settings = { ...world.signedIn('agency'), capabilities: ['answers', 'sources'] };
    const choices = 'metric=gap&dates=all&tag=a&tag=b';
    const page = openDashboard(
      `/clients/${clientId}/sites/${measured.siteId}/${view}/?${choices}`,
      settings,
    );
    expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toBeTruthy();
    const [path, query] = page.address().split('?');
    expect(path).toBe(`/sites/${measured.siteId}/${view}`);
    expect(new URLSearchParams(query).toString().split('&').sort()).toEqual(
      [...choices.split('&'), `client=${clientId}`].sort(),
    );
  });

  it.each(['elsewhere', 'elsewhere/timeline'])(
    'is not found at an address of earlier versions that ends in %s',
    async (page) => {
      openDashboard(
        `/clients/${clientId}/sites/${measured.siteId}/${page}`,
        world.signedIn('agency'),
      );
      expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
    },
  );

  it.each([
    ['owned by another client', branches.second.ids.siteId],
    ['that is inactive', moreSites.inactive],
  ])('%s is shown without the client, with a notice', async (_, siteId) => {
    const path = `/clients/${clientId}/sites/${siteId}/timeline?metric=gap&dates=all`;
    const page = openDashboard(path, world.signedIn('agency'));
    expect(await screen.findByText(/does not belong to the client in this link/)).toBeTruthy();
    expect(page.address()).toBe(`/sites/${siteId}/timeline?metric=gap&dates=all`);
    expect(screen.getByRole('heading', { name: siteId, level: 1 })).toBeTruthy();
    expect(document.body.textContent).not.toContain('mark-first');
  });

  it('is shown without the client if the client is unknown', async () => {
    const path = `/clients/${unknownId}/sites/${measured.siteId}/timeline?dates=all`;
    const page = openDashboard(path, world.signedIn('agency'));
    await waitFor(() =>
      expect(page.address()).toBe(`/sites/${measured.siteId}/timeline?dates=all`),
    );
  });
});
