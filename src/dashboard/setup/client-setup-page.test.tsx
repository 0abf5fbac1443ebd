import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { branches } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { pathTo } from '../../contract/every-endpoint.ts';
import { setupScope } from '../../contract/scopes.ts';
import { ClientDetails } from '../../contract/sightline/setup.ts';

setUpBrowser();
const world = setUpService();

const clientId = branches.first.ids.clientId ?? '';
const clientPath = pathTo('client', { clientId });

const readStored = async () =>
  v.parse(ClientDetails, await (await world.send(clientPath, 'agency')).json());
const open = async (capabilities = ['setup']) => {
  openDashboard(`/clients/${clientId}/setup`, { ...world.signedIn('agency'), capabilities });
  await screen.findByRole('heading', { name: 'Set-up' });
  return userEvent.setup();
};
const changes = () => world.calls.filter((call) => call.startsWith('PATCH'));
const findField = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('the set-up of a client', () => {
  it('changes only what was changed in the form, and says that it is saved', async () => {
    const before = await readStored();
    const user = await open();
    const industry = await findField('Industry optional');
    expect(industry.value).toBe('mark-first industry');
    await user.clear(industry);
    await user.type(industry, ' Beds');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    const { updatedAt } = await readStored();
    expect(await readStored()).toEqual({ ...before, industry: 'Beds', updatedAt });
    expect(industry.value).toBe('Beds');
  });

  it.each([
    ['an empty name', 'Name', '', 'Must not be empty.'],
    [
      'another notation of a colour',
      'Colour optional',
      'green',
      'Must be a colour written #rrggbb.',
    ],
  ])('sends nothing with %s, and moves focus to it', async (_, label, text, fault) => {
    const user = await open();
    const field = await findField(label);
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(fault)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(changes()).toEqual([]);
  });

  it('shows at its field what the service refuses', async () => {
    const errors = [{ parameter: 'websiteUrl', message: 'must be a web address' }];
    world.override(
      http.patch(`*${clientPath}`, () => HttpResponse.json({ errors }, { status: 422 })),
    );
    const user = await open();
    const website = await findField('Website optional');
    await user.type(website, 'oakwell');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Must be a web address.')).toBeTruthy();
    expect(document.activeElement).toBe(website);
  });

  it('is not saved over what someone else has changed, until it is saved again', async () => {
    const user = await open();
    const industry = await findField('Industry optional');
    await world.send(clientPath, 'agency', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ industry: 'Theirs', websiteUrl: 'https://theirs.example' }),
    });
    await user.clear(industry);
    await user.type(industry, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Someone else saved this client/);
    expect(screen.getByText('Changed the client’s industry to “Theirs”')).toBeTruthy();
    expect(industry.value).toBe('Mine');
    expect((await findField('Website optional')).value).toBe('https://theirs.example');
    expect(changes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(await readStored()).toMatchObject({ industry: 'Mine' });
  });

  it('can be left as it was', async () => {
    const user = await open();
    const name = await findField('Name');
    await user.type(name, ' Group');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(name.value).toBe('mark-first client');
    expect(changes()).toEqual([]);
  });

  it('shows unsaved changes again after the session has ended and the same key has signed in', async () => {
    const settings = { ...world.signedIn('agency'), capabilities: ['setup'] };
    const { session } = openDashboard(`/clients/${clientId}/setup`, settings);
    const user = userEvent.setup();
    await user.type(await findField('Name'), ' Group');
    session.end('expired');
    await screen.findByText(/Your unsaved changes are kept/);
    world.override(http.post('*/session', () => HttpResponse.json(settings)));
    await user.type(screen.getByLabelText('API key'), `${world.key('agency')}{Enter}`);
    expect((await findField('Name')).value).toBe('mark-first client Group');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('lists archived sites, and restores one of them', async () => {
    const user = await open();
    await user.click(await screen.findByText('1 archived site'));
    expect(screen.getByRole('link', { name: 'Inactive' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore Inactive' }));
    await waitFor(() => expect(screen.queryByText('1 archived site')).toBeNull());
    expect(await readStored()).toMatchObject({ sites: 5, archivedSites: [] });
  });

  it('is linked from the client’s page only for keys that may change it', async () => {
    const { session, ...settings } = world.signedIn('agency');
    const openClient = (canSetUp: boolean) =>
      openDashboard(`/clients/${clientId}/sites`, {
        ...settings,
        capabilities: ['setup'],
        session: session && { ...session, scopes: scopesWithout(!canSetUp && setupScope) },
      });
    const page = openClient(false);
    await screen.findByRole('heading', { name: 'mark-first client' });
    expect(screen.queryByRole('link', { name: 'Set-up' })).toBeNull();
    page.unmount();
    const { address } = openClient(true);
    await userEvent.setup().click(await screen.findByRole('link', { name: 'Set-up' }));
    await waitFor(() => expect(address()).toBe(`/clients/${clientId}/setup`));
  });

  it('cannot be changed without the capability', async () => {
    openDashboard(`/clients/${clientId}/setup`, world.signedIn('agency'));
    expect(await screen.findByText(/does not have permission to change the client/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
