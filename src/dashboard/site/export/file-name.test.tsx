import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { branches, measured } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

it.each(['timeline', 'sources'])(
  'the Download button on the %s page is disabled until the name of the site has loaded',
  async (page) => {
    const gate = Promise.withResolvers<void>();
    world.override(http.get('*/v1/clients/:clientId/sites', () => gate.promise));
    openDashboard(`/clients/${branches.first.ids.clientId}/sites/${measured.siteId}/${page}`, {
      ...world.signedIn('agency'),
      capabilities: ['sources'],
    });
    await screen.findByRole('table');
    const isDisabled = () =>
      screen.getByRole('button', { name: 'Download' }).getAttribute('aria-disabled') === 'true';
    expect(isDisabled()).toBe(true);
    gate.resolve();
    await waitFor(() => expect(isDisabled()).toBe(false));
  },
);
