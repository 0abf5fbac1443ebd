import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { branches } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const clientId = branches.first.ids.clientId ?? '';
const clientPath = '*/sightline/v1/clients/:clientId';
const storedClient = { name: 'Oakwell', industry: 'Furniture', accent: '#00875a' };

/** Mocks the client, and collects the changes that are sent. */
function mockClient() {
  const client = { stored: { id: clientId, ...storedClient }, changes: [] as unknown[] };
  world.override(
    http.get(clientPath, () => HttpResponse.json(client.stored)),
    http.patch(clientPath, async ({ request }) => {
      const change = Object(await request.json());
      client.changes.push(change);
      client.stored = { ...client.stored, ...change };
      return HttpResponse.json(client.stored);
    }),
  );
  return client;
}

const open = async (capabilities = ['setup']) => {
  openDashboard(`/clients/${clientId}/setup`, { ...world.signedIn('agency'), capabilities });
  await screen.findByRole('heading', { name: 'Set-up' });
  return userEvent.setup();
};
const findField = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('the set-up of a client', () => {
  it('sends only the fields that were changed, and says that they are saved', async () => {
    const client = mockClient();
    const user = await open();
    const industry = await findField('Industry optional');
    expect(industry.value).toBe('Furniture');
    await user.clear(industry);
    await user.type(industry, 'Beds');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(client.changes).toEqual([{ industry: 'Beds' }]);
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
    const client = mockClient();
    const user = await open();
    const field = await findField(label);
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(fault)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(client.changes).toEqual([]);
  });

  it('shows at its field what the service refuses', async () => {
    mockClient();
    const errors = [{ parameter: 'websiteUrl', message: 'must be a web address' }];
    world.override(http.patch(clientPath, () => HttpResponse.json({ errors }, { status: 422 })));
    const user = await open();
    const website = await findField('Website optional');
    await user.type(website, 'oakwell');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Must be a web address.')).toBeTruthy();
    expect(document.activeElement).toBe(website);
  });

  it('can be left as it was', async () => {
    mockClient();
    const user = await open();
    const name = await findField('Name');
    await user.type(name, ' Group');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(name.value).toBe('Oakwell');
  });

  it('is linked from the client’s page only for keys that may change it', async () => {
    const { session, ...settings } = world.signedIn('agency');
    const openClient = (canSetUp: boolean) =>
      openDashboard(`/clients/${clientId}/sites`, {
        ...settings,
        capabilities: ['setup'],
        session: session && { ...session, canSetUp },
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
