import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser, testNow } from '../../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { sharesScope } from '../../../contract/scopes.ts';
import { type Share, ShareRequest } from '../../../contract/sightline/shares.ts';

setUpBrowser();
const world = setUpService();

const path = `/sites/${measured.siteId}`;
const sharesPath = '*/sightline/v1/sites/:siteId/shares';
const capabilities = ['sites', 'shares', 'answers'];
const dayLength = 86_400_000;

const shareWith = (more: Partial<Share>): Share => ({
  id: 'a0000000-0000-4000-8000-000000000001',
  title: 'For the board',
  pages: ['timeline'],
  question: '',
  view: '',
  hasPassphrase: false,
  createdBy: 'Key',
  dates: {
    range: null,
    startDate: null,
    endDate: null,
    compare: null,
    compareStart: null,
    compareEnd: null,
  },
  expiresAt: '2026-12-24T10:00:00Z',
  createdAt: '2026-11-24T10:00:00Z',
  lastOpenedAt: null,
  opens: 0,
  ...more,
});

/** Mocks the endpoints of shares: the list holds `shares` and those created since. */
function mockShares(...shares: readonly Share[]) {
  const state = { shares: [...shares], requests: [] as unknown[] };
  world.override(
    http.get(sharesPath, () => Response.json({ data: state.shares, nextCursor: null })),
    http.post(sharesPath, async ({ request }) => {
      const body: unknown = await request.json();
      state.requests.push(body);
      const { title, pages, passphrase } = v.parse(ShareRequest, body);
      const share = shareWith({ title, pages, hasPassphrase: passphrase !== null });
      state.shares.push(share);
      return Response.json({ ...share, secret: 'sl_secret' }, { status: 201 });
    }),
    http.delete(`${sharesPath}/:shareId`, ({ params }) => {
      state.shares = state.shares.filter(({ id }) => id !== params['shareId']);
      return new Response(null, { status: 204 });
    }),
  );
  return state;
}

const open = async (address = `${path}/timeline?dates=all`) => {
  const user = userEvent.setup();
  const view = openDashboard(address, { ...world.signedIn('agency'), capabilities });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Share' }));
  await waitFor(() => {
    expect(drawer.getByLabelText<HTMLInputElement>('Title').value).toBe('Shop');
  });
  return { user, drawer, view };
};

