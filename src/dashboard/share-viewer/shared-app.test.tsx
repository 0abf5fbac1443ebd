import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { problemTypes } from '../../contract/problem.ts';
import { everyDay, type SharedView } from '../../contract/sightline/shares.ts';
import { createSessionStore } from '../app/session/session.ts';
import { SharedApp } from './shared-app.tsx';

setUpBrowser();
const world = setUpService();

const share: SharedView = {
  id: 'share',
  title: 'For the board',
  pages: ['timeline'],
  view: 'metric=gap',
  question: 'platform=chatgpt_app',
  dates: { ...everyDay, range: 'year' },
  siteId: measured.siteId,
  siteName: 'Shop',
  siteUrl: null,
  brandName: 'Acme',
  clientName: 'The client',
  branding: null,
  startDate: null,
  endDate: null,
  expiresAt: '2026-12-24T10:00:00Z',
};
const createSettings = (overrides: Partial<SharedView> = {}) => ({
  ...world.signedIn('agency'),
  capabilities: ['sites'],
  share: { ...share, ...overrides },
});

const createRefusal = (status: number, type: string, headers: Record<string, string> = {}) =>
  Response.json({ type, title: 'No', status, detail: 'No.' }, { status, headers });

/** Opens a link. Each attempt to open its session gets the next of the given responses. */
function open(secret: string, ...responses: readonly (() => Response)[]) {
  const bodies: unknown[] = [];
  world.override(
    http.post('*/session', async ({ request }) => {
      bodies.push(await request.json());
      const respond = responses[bodies.length - 1];
      return respond ? respond() : Response.error();
    }),
  );
  window.history.replaceState(null, '', '/s');
  const session = createSessionStore(world.settings);
  render(<SharedApp session={session} secret={secret} />);
  return { bodies, session };
}
const askForPassphrase = () => createRefusal(401, problemTypes.passphraseNeeded);
const openSession = () => Response.json(createSettings(), { status: 201 });

