import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branches, measured, uuid } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
afterEach(() => void vi.useRealTimers());

const clientId = branches.first.ids.clientId ?? '';
const name = 'mark-first client';
const clientPath = '*/sightline/v1/clients/:clientId';
const jobPath = '*/sightline/v1/setup-jobs/:jobId';
const respondDeleted = () => http.delete(clientPath, () => new HttpResponse(null, { status: 204 }));

const open = async () => {
  world.override(http.get(clientPath, () => HttpResponse.json({ id: clientId, name, sites: 3 })));
  const user = userEvent.setup();
  const settings = { ...world.signedIn('agency'), capabilities: ['setup', 'sites'] };
  const page = openDashboard(`/clients/${clientId}/setup`, settings);
  await user.click(await screen.findByRole('button', { name: 'Delete client…' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Delete this client' }));
  const field = drawer.getByRole('textbox', { name: 'To confirm, type the name of the client' });
  return { user, drawer, field, ...page };
};
const deletions = () => world.calls.filter((call) => call.startsWith('DELETE'));

describe('deleting a client', () => {
  it('says what goes with it, and how to keep a copy', async () => {
    const { drawer } = await open();
    expect(await drawer.findByText(/with 3 sites, archived ones included/)).toBeTruthy();
    expect(drawer.getByText(/This cannot be undone\. Backups keep the data/)).toBeTruthy();
    expect(drawer.getByText(`npm run export -- --client ${clientId}`)).toBeTruthy();
  });

  it.each(['', 'mark-second client', 'Mark-first client'])(
    'sends nothing while the typed name is “%s”, and says so at the field',
    async (typed) => {
      const { user, drawer, field } = await open();
      await user.type(field, `${typed}{Enter}`);
      const fault = drawer.getByText('This is not the name. Type it as shown.');
      expect(field.getAttribute('aria-describedby')).toContain(fault.id);
      expect(document.activeElement).toBe(field);
      expect(deletions()).toEqual([]);
    },
  );

  it('opens the list of clients with a notice, which can be dismissed', async () => {
    world.override(respondDeleted());
    const { user, drawer, field, address } = await open();
    await user.type(field, name);
    await user.click(drawer.getByRole('button', { name: 'Delete the client' }));
    expect((await screen.findByText(/has been deleted\.$/)).textContent).toContain(name);
    expect(address()).toBe('/clients');
    const [deletion = ''] = deletions();
    expect(new URL(deletion.split(' ')[1] ?? '', 'http://x.test').searchParams.get('name')).toBe(
      name,
    );
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/has been deleted/)).toBeNull());
  });

  it('loads the list of clients again', async () => {
    world.override(respondDeleted());
    const { user, field } = await open();
    const countLists = () =>
      world.calls.filter((call) => call.startsWith('GET /v1/clients?')).length;
    const listsBefore = countLists();
    await user.type(field, `${name}{Enter}`);
    await screen.findByText(/has been deleted\.$/);
    await waitFor(() => expect(countLists()).toBeGreaterThan(listsBefore));
  });

  it('waits for another import, which it says, and then opens the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let state = 'waiting';
    const respondWithJob = () => HttpResponse.json({ id: uuid(0x77), state }, { status: 202 });
    world.override(http.delete(clientPath, respondWithJob), http.get(jobPath, respondWithJob));
    const { user, drawer, field } = await open();
    await user.type(field, `${name}{Enter}`);
    expect(
      await drawer.findByText(/^Another import is under way\..*the client is deleted/),
    ).toBeTruthy();
    state = 'done';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText(/has been deleted\.$/)).toBeTruthy();
  });

  it('shows the service’s reason if the key may not delete clients', async () => {
    const detail = 'A key for one client cannot delete it.';
    world.override(http.delete(clientPath, () => HttpResponse.json({ detail }, { status: 403 })));
    const { user, drawer, field } = await open();
    await user.type(field, `${name}{Enter}`);
    expect((await drawer.findByRole('alert')).textContent).toContain(detail);
    expect(
      drawer.getByRole('button', { name: 'Delete the client' }).getAttribute('aria-disabled'),
    ).toBeNull();
  });

  it('counts as done if the client no longer exists', async () => {
    const type = 'urn:sightline:problem:client-not-found';
    world.override(http.delete(clientPath, () => HttpResponse.json({ type }, { status: 404 })));
    const { user, field } = await open();
    await user.type(field, `${name}{Enter}`);
    expect(await screen.findByText(/has been deleted\.$/)).toBeTruthy();
  });
});

describe('archiving a site', () => {
  it('says that it is archived, and can be taken back at the same place', async () => {
    const user = userEvent.setup();
    const settings = { ...world.signedIn('agency'), capabilities: ['setup', 'sites'] };
    openDashboard(`/sites/${measured.siteId}/setup`, settings);
    await user.click(await screen.findByRole('button', { name: 'Archive site' }));
    const restoreButton = await screen.findByRole('button', { name: 'Restore site' });
    expect(await screen.findByText(/^This site is archived\./)).toBeTruthy();
    await user.click(restoreButton);
    expect(await screen.findByRole('button', { name: 'Archive site' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^This site is archived/)).toBeNull());
  });
});