describe('the Share button', () => {
  it.each<[string, object]>([
    ['the service has no shares', { capabilities: ['sites', 'answers'] }],
    ['the key may not create shares', { canShare: false }],
  ])('is absent if %s', async (_, { canShare = null, ...more }: { canShare?: boolean | null }) => {
    const settings = world.signedIn('agency');
    const session = settings.session && {
      ...settings.session,
      scopes: scopesWithout(canShare === false && sharesScope),
    };
    openDashboard(`${path}/timeline?dates=all`, { ...settings, capabilities, ...more, session });
    expect(await screen.findByRole('button', { name: 'Copy link' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it.each(['timeline', 'matrix', 'answers', 'sources'])('is on the %s page', async (page) => {
    openDashboard(`${path}/${page}`, {
      ...world.signedIn('agency'),
      capabilities: [...capabilities, 'sources'],
    });
    expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy();
  });
});

describe('the Share drawer', () => {
  it('lists each link with its locked filters', async () => {
    mockShares(shareWith({ question: 'platform=chatgpt_app' }));
    const { drawer } = await open();
    const list = await drawer.findByRole('list', { name: 'Chosen filters' });
    await waitFor(() => expect(list.textContent).toBe('ChatGPT'));
  });

  it('creates a link to the current page with one click, copies it and shows it', async () => {
    const { requests } = mockShares();
    const { user, drawer } = await open(`${path}/timeline?platform=chatgpt_app&range=30d`);
    expect(drawer.getByRole('list', { name: 'Chosen filters' }).textContent).toBe('ChatGPT');
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    const field = await drawer.findByLabelText<HTMLInputElement>('Link');
    expect(field.value).toBe(`${window.location.origin}/s#sl_secret`);
    expect(await navigator.clipboard.readText()).toBe(field.value);
    expect(drawer.getByText('Link copied to the clipboard.')).toBeTruthy();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      title: 'Shop',
      pages: ['timeline'],
      question: 'platform=chatgpt_app',
      dates: { range: '30d' },
      passphrase: null,
    });
    const { expiresAt } = v.parse(ShareRequest, requests[0]);
    expect(Date.parse(expiresAt ?? '')).toBe(testNow + 30 * dayLength);
    expect(await drawer.findByText('Shop')).toBeTruthy();
  });

  it('shows the link without waiting for the list to load', async () => {
    mockShares();
    const { user, drawer } = await open();
    await drawer.findByText('No active links.');
    const requested = Promise.withResolvers<AbortSignal>();
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(sharesPath, async ({ request }) => {
        requested.resolve(request.signal);
        await gate.promise;
        return Response.json({ data: [], nextCursor: null });
      }),
    );
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    expect(await drawer.findByLabelText<HTMLInputElement>('Link')).toBeTruthy();
    // The request for the list is still pending.
    expect((await requested.promise).aborted).toBe(false);
    gate.resolve();
  });

  it('keeps what was typed when the site’s name arrives and becomes the title', async () => {
    mockShares();
    const gate = Promise.withResolvers<void>();
    world.override(http.get('*/sightline/v1/sites/:siteId', () => gate.promise));
    const user = userEvent.setup();
    openDashboard(`${path}/timeline?dates=all`, { ...world.signedIn('agency'), capabilities });
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Share' }));
    await user.type(drawer.getByLabelText(/^Passphrase/), 'four calm words');
    gate.resolve();
    await waitFor(() => {
      expect(drawer.getByLabelText<HTMLInputElement>('Title').value).toBe('Shop');
    });
    expect(drawer.getByLabelText<HTMLInputElement>(/^Passphrase/).value).toBe('four calm words');
  });

  it('sends the chosen title, pages, fixed dates, lifetime and passphrase', async () => {
    const { requests } = mockShares();
    const { user, drawer } = await open(`${path}/timeline?range=30d`);
    await user.clear(drawer.getByLabelText('Title'));
    await user.type(drawer.getByLabelText('Title'), 'November');
    await user.click(drawer.getByRole('checkbox', { name: 'Answers' }));
    await user.click(drawer.getByRole('radio', { name: /^Fixed dates/ }));
    await user.selectOptions(drawer.getByLabelText('Works for'), '1 year');
    await user.type(drawer.getByLabelText(/^Passphrase/), 'four calm words');
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    expect(await drawer.findByText(/and the passphrase,/)).toBeTruthy();
    const sent = v.parse(ShareRequest, requests[0]);
    expect(sent).toMatchObject({
      title: 'November',
      pages: ['timeline', 'answers'],
      passphrase: 'four calm words',
      dates: { range: null, startDate: expect.any(String), endDate: expect.any(String) },
    });
    expect(Date.parse(sent.expiresAt ?? '')).toBe(testNow + 365 * dayLength);
  });

  it.each([
    [
      'startDate=2026-01-21&endDate=2026-01-30',
      /earlier days: Dec 2, 2025 – Jan 20, 2026\. .* sources include Jan 11 – 20, 2026\./,
    ],
    [
      'startDate=2026-01-21&endDate=2026-01-30&compare=year',
      /earlier days: .* – Jan 30, 2025\. To leave/,
    ],
    ['range=30d', /earlier days: /],
  ])('says which earlier days viewers can read for the comparison: %s', async (dates, text) => {
    const { drawer } = await open(`${path}/timeline?${dates}`);
    expect(drawer.getByText(text)).toBeTruthy();
  });

  it.each(['startDate=2026-01-21&endDate=2026-01-30&compare=none', 'dates=all'])(
    'mentions no earlier days if viewers can read none: %s',
    async (dates) => {
      const { drawer } = await open(`${path}/timeline?${dates}`);
      expect(drawer.getByText(/^Filters and dates come from the page/)).toBeTruthy();
      expect(drawer.queryByText(/earlier days/)).toBeNull();
    },
  );

  it('says what viewers can read, and mentions texts of answers only if that page is shared', async () => {
    const { user, drawer } = await open();
    expect(
      drawer.getByText(/prompts and scans behind these pages\. They never see notes/),
    ).toBeTruthy();
    await user.click(drawer.getByRole('checkbox', { name: 'Answers' }));
    expect(
      drawer.getByText(/with the full texts of the answers\. They never see notes/),
    ).toBeTruthy();
  });

  it('says what is wrong instead of sending the request', async () => {
    const { requests } = mockShares();
    const { user, drawer } = await open();
    await user.clear(drawer.getByLabelText('Title'));
    await user.click(drawer.getByRole('checkbox', { name: 'Timeline' }));
    await user.type(drawer.getByLabelText(/^Passphrase/), 'short');
    expect(drawer.queryByRole('alert')).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    expect(drawer.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter a title.',
      'Choose at least one page.',
      'Use at least 8 characters.',
    ]);
    expect(requests).toEqual([]);
  });

  it('shows the link to copy by hand if the clipboard refuses it', async () => {
    mockShares();
    const { user, drawer } = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    expect(await drawer.findByText('The link is ready. Copy it now.')).toBeTruthy();
    expect(drawer.getByLabelText('Link')).toBe(document.activeElement);
  });

  it('keeps what was typed if the link could not be created, and says why', async () => {
    mockShares();
    world.override(
      http.post(sharesPath, () =>
        Response.json(
          { type: problemTypes.sharesFull, title: 'Full', status: 409, detail: 'Revoke a link.' },
          { status: 409 },
        ),
      ),
    );
    const { user, drawer } = await open();
    await user.type(drawer.getByLabelText('Title'), ' in November');
    await user.click(drawer.getByRole('button', { name: 'Create link' }));
    expect((await drawer.findByRole('alert')).textContent).toContain('Revoke a link.');
    expect(drawer.getByLabelText<HTMLInputElement>('Title').value).toBe('Shop in November');
  });
});

describe('the list of links', () => {
  it('shows each link’s pages, its expiry in the page’s zone, and how often it was opened', async () => {
    const lastOpenedAt = new Date(testNow - 2 * dayLength).toISOString();
    const expiresAt = '2026-12-24T02:00:00Z';
    mockShares(
      shareWith({
        pages: ['timeline', 'answers'],
        hasPassphrase: true,
        opens: 3,
        lastOpenedAt,
        expiresAt,
      }),
      shareWith({ id: 'a0000000-0000-4000-8000-000000000002', title: 'Other' }),
    );
    const { drawer } = await open(`${path}/timeline?zone=America/New_York&dates=all`);
    const items = await drawer.findAllByRole('listitem');
    const texts = items.map(({ textContent }) => textContent?.replace(/\s/g, ' '));
    expect(texts[0]).toMatch(
      /^For the boardTimeline, Answers · until Wed, Dec 23, 2026, 9:00 PM · passphraseOpened 3 times, most recently 2 days ago/,
    );
    expect(texts[1]).toMatch(/^OtherTimeline · until .*Never opened/);
  });

  it('revokes a link only after confirmation', async () => {
    const state = mockShares(shareWith({}));
    const { user, drawer } = await open();
    const revoke = async () =>
      user.click(await drawer.findByRole('button', { name: 'Revoke For the board' }));
    await revoke();
    await user.click(drawer.getByRole('button', { name: 'Keep it' }));
    expect(state.shares).toHaveLength(1);
    await revoke();
    await user.click(drawer.getByRole('button', { name: 'Revoke the link' }));
    expect(await drawer.findByText('No active links.')).toBeTruthy();
    expect(state.shares).toEqual([]);
  });

  it('says when a revocation could not be saved', async () => {
    const state = mockShares(shareWith({}));
    world.override(
      http.delete(`${sharesPath}/:shareId`, () => {
        state.shares = [];
        return Response.json({ isSaved: false }, { status: 202 });
      }),
    );
    const { user, drawer } = await open();
    await user.click(await drawer.findByRole('button', { name: 'Revoke For the board' }));
    await user.click(drawer.getByRole('button', { name: 'Revoke the link' }));
    const notice = await drawer.findByText(/could not save that/);
    expect(notice.textContent).toBe(
      '“For the board” no longer works, but the service could not save that, because its storage is full. If it restarts before there is space, the link works again.',
    );
    expect(await drawer.findByText('No active links.')).toBeTruthy();
  });

  it('shows that a revocation failed, and treats a link that has already ended as revoked', async () => {
    const state = mockShares(shareWith({}));
    let type: string = problemTypes.unavailable;
    world.override(
      http.delete(`${sharesPath}/:shareId`, () => {
        if (type === problemTypes.shareNotFound) state.shares = [];
        const status = type === problemTypes.shareNotFound ? 404 : 503;
        return Response.json({ type, title: 'No', status, detail: 'Later.' }, { status });
      }),
    );
    const { user, drawer } = await open();
    await user.click(await drawer.findByRole('button', { name: 'Revoke For the board' }));
    await user.click(drawer.getByRole('button', { name: 'Revoke the link' }));
    expect(await drawer.findByText('The link could not be revoked')).toBeTruthy();
    type = problemTypes.shareNotFound;
    await user.click(drawer.getByRole('button', { name: 'Revoke the link' }));
    expect(await drawer.findByText('No active links.')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    mockShares();
    world.override(http.get(sharesPath, () => new Response('no', { status: 400 }), { once: true }));
    const { user, drawer } = await open();
    await user.click(await drawer.findByRole('button', { name: 'Try again' }));
    expect(await drawer.findByText('No active links.')).toBeTruthy();
  });
});