describe('a link', () => {
  it('opens its first page with its view, filters and dates, under its title and the client’s name', async () => {
    const { bodies } = open('secret', openSession);
    expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeTruthy();
    expect(bodies).toEqual([{ share: 'secret' }]);
    expect(window.location.pathname).toBe(`/s/sites/${measured.siteId}/timeline`);
    expect(window.location.search).toBe('?metric=gap');
    expect(screen.getByText('For the board')).toBeTruthy();
    expect(screen.getByText('The client')).toBeTruthy();
    expect(screen.getByText(/^Shared until .*24/)).toBeTruthy();
    expect(screen.getByText('This year')).toBeTruthy();
    expect(await screen.findByText('ChatGPT', { selector: 'bdi' })).toBeTruthy();
    expect(
      screen.queryByRole('button', { name: /^(?:Remove|Copy link|Notes|Share|Sign out)/ }),
    ).toBeNull();
    expect(screen.queryByRole('link', { name: 'Matrix' })).toBeNull();
  });

  it('does not count the options of a filter that it locks', async () => {
    open('secret', openSession);
    await userEvent.type(await screen.findByLabelText('Find a filter'), 'chatgpt_app');
    expect(await screen.findByText('0 options found')).toBeTruthy();
  });

  it('lets viewers open a chosen prompt from the filters of the matrix', async () => {
    const user = userEvent.setup();
    const view = `promptId=${measured.prompts.care}`;
    open('secret', () =>
      Response.json(createSettings({ pages: ['matrix'], question: '', view }), { status: 201 }),
    );
    const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
    await user.click(await filters.findByRole('button', { name: 'How do I clean suede?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Prompt' }));
    expect(await dialog.findByText('How do I clean suede?')).toBeTruthy();
    expect(window.location.search).toContain(`prompt=${measured.prompts.care}`);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('supports arrow keys in a matrix whose cells do not link to a timeline', async () => {
    const user = userEvent.setup();
    const matrixOnly = { pages: ['matrix'], view: '', question: '', dates: everyDay };
    open('secret', () =>
      Response.json(
        { ...createSettings(matrixOnly), capabilities: ['sites', 'matrix', 'answers'] },
        { status: 201 },
      ),
    );
    const grid = await screen.findByRole('grid');
    await screen.findAllByRole('link', { name: /answers$/ });
    const cells = within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ firstElementChild }) => firstElementChild),
      );
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    expect(document.activeElement).toBe(cells[0]?.[0]);
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(cells[0]?.[1]);
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(document.activeElement).toBe(cells[1]?.[0]);
    expect(screen.getByText('Arrow keys move between cells')).toBeTruthy();
  });

  it.each([
    [
      'does not request the matrix for its timeline if it does not include the matrix',
      ['timeline'],
      0,
    ],
    ['requests the matrix for its timeline if it includes the matrix', ['timeline', 'matrix'], 1],
  ])('%s', async (_, pages, count) => {
    const settings = createSettings({ pages, view: 'compare=previous', dates: everyDay });
    open('secret', () =>
      Response.json({ ...settings, capabilities: ['sites', 'matrix'] }, { status: 201 }),
    );
    expect(await screen.findByText('There are too few scans to tell what moved.')).toBeTruthy();
    expect(world.calls.filter((call) => call.includes('/reports/matrix'))).toHaveLength(count);
  });

  it('shows when it expires, in the time zone that it opens with', async () => {
    const view = 'zone=America/New_York';
    const expiresAt = '2026-05-05T02:00:00Z';
    open('secret', () => Response.json(createSettings({ view, expiresAt }), { status: 201 }));
    const until = await screen.findByText(/^Shared until/);
    expect(until.textContent?.replace(/\s/g, ' ')).toBe('Shared until Mon, May 4, 2026, 10:00 PM');
  });

  it.each([
    ['the report name of its client', { reportName: 'Our reports', logo: null, accent: null }],
    ['the client’s name', { reportName: null, logo: null, accent: '#123456' }],
  ])('is headed by %s, without the host’s logo', async (_, branding) => {
    const brand = { name: 'Agency', logo: 'data:image/png;base64,QUJD', accent: null };
    open('secret', () =>
      Response.json({ ...createSettings({ branding }), brand }, { status: 201 }),
    );
    expect(await screen.findByText(branding.reportName ?? 'The client')).toBeTruthy();
    expect(document.querySelector('header img')).toBeNull();
  });

  it('asks for its passphrase, reports a wrong one, and says how long to wait after too many attempts', async () => {
    const user = userEvent.setup();
    const { bodies } = open(
      'secret',
      askForPassphrase,
      askForPassphrase,
      () => createRefusal(429, problemTypes.tooManyRequests, { 'Retry-After': '17' }),
      openSession,
    );
    const field = await screen.findByLabelText('Passphrase');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter the passphrase.');
    await user.type(field, 'wrong words{Enter}');
    expect((await screen.findByText(/^Wrong passphrase/)).textContent).toContain('try again');
    await user.type(field, '!{Enter}');
    expect(await screen.findByText(/Try again in 17 s/)).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'right words{Enter}');
    expect(await screen.findByText('For the board')).toBeTruthy();
    expect(bodies.slice(1)).toEqual(
      ['wrong words', 'wrong words!', 'right words'].map((passphrase) => ({
        share: 'secret',
        passphrase,
      })),
    );
  });

  it.each([
    ['expired, was revoked or is unknown', 401, problemTypes.unauthenticated],
    ['contains text that cannot be a secret', 422, problemTypes.invalidBody],
  ])('says that it does not work, without a button, if it %s', async (_, status, type) => {
    open('secret', () => createRefusal(status, type));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link does not work\./);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be tried again after a failure that may be temporary', async () => {
    const user = userEvent.setup();
    open('secret', () => createRefusal(503, problemTypes.unavailable), openSession);
    expect(await screen.findByText('The link could not be opened')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('For the board')).toBeTruthy();
  });

  it('offers to try again when its report could not be loaded', async () => {
    open('secret', () => Response.json({ ...createSettings(), share: null }, { status: 201 }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('offers no way to the rest of the dashboard when one of its pages fails', async () => {
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
    vi.stubGlobal('matchMedia', () => {
      throw new Error('Broken.');
    });
    open('secret', openSession);
    expect(await screen.findByText('This page could not be shown')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Go to clients' })).toBeNull();
  });

  it('stops working for its viewer as soon as its session ends', async () => {
    const { session } = open('secret', openSession);
    await screen.findByRole('heading', { level: 1, name: 'Shop' });
    session.end('expired');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link no longer works/);
    expect(screen.queryByText('For the board')).toBeNull();
  });
});

it('a page of a share, opened without a session, says that the link no longer works', () => {
  window.history.replaceState(null, '', `/s/sites/${measured.siteId}/timeline`);
  render(<SharedApp session={createSessionStore(world.settings)} secret="" />);
  expect(screen.getByRole('alert').textContent).toMatch(/^This link no longer works/);
});

it('the path /s without a secret asks viewers to open their link', () => {
  open('');
  expect(screen.getByRole('alert').textContent).toMatch(/^Open the link that you were sent\./);
});
