import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { scansScope, setupScope } from '../../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();

const openEmpty = (
  capabilities: string[],
  canSetUp: boolean | null = true,
  isBusinessKey: boolean | null = null,
  canRunScans = true,
) => {
  const noEntries = () => HttpResponse.json({ data: [], nextCursor: null });
  world.override(http.get('*/sightline/v1/sites', noEntries), http.get('*/v1/clients', noEntries));
  const settings = world.signedIn('agency');
  const session = settings.session && {
    ...settings.session,
    scopes: scopesWithout(canSetUp === false && setupScope, !canRunScans && scansScope),
    isBusinessKey,
  };
  openDashboard('/clients', { ...settings, capabilities, session });
};

describe('a list without clients', () => {
  it.each([[['setup', 'sites']], [['setup']]])(
    'leads a key that may create clients to the form for the first one, with the capabilities %j',
    async (capabilities) => {
      openEmpty(capabilities);
      await screen.findByRole('heading', { name: 'Create your first client' });
      const link = screen.getByRole('link', { name: 'New client' });
      expect(link.getAttribute('href')).toBe('/clients/new');
      for (const need of ['Name and website', 'Competitors', 'Questions'])
        expect(screen.getByText(need)).toBeTruthy();
      expect(screen.getByText('npm run import -- FILE')).toBeTruthy();
    },
  );

  it.each([
    ['a key that may run scans', true, /Choose in the same form where and when/],
    ['a key that may not', false, /Figures appear once answers have been imported/],
  ])('says to %s where figures come from', async (_, canRunScans, text) => {
    openEmpty(['collect', 'setup', 'sites'], true, null, canRunScans);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('leads a business without sites to the form for its first one', async () => {
    openEmpty(['setup', 'sites'], true, true);
    await screen.findByRole('heading', { name: 'Create your first site' });
    const link = screen.getByRole('link', { name: 'New site' });
    expect(link.getAttribute('href')).toBe('/sites/new');
    expect(screen.queryByRole('link', { name: 'New client' })).toBeNull();
  });

  it.each<[string, string[], boolean | null, boolean | null]>([
    ['the key may not create clients', ['setup', 'sites'], false, null],
    ['the key may not create sites of its business', ['setup', 'sites'], false, true],
    ['the service cannot create clients', ['sites'], true, null],
  ])('offers to open a site by its ID if %s', async (_, capabilities, canSetUp, isBusinessKey) => {
    openEmpty(capabilities, canSetUp, isBusinessKey);
    expect(await screen.findByRole('textbox', { name: 'Open a site by its ID' })).toBeTruthy();
    expect(screen.queryByText('Create your first client')).toBeNull();
  });

  it('offers a business account to open a site by its ID, even if its key may set up sites', async () => {
    const settings = { ...world.signedIn('business'), capabilities: ['setup', 'sites'] };
    openDashboard('/clients', settings);
    expect(await screen.findByRole('textbox', { name: 'Open a site by its ID' })).toBeTruthy();
    expect(screen.queryByText('Create your first client')).toBeNull();
  });
});
