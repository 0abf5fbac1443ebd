import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { branches, measured, moreSites, unknownId } from '../../../tests/service/small-world.ts';
import { browserWorld, openDashboard } from '../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../tests/setup/service-world.ts';

browserWorld();
const world = serviceWorld();

const clientId = branches.first.ids.clientId ?? '';
const row = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  const found = link.closest('li');
  if (!found) throw new Error(`No row of ${name}`);
  return found;
};

describe('the sites of a client', () => {
  it('stand under its name and its other fields, without the inactive ones', async () => {
    openDashboard(`/clients/${clientId}`, world.signedIn('agency'));
    await screen.findByRole('heading', { name: 'mark-first client' });
    expect(screen.getByText('mark-first description')).toBeTruthy();
    expect(screen.getByText('mark-first industry')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'mark-first.example' })).toHaveLength(1);
    await row('Shop');
    expect(screen.queryByText('Inactive')).toBeNull();
    expect(document.title).toBe('mark-first client · Sightline');
  });

  it('show the last scan and the latest visibility, or that there is no evidence', async () => {
    openDashboard(`/clients/${clientId}/sites`, world.signedIn('agency'));
    const first = within(await row('mark-first site'));
    expect((await first.findByText('100%')).parentElement?.textContent).toBe('100% visibility');
    expect(first.getByText(/^Scanned/).getAttribute('datetime')).toBe('2026-01-01T11:00:00.000Z');
    const shop = within(await row('Shop'));
    expect(await shop.findByText('No evidence')).toBeTruthy();
    const bare = within(await row('Bare'));
    expect(await bare.findByText('No scans yet')).toBeTruthy();
  });

  it('of another account are not there at all', async () => {
    openDashboard(`/clients/${branches.other.ids.clientId}/sites`, world.signedIn('agency'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('There is no such client, or this key cannot see it.');
    expect(document.body.textContent).not.toContain('mark-other');
  });
});

describe('a site', () => {
  it('is called by its name, under its client', async () => {
    const path = `/clients/${clientId}/sites/${measured.siteId}`;
    const page = openDashboard(
      `${path}?metric=gap&platform=a&platform=b`,
      world.signedIn('agency'),
    );
    expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toBeTruthy();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(await crumbs.findByRole('link', { name: 'mark-first client' })).toBeTruthy();
    expect(page.address()).toBe(`${path}/timeline?metric=gap&platform=a&platform=b`);
  });

  it.each([
    ['that another client owns', branches.second.ids.siteId],
    ['that is inactive', moreSites.inactive],
  ])('%s is shown by itself, and says so', async (_, siteId) => {
    const path = `/clients/${clientId}/sites/${siteId}/timeline?metric=gap`;
    const page = openDashboard(path, world.signedIn('agency'));
    expect(await screen.findByText(/not in the list of the client/)).toBeTruthy();
    expect(page.address()).toBe(`/sites/${siteId}/timeline?metric=gap`);
    expect(screen.getByRole('heading', { name: siteId, level: 1 })).toBeTruthy();
    expect(document.body.textContent).not.toContain('mark-first');
  });

  it('of a client that does not exist is shown by itself', async () => {
    const path = `/clients/${unknownId}/sites/${measured.siteId}/timeline`;
    const page = openDashboard(path, world.signedIn('agency'));
    await waitFor(() => expect(page.address()).toBe(`/sites/${measured.siteId}/timeline`));
  });
});
