import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { branches } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const findField = () => screen.findByLabelText<HTMLInputElement>('API key');
const getButton = () => screen.getByRole('button', { name: 'Sign in' });

describe('the sign-in page', () => {
  it('opens the requested page after sign-in', async () => {
    const user = userEvent.setup();
    const page = openDashboard('/clients?x=1', world.settings);
    await user.type(await findField(), world.key('agency'));
    await user.click(getButton());
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeTruthy();
    expect(page.address()).toBe('/clients?x=1');
  });

  it.each(['/S', '/sx', '/', '/sites/1/timeline?metric=gap'])(
    'leaves the secret of a link in the fragment if the path is %s instead, before and after sign-in',
    async (path) => {
      const user = userEvent.setup();
      const page = openDashboard(`${path}#sl_secret`, world.settings);
      const beforeHash = () => page.address().split('#')[0];
      const field = await findField();
      expect(page.address()).toMatch(/^\/sign-in\?.*#sl_secret$/);
      expect(beforeHash()).not.toContain('secret');
      await user.type(field, world.key('agency'));
      await user.click(getButton());
      await waitFor(() => expect(page.address()).not.toContain('/sign-in'));
      expect(beforeHash()).not.toContain('secret');
    },
  );

  it('names the page that a link opens after sign-in, except the default page', async () => {
    const first = openDashboard('/clients/1/sites/2/timeline?metric=gap', world.settings);
    await findField();
    expect(screen.getByRole('status').textContent).toBe(
      'After you sign in, this link opens a site’s timeline.',
    );
    first.unmount();
    openDashboard('/', world.settings);
    await findField();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('offers sample keys as buttons that sign in, if the host has any', async () => {
    const user = userEvent.setup();
    const sampleKeys = [{ key: world.key('agency'), opens: 'Everything invented.' }];
    openDashboard('/clients', { ...world.settings, help: { sampleKeys, isEmpty: false } });
    await findField();
    expect(screen.getByText('Everything invented.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: world.key('agency') }));
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeTruthy();
  });

  it('explains how to create an account with a key, or import data, while the store is empty', async () => {
    openDashboard('/clients', { ...world.settings, help: { sampleKeys: [], isEmpty: true } });
    await findField();
    expect(screen.getByText(/--new-account ACCOUNT/).textContent).toMatch(
      /^npm run keys -- create .* --scope setup:write$/s,
    );
    expect(screen.getByText(/npm run import -- FILE/).textContent).toContain(
      'npm run keys -- create',
    );
  });

  it('offers neither instructions nor sample keys when the host has data and no sample keys', async () => {
    openDashboard('/clients', world.settings);
    await findField();
    expect(screen.queryByText(/npm run/)).toBeNull();
    expect(screen.queryByText(/sample data/)).toBeNull();
  });

  it('reports an invalid key and keeps focus in the field', async () => {
    const user = userEvent.setup();
    openDashboard('/sign-in', world.settings);
    await user.type(await findField(), 'sl_wrong{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('This key is not valid. Check it, or create a new one.');
    expect(document.activeElement).toBe(await findField());
    expect((await findField()).getAttribute('aria-invalid')).toBe('true');
  });

  it('offers to try again when the service is unavailable', async () => {
    const user = userEvent.setup();
    openDashboard('/sign-in', world.settings);
    world.override(
      http.post('*/session', () => new HttpResponse(null, { status: 503 }), { once: true }),
    );
    await user.type(await findField(), world.key('agency'));
    await user.click(getButton());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeTruthy();
  });

  it('shows how long to wait after too many failed attempts', async () => {
    const user = userEvent.setup();
    openDashboard('/sign-in', world.settings);
    world.override(
      http.post('*/session', () =>
        HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '42' } }),
      ),
    );
    await user.type(await findField(), 'sl_guess{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many failed attempts. Try again in 42 s.',
    );
  });

  it('warns that it needs HTTPS where the browser would not keep a session', async () => {
    vi.stubGlobal('isSecureContext', false);
    openDashboard('/sign-in', world.settings);
    expect(await screen.findByText(/Open this page over HTTPS/)).toBeTruthy();
  });

  it('hides the key by default, and does not leave it in the document or storage', async () => {
    const user = userEvent.setup();
    openDashboard('/sign-in', world.settings);
    const input = await findField();
    expect(input.type).toBe('password');
    await user.type(input, world.key('agency'));
    await user.click(screen.getByRole('button', { name: 'Show key' }));
    expect(input.type).toBe('text');
    expect(document.documentElement.outerHTML).not.toContain(world.key('agency'));
    await user.click(getButton());
    await screen.findByRole('heading', { name: 'Clients' });
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).not.toContain(world.key('agency'));
  });
});

describe('the end of a session', () => {
  it('opens the sign-in page only once if several calls are refused, and signing in returns to the page that was open', async () => {
    const user = userEvent.setup();
    const settings = world.signedIn('agency');
    world.endSessions();
    const path = `/clients/${branches.first.ids.clientId}/sites`;
    const page = openDashboard(path, settings);
    const visitedPaths: string[] = [];
    page.router.history.subscribe(({ location }) => visitedPaths.push(location.pathname));
    const input = await findField();
    expect(screen.getByRole('status').textContent).toMatch(/Your session has ended/);
    expect(world.calls.length).toBeGreaterThan(1);
    expect(visitedPaths).toEqual(['/sign-in']);
    await user.type(input, world.key('agency'));
    await user.click(getButton());
    await screen.findByRole('heading', { name: 'mark-first client' });
    expect(page.address()).toBe(path);
  });
});

describe('signing out', () => {
  it('ends the session on the host, and sends no more requests', async () => {
    const user = userEvent.setup();
    const page = openDashboard('/clients', world.signedIn('agency'));
    // The page's last requests are for the first client's scan and the figures.
    await screen.findByText('mark-first client');
    await waitFor(() => expect(world.calls.some((call) => call.includes('/scans/'))).toBe(true));
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /: visibility of / })).toHaveLength(3),
    );
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await findField();
    expect(page.address()).toBe('/sign-in');
    expect(world.calls.at(-1)).toBe('DELETE /session');
  });

  it('reports a failure and stays signed in when the host cannot be reached', async () => {
    const user = userEvent.setup();
    openDashboard('/clients', world.signedIn('agency'));
    await screen.findByText('mark-first client');
    world.override(http.delete('*/session', () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Sign-out failed.');
    expect(screen.getByText('mark-first client')).toBeTruthy();
  });
});

describe('signing in with another key', () => {
  it('shows none of the previous key’s data', async () => {
    const user = userEvent.setup();
    const page = openDashboard('/clients', world.signedIn('agency'));
    await screen.findByText('mark-second client');
    const { client } = page.session.get();
    expect(client.getQueryCache().getAll()).not.toEqual([]);
    page.session.end('expired');
    await waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]));
    await user.type(await findField(), world.key('other'));
    await user.click(getButton());
    await screen.findByText('mark-other site');
    expect(document.body.textContent).not.toMatch(/mark-(first|second|third)/);
  });
});
