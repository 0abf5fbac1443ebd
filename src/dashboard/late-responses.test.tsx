import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { branches, firstBranding, measured, uuid } from '../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser, testNow } from '../../tests/setup/dashboard.tsx';
import { setUpService } from '../../tests/setup/service-world.ts';
import { patience } from './api/sightline/optional.ts';

setUpBrowser();
const world = setUpService();
const { siteId } = measured;
const { first } = branches;

// Loads the parts that pages load on demand, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([
    import('./site/controls/competitor-group.tsx'),
    import('./site/notes/recommendations-drawer.tsx'),
    import('./site/report/document-part.tsx'),
    import('./site/share/share-drawer.tsx'),
  ]);
});
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: testNow,
    shouldAdvanceTime: true,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const delay = 10_000;
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

/** Delays the responses to calls of Sightline's own API. @returns a promise that is resolved by the first of these calls */
function delayCalls(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.override(
    http.get(`*/sightline/v1/${path}`, async () => {
      resolve();
      await new Promise((arrive) => setTimeout(arrive, delay));
    }),
  );
  return promise;
}

const open = (path: string, capabilities: string[]) =>
  openDashboard(path, { ...world.signedIn('agency'), capabilities });
const heading = (name: string) => screen.findByRole('heading', { name });

interface Part {
  capabilities: string[];
  page: string;
  /** The path of the calls that are delayed, below `/sightline/v1/`. */
  path: string;
  /** Does what the calls need, if opening the page is not enough. */
  act?: () => Promise<void>;
  /** Finds what the page shows until then. */
  findEarly: () => Promise<unknown>;
  /** Finds what the responses are for. */
  queryLate: () => Element | null;
}

async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}
const timeline = (id: string) => `/sites/${id}/timeline?dates=all`;
const setupPage = `/sites/${siteId}/setup`;
const loadsSetup = () => screen.findByText('Loading the set-up');

/** What the stored answers say about the brands of the site. */
function serveMentions(): void {
  const mentions = { name: 'Acme', role: 'tracked', answers: 212, firstAt: null };
  world.override(
    http.get('*/sightline/v1/sites/:siteId/setup/mentions', () =>
      HttpResponse.json({
        answers: 1_840,
        brands: [
          { ...mentions, brandId: measured.brands.acme },
          { ...mentions, brandId: uuid(0x777), name: 'Linden', role: 'discovered' },
        ],
        nearMisses: [{ brandId: measured.brands.acme, spelling: 'Ac-me', answers: 31 }],
        textsRead: 2_000,
      }),
    ),
  );
}

it.each<[string, Part]>([
  [
    'the name of a site',
    {
      capabilities: ['sites'],
      page: timeline(first.ids.siteId),
      path: 'sites/:siteId',
      findEarly: () => heading(first.ids.siteId),
      queryLate: () => screen.queryByRole('heading', { name: `${first.marker} site` }),
    },
  ],
  [
    'how often brands are named',
    {
      capabilities: ['setup'],
      page: setupPage,
      path: 'sites/:siteId/setup/mentions',
      findEarly: () => heading('Questions'),
      queryLate: () => screen.queryByText('Named in 212 of 1,840 answers.'),
    },
  ],
  [
    'suggested spellings',
    {
      capabilities: ['setup'],
      page: setupPage,
      path: 'sites/:siteId/setup/mentions',
      findEarly: () => heading('Questions'),
      queryLate: () => screen.queryByRole('button', { name: 'Ac-me' }),
    },
  ],
  [
    'discovered brands',
    {
      capabilities: ['setup'],
      page: setupPage,
      path: 'sites/:siteId/setup/mentions',
      findEarly: () => heading('Questions'),
      queryLate: () => screen.queryByRole('button', { name: 'Track Linden as a competitor' }),
    },
  ],
  [
    'a client’s branding in Set-up',
    {
      capabilities: ['setup'],
      page: `/sites/${first.ids.siteId}/setup`,
      path: 'clients/:clientId',
      findEarly: loadsSetup,
      queryLate: () => screen.queryByDisplayValue(firstBranding.reportName),
    },
  ],
  [
    'the name and branding of a client in a report',
    {
      capabilities: ['sites'],
      page: `/sites/${first.ids.siteId}/report?dates=all`,
      path: 'sites/:siteId',
      findEarly: () => heading(first.ids.siteId),
      queryLate: () => document.querySelector(`img[src="${firstBranding.logo}"]`),
    },
  ],
  [
    'the competitors to choose from',
    {
      capabilities: ['sites'],
      page: timeline(siteId),
      path: 'sites/:siteId',
      act: () => press(/^Competitors/),
      findEarly: () => screen.findByLabelText('Competitor ID'),
      queryLate: () => screen.queryByRole('checkbox', { name: 'Beta' }),
    },
  ],
  [
    'the number of answers',
    {
      capabilities: ['counts'],
      page: timeline(siteId),
      path: 'sites/:siteId/reports/counts',
      findEarly: () => screen.findByRole('figure', { name: /^Visibility by brand/ }),
      queryLate: () => screen.queryAllByText(/9 answers to 2 prompts/)[0] ?? null,
    },
  ],
  [
    'the failed scans of clients',
    {
      capabilities: ['sites'],
      page: '/clients',
      path: 'overview',
      findEarly: () => screen.findByRole('table', { name: 'Clients' }),
      queryLate: () => screen.queryByText(/failed scan.? since/),
    },
  ],
  [
    'the sites that a search finds',
    {
      capabilities: ['sites'],
      page: '/clients',
      path: 'sites',
      act: async () => {
        await press(/^Search/);
        fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'shop' } });
        await waitFor(() => expect(world.calls.at(-1)).toMatch(/q=shop$/));
      },
      findEarly: () => screen.findByText(/Only the sites loaded so far are searched/),
      queryLate: () => screen.queryByRole('option', { name: /^Shop/ }),
    },
  ],
  [
    'the recommendations',
    {
      capabilities: ['recommendations'],
      page: `${timeline(first.ids.siteId)}&notes=open`,
      path: 'sites/:siteId/recommendations',
      act: () => press(/Notes/),
      findEarly: () => screen.findByText('Loading the recommendations'),
      queryLate: () => screen.queryByText(`${first.marker} recommendation`),
    },
  ],
  [
    'the active links',
    {
      capabilities: ['shares'],
      page: timeline(siteId),
      path: 'sites/:siteId/shares',
      act: () => press('Share'),
      findEarly: () => screen.findByRole('dialog', { name: 'Share' }),
      queryLate: () => screen.queryByText('No active links.'),
    },
  ],
])('shows %s, although the response takes ten seconds', async (_, part) => {
  serveMentions();
  const requested = delayCalls(part.path);
  open(part.page, part.capabilities);
  await part.act?.();
  await requested;
  await pass(patience);
  await part.findEarly();
  expect(part.queryLate()).toBeNull();
  await pass(delay - patience);
  await waitFor(() => expect(part.queryLate()).not.toBeNull());
});
