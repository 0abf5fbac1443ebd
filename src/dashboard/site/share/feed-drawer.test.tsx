import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { sharesScope } from '../../../contract/scopes.ts';
import { type Feed, FeedRequest } from '../../../contract/sightline/shares.ts';

setUpBrowser();
const world = setUpService();

const feedsPath = '*/sightline/v1/sites/:siteId/feeds';
const capabilities = ['sites', 'feeds', 'prompts'];
const url = '/sightline/v1/feeds/sl_token.csv?zone=UTC';

const feedWith = (more: Partial<Feed> = {}): Feed => ({
  id: 'a0000000-0000-4000-8000-000000000001',
  question: 'metric=gap&range=90d',
  expiresAt: '2026-12-24T10:00:00Z',
  createdAt: '2026-11-24T10:00:00Z',
  createdBy: 'Key',
  lastReadAt: null,
  ...more,
});

/** Mocks the endpoints of feeds: the list holds `initial` and the feeds created since. */
function mockFeeds(...initial: readonly Feed[]) {
  const state = { feeds: [...initial], questions: [] as string[] };
  world.override(
    http.get(feedsPath, () => Response.json({ data: state.feeds, nextCursor: null })),
    http.post(feedsPath, async ({ request }) => {
      const { question } = v.parse(FeedRequest, await request.json());
      state.questions.push(question);
      const feed = feedWith({ question });
      state.feeds.push(feed);
      return Response.json({ ...feed, url }, { status: 201 });
    }),
    http.delete(`${feedsPath}/:feedId`, ({ params }) => {
      state.feeds = state.feeds.filter(({ id }) => id !== params['feedId']);
      return new Response(null, { status: 204 });
    }),
  );
  return state;
}

const openMenu = async (search = '', more: object = {}) => {
  const user = userEvent.setup();
  const settings = { ...world.signedIn('agency'), capabilities, ...more };
  openAllDates(`/sites/${measured.siteId}/timeline`, search, settings);
  await waitFor(() => {
    const control = screen.getByRole('button', { name: 'Download' });
    expect(control.getAttribute('aria-disabled')).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await screen.findByRole('button', { name: /^Every point/ });
  return user;
};
const queryFeedItem = () => screen.queryByRole('button', { name: /^Feed for spreadsheets/ });
const openDrawer = async (search = '') => {
  const user = await openMenu(search);
  await user.click(await screen.findByRole('button', { name: /^Feed for spreadsheets/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Feed for spreadsheets' }));
  return { user, drawer };
};

describe('a feed', () => {
  it.each<[string, object]>([
    ['the service has no feeds', { capabilities: ['sites'] }],
    ['the key may not create feeds', { canShare: false }],
  ])(
    'is not offered if %s',
    async (_, { canShare = null, ...more }: { canShare?: boolean | null }) => {
      const { session } = world.signedIn('agency');
      await openMenu('', {
        ...more,
        session: session && {
          ...session,
          scopes: scopesWithout(canShare === false && sharesScope),
        },
      });
      expect(queryFeedItem()).toBeNull();
    },
  );

  it('cannot be chosen when grouped by prompt, and the menu says why', async () => {
    await openMenu('?groupBy=prompt');
    expect(queryFeedItem()?.getAttribute('aria-disabled')).toBe('true');
    expect(queryFeedItem()?.textContent).toContain('Not available when grouped by prompt');
  });

  it.each([
    ['', 'metric=visibility&groupBy=brand'],
    ['?metric=gap', 'metric=gap&groupBy=brand'],
    ['?platform=claude_api&platform=chatgpt_app&tag=price', 'tag=price&platform=claude_api'],
    ['?startDate=2026-01-01&endDate=2026-01-05', 'startDate=2026-01-01&endDate=2026-01-05'],
    [`?groupBy=region&brandId=${measured.brands.beta}`, `brandId=${measured.brands.beta}`],
  ])('requests the same figures as the timeline with the search "%s"', async (search, part) => {
    const state = mockFeeds();
    const { user, drawer } = await openDrawer(search);
    await user.click(drawer.getByRole('button', { name: 'Create feed' }));
    await drawer.findByRole('textbox', { name: 'Address' });
    const [question = ''] = state.questions;
    const requested = new URLSearchParams(question);
    for (const [name, value] of new URLSearchParams(part)) {
      expect(requested.getAll(name), question).toContain(value);
    }
    const inView = new URLSearchParams(search);
    for (const name of new Set(inView.keys())) {
      expect(requested.getAll(name)).toEqual(inView.getAll(name));
    }
  });

  it('is copied and shown once as an absolute address in the zone of the page, then listed until it is revoked', async () => {
    const state = mockFeeds();
    const { user, drawer } = await openDrawer('?metric=gap&zone=Europe/Berlin');
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(drawer.getByRole('button', { name: 'Create feed' }));
    const field = await drawer.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    const path = '/sightline/v1/feeds/sl_token.csv?zone=Europe%2FBerlin';
    expect(field.value).toBe(window.location.origin + path);
    expect(write).toHaveBeenCalledWith(field.value);
    expect(await drawer.findByText(/^All dates · until /)).toBeTruthy();
    expect(drawer.getByText('Never read')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Create another' }));
    expect(drawer.queryByRole('textbox', { name: 'Address' })).toBeNull();
    await user.click(drawer.getByRole('button', { name: /^Revoke Gap/ }));
    await user.click(drawer.getByRole('button', { name: 'Revoke the feed' }));
    expect(await drawer.findByText('No active feeds.')).toBeTruthy();
    expect(state.feeds).toEqual([]);
  });

  it('is listed with its filters', async () => {
    mockFeeds(feedWith({ question: 'platform=chatgpt_app&tag=price' }), feedWith({ id: 'plain' }));
    const { drawer } = await openDrawer();
    const list = await drawer.findByRole('list', { name: 'Chosen filters' });
    await waitFor(() => expect(list.textContent).toBe('ChatGPTTag: price'));
  });

  it('is listed with its expiry in the page’s time zone, and a new one is shown before the list reloads', async () => {
    mockFeeds(feedWith({ expiresAt: '2026-12-24T02:00:00Z' }));
    const { user, drawer } = await openDrawer('?zone=America/New_York');
    const item = await drawer.findByText(/ · until /);
    expect(item.textContent?.replace(/\s/g, ' ')).toContain('until Wed, Dec 23, 2026, 9:00 PM');
    const requested = Promise.withResolvers<AbortSignal>();
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(feedsPath, async ({ request }) => {
        requested.resolve(request.signal);
        await gate.promise;
        return Response.json({ data: [], nextCursor: null });
      }),
    );
    await user.click(drawer.getByRole('button', { name: 'Create feed' }));
    expect(await drawer.findByRole('textbox', { name: 'Address' })).toBeTruthy();
    // The request for the list is still pending.
    expect((await requested.promise).aborted).toBe(false);
    gate.resolve();
  });

  it('shows an error if it cannot be created, or if the list cannot be loaded', async () => {
    const refused = () =>
      Response.json(
        { type: problemTypes.storageFull, title: 'Storage full', status: 507, detail: 'Full.' },
        {
          status: 507,
          headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
        },
      );
    world.override(http.get(feedsPath, refused), http.post(feedsPath, refused));
    const { user, drawer } = await openDrawer();
    expect(await drawer.findByText('The feeds could not be loaded')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Create feed' }));
    expect(await drawer.findByText('The feed could not be created')).toBeTruthy();
  });
});
