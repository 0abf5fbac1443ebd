import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branches, type KeyName, measured, moreSites } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../tests/setup/sightline-faults.ts';
import { patience } from '../api/sightline/optional.ts';

setUpBrowser();
const world = setUpService();
const { first, business } = branches;
const siteId = first.ids.siteId;

afterEach(() => {
  vi.useRealTimers();
});

const open = (path: string, key: KeyName = 'agency', capabilities = ['sites']) =>
  openDashboard(path, { ...world.signedIn(key), capabilities });
const getCrumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a site opened without a client', () => {
  it.each(['timeline', 'matrix'])(
    'is shown with its name and its client’s name on the %s',
    async (view) => {
      open(`/sites/${siteId}/${view}`);
      await findHeading(`${first.marker} site`);
      expect(getCrumbs()).toEqual(['Clients', `${first.marker} client`, `${first.marker} site`]);
      const link = screen.getByRole('link', { name: `${first.marker} client` });
      expect(link.getAttribute('href')).toBe(`/clients/${first.ids.clientId}/sites`);
      expect(document.title).toMatch(new RegExp(`^${first.marker} site · `));
    },
  );

  it('has no client in the breadcrumb if it belongs to a business', async () => {
    open(`/sites/${business.ids.siteId}/timeline?dates=all`, 'business');
    await findHeading(`${business.marker} site`);
    expect(getCrumbs()).toEqual(['Clients', `${business.marker} site`]);
  });

  it('has its ID as the heading without the capability `sites`, and its name is not requested', async () => {
    open(`/sites/${siteId}/timeline?dates=all`, 'agency', []);
    await findHeading(siteId);
    await screen.findByRole('figure', { name: /^Visibility by brand/ });
    expect(getCrumbs()).toEqual(['Clients', 'Site']);
    expect(sightlineCalls(world.calls)).toEqual([]);
  });

  it.each(faultHandlersOf('no body', 'status 403', 'a broken connection'))(
    'has its ID as the heading after a fault: %s',
    async (_, handler) => {
      world.override(handler);
      open(`/sites/${siteId}/timeline?dates=all`);
      await findHeading(siteId);
      await screen.findByRole('figure', { name: /^Visibility by brand/ });
      expect(getCrumbs()).toEqual(['Clients', 'Site']);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(sightlineCalls(world.calls)).toHaveLength(1);
    },
  );

  it('has its ID as the heading if the service responds with another site', async () => {
    world.override(
      http.get('*/sightline/v1/sites/:siteId', async () => {
        const path = `/sightline/v1/sites/${moreSites.bare}`;
        return HttpResponse.json(await (await world.send(path, 'agency')).json());
      }),
    );
    open(`/sites/${siteId}/timeline?dates=all`);
    await findHeading(siteId);
  });

  it('has its ID as the heading if no response arrives in time, and its chart does not wait for one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    world.override(hangingHandler);
    open(`/sites/${siteId}/timeline?dates=all`);
    await screen.findByRole('figure', { name: /^Visibility by brand/ });
    await vi.advanceTimersByTimeAsync(patience);
    await findHeading(siteId);
  });
});

it('a site opened from a client takes its name from that client’s list alone', async () => {
  open(`/clients/${first.ids.clientId}/sites/${measured.siteId}/timeline?dates=all`);
  await findHeading('Shop');
  await waitFor(() => expect(getCrumbs()).toHaveLength(3));
  expect(sightlineCalls(world.calls)).toEqual([]);
});

it.each([
  ['by its ID alone', ''],
  ['under its client', `/clients/${first.ids.clientId}`],
])('an archived site opened %s says that it is archived', async (_, path) => {
  open(`${path}/sites/${moreSites.inactive}/timeline?dates=all`);
  await findHeading('Inactive');
  expect(await screen.findByText(/^This site is archived\./)).toBeTruthy();
  expect(screen.queryByText(/does not belong to the client/)).toBeNull();
});

it('an active site does not say that it is archived', async () => {
  open(`/sites/${siteId}/timeline?dates=all`);
  await findHeading(`${first.marker} site`);
  expect(screen.queryByText(/archived/)).toBeNull();
});

it('a link with the wrong client opens the site with a notice and the name of the right client', async () => {
  open(`/clients/${branches.second.ids.clientId}/sites/${siteId}/timeline?dates=all`);
  await findHeading(`${first.marker} site`);
  expect(
    await screen.findByText('This site does not belong to the client in this link.'),
  ).toBeTruthy();
  expect(getCrumbs()[1]).toBe(`${first.marker} client`);
});
