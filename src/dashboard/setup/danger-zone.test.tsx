import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branches, type KeyName, measured, uuid } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { pathTo } from '../../contract/every-endpoint.ts';
import { problemTypes } from '../../contract/problem.ts';

setUpBrowser();
const world = setUpService();
afterEach(() => void vi.useRealTimers());

const clientId = branches.first.ids.clientId ?? '';
const name = 'mark-first client';
const clientPath = pathTo('client', { clientId });
const jobPath = '*/sightline/v1/setup-jobs/:jobId';
const capabilities = ['setup', 'sites', 'scans'];

const openPage = (path: string, key: KeyName = 'agency') => ({
  user: userEvent.setup(),
  ...openDashboard(path, { ...world.signedIn(key), capabilities }),
});
const openDrawer = async (noun: 'site' | 'client', path: string, key?: KeyName) => {
  const page = openPage(path, key);
  await page.user.click(await screen.findByRole('button', { name: `Delete ${noun}…` }));
  const drawer = within(await screen.findByRole('dialog', { name: `Delete this ${noun}` }));
  const label = `To confirm, type the name of the ${noun}`;
  return { ...page, drawer, field: drawer.getByRole('textbox', { name: label }) };
};
const openForClient = (key?: KeyName) => openDrawer('client', `/clients/${clientId}/setup`, key);
const openForSite = () => openDrawer('site', `/sites/${measured.siteId}/setup`);
const deletions = () => world.calls.filter((call) => call.startsWith('DELETE'));
const statusOf = async (path: string) => (await world.send(path, 'agency')).status;

describe('deleting a client', () => {
  it('says what deleting it also deletes, and how to keep a copy', async () => {
    const { drawer } = await openForClient();
    expect(await drawer.findByText(/with 5 sites, archived ones included/)).toBeTruthy();
    expect(drawer.getByText(/This cannot be undone\. Backups keep the data/)).toBeTruthy();
    expect(drawer.getByText(`npm run export -- --client ${clientId}`)).toBeTruthy();
  });

  it.each(['', 'mark-second client', 'Mark-first client'])(
    'sends nothing while the typed name is “%s”, and says so at the field',
    async (typed) => {
      const { user, drawer, field } = await openForClient();
      await user.type(field, `${typed}{Enter}`);
      const fault = drawer.getByText('This is not the name. Type it as shown.');
      expect(field.getAttribute('aria-describedby')).toContain(fault.id);
      expect(document.activeElement).toBe(field);
      expect(deletions()).toEqual([]);
    },
  );

  it('opens the list of clients, which no longer shows it, with a notice that can be dismissed', async () => {
    // Loads the list first, so that an outdated one could be shown.
    const { user, router, address } = openPage('/clients');
    await screen.findByText('mark-second client');
    await router.navigate({ to: '/clients/$clientId/setup', params: { clientId } });
    await user.click(await screen.findByRole('button', { name: 'Delete client…' }));
    const label = 'To confirm, type the name of the client';
    await user.type(await screen.findByRole('textbox', { name: label }), name);
    await user.click(screen.getByRole('button', { name: 'Delete this client' }));
    expect((await screen.findByText(/has been deleted\.$/)).textContent).toContain(name);
    expect(address()).toBe('/clients');
    expect(await screen.findByText('mark-second client')).toBeTruthy();
    expect(screen.queryByRole('link', { name })).toBeNull();
    expect(await statusOf(clientPath)).toBe(404);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/has been deleted/)).toBeNull());
  });

  it('waits for another import, which it says, and then opens the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let state = 'waiting';
    const respondWithJob = () => HttpResponse.json({ id: uuid(0x77), state }, { status: 202 });
    world.override(
      http.delete(`*${clientPath}`, respondWithJob),
      http.get(jobPath, respondWithJob),
    );
    const { user, drawer, field } = await openForClient();
    await user.type(field, `${name}{Enter}`);
    expect(
      await drawer.findByText(/^The change is waiting for its turn\..*the client is deleted/),
    ).toBeTruthy();
    state = 'done';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText(/has been deleted\.$/)).toBeTruthy();
  });

  it('shows the service’s reason if the key may not delete clients', async () => {
    const { user, drawer, field } = await openForClient('client');
    await user.type(field, `${name}{Enter}`);
    expect((await drawer.findByRole('alert')).textContent).toMatch(
      /does not have permission to do this\. Reason: “.+”/,
    );
    const button = drawer.getByRole('button', { name: 'Delete this client' });
    expect(button.getAttribute('aria-disabled')).toBeNull();
    expect(await statusOf(clientPath)).toBe(200);
  });

  it('counts as done if the client no longer exists', async () => {
    const type = problemTypes.clientNotFound;
    world.override(
      http.delete(`*${clientPath}`, () => HttpResponse.json({ type }, { status: 404 })),
    );
    const { user, field } = await openForClient();
    await user.type(field, `${name}{Enter}`);
    expect(await screen.findByText(/has been deleted\.$/)).toBeTruthy();
  });
});

describe('deleting a site', () => {
  it('says how many scans and answers go with it', async () => {
    const { drawer } = await openForSite();
    expect(await drawer.findByText(/with its \d scans and \d+ answers/)).toBeTruthy();
    expect(drawer.getByText(`npm run export -- --site ${measured.siteId}`)).toBeTruthy();
  });

  it('opens the sites of its client, which no longer show it, with a notice', async () => {
    const { user, field, address } = await openForSite();
    await user.type(field, 'Shop{Enter}');
    expect((await screen.findByText(/has been deleted\.$/)).textContent).toContain('Shop');
    expect(address()).toBe(`/clients/${clientId}/sites`);
    expect(await screen.findByRole('link', { name: 'Bare' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Shop' })).toBeNull();
    expect(await statusOf(pathTo('site', { siteId: measured.siteId }))).toBe(404);
  });

  it('is possible with unsaved changes in the form, without another question', async () => {
    const { user, field } = await openForSite();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(field.isConnected).toBe(false);
    await user.type(screen.getByRole('textbox', { name: 'Site name' }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Delete site…' }));
    const label = 'To confirm, type the name of the site';
    await user.type(screen.getByRole('textbox', { name: label }), 'Shop{Enter}');
    expect(await screen.findByText(/has been deleted\.$/)).toBeTruthy();
  });
});

describe('archiving a site', () => {
  it('says before that its links and feeds end for good', async () => {
    openPage(`/sites/${measured.siteId}/setup`);
    const button = await screen.findByRole('button', { name: 'Archive site' });
    expect(button.parentElement?.textContent).toContain('its links and feeds end for good');
  });

  it('says that it is archived, and can be taken back at the same place', async () => {
    const { user } = openPage(`/sites/${measured.siteId}/setup`);
    await user.click(await screen.findByRole('button', { name: 'Archive site' }));
    const restoreButton = await screen.findByRole('button', { name: 'Restore site' });
    expect(await screen.findByText(/^This site is archived\./)).toBeTruthy();
    await user.click(restoreButton);
    expect(await screen.findByRole('button', { name: 'Archive site' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^This site is archived/)).toBeNull());
  });
});
