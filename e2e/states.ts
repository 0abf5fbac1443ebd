import type { Page, Route } from '@playwright/test';
import {
  platformProgress,
  runningScan,
  scanRun,
  siteScanSettings,
} from '../tests/setup/fake-scans.ts';
import { expect, type Host } from './host.ts';
import { openSite, samplePrompt, sampleSite } from './navigation.ts';

const timelineCalls = '**/v1/sites/*/reports/timeline*';
const filterCalls = '**/v1/sites/*/filters*';
const clientCalls = '**/v1/clients?*';

const refuse = (route: Route) =>
  route.fulfill({ status: 422, json: { title: 'No', detail: 'Not with these.' } });
const neverRespond = () => {};

/** A report with the given number of series and days: one point per day, with gaps. */
function reportOf(series: number, days: number) {
  return {
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: '00000000-0000-4000-8000-000000000000', name: 'Brand 0' },
    series: Array.from({ length: series }, (_, brand) => ({
      key: `00000000-0000-4000-8000-${String(brand).padStart(12, '0')}`,
      label: `Brand ${brand}`,
      points: Array.from({ length: days }, (_, day) => {
        const at = new Date(Date.UTC(2016, 10, 20 + day, 10)).toISOString();
        return {
          date: at.slice(0, 10),
          completedAt: at,
          value: (day + brand) % 17 === 3 ? null : 50 + 40 * Math.sin(day / 40 + brand),
          scanId: `00000000-0000-4000-9000-${String(day).padStart(12, '0')}`,
        };
      }),
    })),
    filters: { platform: [], region: [], startDate: null, endDate: null },
  };
}
const respondWith = (series: number, days: number) => (route: Route) =>
  route.fulfill({ json: reportOf(series, days) });

/** Scans that the service ran: the newest with failures and a long remark, one that was skipped, and a cancelled one. */
const ranScans = [
  scanRun({
    answered: 361,
    failed: 119,
    canRetry: true,
    remark:
      'Claude API was not measured in Germany, since fewer than 80% of its questions were answered.',
    platforms: [
      platformProgress({
        answered: 1,
        failed: 119,
        interrupted: 1,
        incompleteRegions: ['DE'],
        reasons: [{ reason: 'The key was refused.', questions: 118, messages: [] }],
      }),
    ],
  }),
  scanRun({
    id: 'abcdef00-0000-4000-8000-000000000902',
    state: 'skipped',
    startedAt: null,
    durationMs: null,
    answered: 0,
    remark: 'Another scan was still running.',
  }),
  scanRun({
    id: 'abcdef00-0000-4000-8000-000000000903',
    scheduled: false,
    requestedBy: 'The key for the agency’s own scans',
    startedAt: '2026-01-28T06:00:01.000Z',
    remark: 'The scan was cancelled.',
  }),
];
const monthlyCosts = [
  { month: '2026-01', platform: 'claude_api', questions: 480, costUsd: 7.2 },
  { month: '2026-01', platform: 'chatgpt_api', questions: 480, costUsd: 5.2 },
];

/** Lets a site have these scans, with costs and an obstacle for the next one. */
const serveScans = (scans: readonly object[]) => async (page: Page) => {
  await page.route('**/sightline/v1/sites/*/collection', (route) =>
    route.fulfill({
      json: siteScanSettings({ obstacle: 'Only $1.00 is left this month.', costs: monthlyCosts }),
    }),
  );
  await page.route('**/sightline/v1/sites/*/collection/scans*', (route) =>
    route.fulfill({ json: { data: scans, nextCursor: null } }),
  );
  await page.route('**/sightline/v1/sites/*/scans?*', (route) =>
    route.fulfill({ json: { data: [], nextCursor: null } }),
  );
  await page.route(/\/sightline\/v1\/sites\/[^/]+\/scans\/abcdef/, (route) =>
    route.fulfill({
      json: {
        ...scans[0],
        runs: 2,
        regions: ['DE', 'ZZ'],
        prompts: [{ id: samplePrompt, text: 'Which shop is best?' }],
      },
    }),
  );
};

/** A state of the dashboard that users can reach. */
export interface State {
  name: string;
  /** Whether `npm test` opens it too. */
  isWalk?: true;
  /** Intercepts requests; called before `open`. */
  intercept?: (page: Page) => Promise<unknown>;
  /** Opens the state in a page that has a session. */
  open: (page: Page, host: Host) => Promise<void>;
}

const openPath = (path: string) => async (page: Page, host: Host) => {
  await page.goto(host.url + path);
};
const openTimelineThen =
  (then?: (page: Page) => Promise<void>, search = '') =>
  async (page: Page, host: Host) => {
    await openSite(page, host, search);
    await expect(page.getByRole('figure')).toBeVisible();
    await expect(page.locator('#timeline-table')).toBeVisible();
    await then?.(page);
  };
const openReportThen =
  (then?: (page: Page) => Promise<void>, search = '') =>
  async (page: Page, host: Host) => {
    const { siteId } = sampleSite;
    await page.goto(`${host.url}/sites/${siteId}/report${search}`);
    const sheet = page.getByRole('article', { name: 'Report' });
    await expect(sheet.getByRole('heading', { name: 'Method and definitions' })).toBeVisible();
    await then?.(page);
  };
const expectDialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();

export const states: readonly State[] = [
  {
    name: 'clients, full',
    isWalk: true,
    open: async (page, host) => {
      await openPath('/clients')(page, host);
      await expect(page.getByRole('link', { name: 'Northwind Group' })).toBeVisible();
      await expect(page.locator('main time').first()).toBeVisible();
    },
  },
  {
    name: 'clients, worst real drop first',
    open: async (page, host) => {
      await openPath('/clients?sort=drop')(page, host);
      await expect(page.getByText(/^Loading figures/)).toHaveCount(0, { timeout: 45_000 });
      await expect(page.locator('main time').first()).toBeVisible();
    },
  },
  {
    name: 'clients, with the search open',
    open: async (page, host) => {
      await openPath('/clients')(page, host);
      await expect(page.locator('main time').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'clients, loading',
    intercept: (page) => page.route(clientCalls, neverRespond),
    open: async (page, host) => {
      await openPath('/clients')(page, host);
      await expect(
        page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading')),
      ).not.toHaveCount(0);
    },
  },
  {
    name: 'the form for a new client',
    open: async (page, host) => {
      await openPath('/clients/new')(page, host);
      await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Where and when' })).toBeVisible();
    },
  },
  {
    name: 'the set-up of a site',
    open: async (page, host) => {
      await openPath(`/sites/${sampleSite.siteId}/setup`)(page, host);
      await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Where and when' })).toBeVisible();
    },
  },
  {
    name: 'the scans of a site',
    isWalk: true,
    open: async (page, host) => {
      await openPath(`/sites/${sampleSite.siteId}/scans`)(page, host);
      await expect(page.getByText('Imported').first()).toBeVisible();
    },
  },
  {
    name: 'scans with failed questions',
    intercept: serveScans(ranScans),
    open: async (page, host) => {
      await openPath(`/sites/${sampleSite.siteId}/scans`)(page, host);
      await expect(page.getByText('No scan can run now.')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Cost by month' })).toBeVisible();
    },
  },
  {
    name: 'a running scan',
    intercept: serveScans([runningScan(), ...ranScans]),
    open: async (page, host) => {
      await openPath(`/sites/${sampleSite.siteId}/scans`)(page, host);
      await page.getByRole('button', { name: 'Cancel…' }).click();
      await expect(page.getByRole('button', { name: 'Let it run' })).toBeVisible();
    },
  },
  {
    name: 'what a scan asked, and what failed',
    intercept: serveScans(ranScans),
    open: async (page, host) => {
      await openPath(`/sites/${sampleSite.siteId}/scans`)(page, host);
      await page
        .getByRole('button', { name: /31 Jan 2026/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('1 question').click();
      await expect(page.getByText('Which shop is best?')).toBeVisible();
    },
  },
  {
    name: 'clients, empty',
    intercept: (page) => page.route(clientCalls, (route) => route.fulfill({ json: { data: [] } })),
    open: async (page, host) => {
      await openPath('/clients')(page, host);
      await expect(page.getByLabel('Open a site by its ID')).toBeVisible();
    },
  },
  {
    name: 'clients, failing',
    intercept: (page) => page.route(clientCalls, refuse),
    open: async (page, host) => {
      await openPath('/clients')(page, host);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'sites, full',
    isWalk: true,
    open: async (page, host) => {
      await openPath(`/clients/${sampleSite.clientId}/sites`)(page, host);
      await expect(page.getByRole('link', { name: 'northwind.example' }).last()).toBeVisible();
    },
  },
  {
    name: 'sites, failing',
    intercept: (page) => page.route('**/v1/clients/*/sites*', refuse),
    open: async (page, host) => {
      await openPath(`/clients/${sampleSite.clientId}/sites`)(page, host);
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'page not found', open: openPath('/no/such/page') },
  { name: 'timeline by brand', isWalk: true, open: openTimelineThen() },
  {
    name: 'timeline by platform',
    open: openTimelineThen(undefined, '?groupBy=platform&metric=gap'),
  },
  {
    name: 'timeline as multiples, compared',
    open: openTimelineThen(async (page) => {
      await expect(page.getByRole('list', { name: /one chart per series$/ })).toBeVisible();
    }, '?view=multiples&range=90d'),
  },
  {
    name: 'timeline by week, with its tooltip',
    open: openTimelineThen(async (page) => {
      await page.getByRole('slider', { name: /week by week$/ }).focus();
      await page.keyboard.press('Home');
      await expect(page.getByRole('button', { name: 'Show all dates' })).toBeVisible();
    }, '?bucket=week&startDate=2026-01-01&view=lines'),
  },
  {
    name: 'timeline with filters',
    open: openTimelineThen(undefined, '?stage=compare&platform=chatgpt_app'),
  },
  {
    name: 'timeline, loading',
    intercept: (page) => page.route(timelineCalls, neverRespond),
    open: async (page, host) => {
      await openSite(page, host);
      await expect(page.getByText('Loading the timeline')).toBeAttached();
    },
  },
  {
    name: 'timeline, empty',
    open: async (page, host) => {
      await openSite(page, host, '?endDate=1999-01-01');
      await expect(page.getByText(/No completed scan matches/)).toBeVisible();
    },
  },
  {
    name: 'timeline, failing',
    intercept: (page) => page.route(timelineCalls, refuse),
    open: async (page, host) => {
      await openSite(page, host);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'timeline, filters failing',
    intercept: (page) => page.route(filterCalls, refuse),
    open: openTimelineThen(async (page) => {
      const openButton = page.getByRole('button', { name: 'Filters' });
      if (await openButton.isVisible()) await openButton.click();
      await expect(page.getByRole('alert')).toBeVisible();
    }),
  },
  {
    name: 'timeline, fifty series of 520 scans',
    intercept: (page) => page.route(timelineCalls, respondWith(50, 520)),
    open: openTimelineThen(),
  },
  {
    name: 'timeline, one point',
    intercept: (page) => page.route(timelineCalls, respondWith(1, 1)),
    open: openTimelineThen(),
  },
  {
    name: 'timeline with every point of a series',
    open: openTimelineThen(async (page) => {
      await page.getByRole('table').getByRole('rowheader').first().getByRole('button').click();
      await expect(page.getByRole('table', { name: /^Every point of/ })).toBeVisible();
    }),
  },
  {
    name: 'timeline as lines, with its tooltip',
    open: openTimelineThen(async (page) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
    }, '?view=lines'),
  },
  {
    name: 'timeline as multiples, with its tooltip',
    open: openTimelineThen(async (page) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
    }),
  },
  {
    name: 'the scan panel',
    open: openTimelineThen(async (page) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expectDialog(page, 'Scan');
      await expect(page.getByText('Measured in this scan')).toBeVisible();
    }),
  },
  {
    name: 'the filters',
    open: openTimelineThen(async (page) => {
      const openButton = page.getByRole('button', { name: 'Filters' });
      if (await openButton.isVisible()) await openButton.click();
      const filters = page.getByRole('complementary', { name: 'Filters' });
      while ((await filters.getByRole('button', { expanded: false }).count()) > 0) {
        await filters.getByRole('button', { expanded: false }).first().click();
      }
    }),
  },
  {
    name: 'timeline by prompt',
    open: openTimelineThen(undefined, '?groupBy=prompt&range=30d'),
  },
  {
    name: 'a prompt',
    open: openTimelineThen(async (page) => {
      await expectDialog(page, 'Prompt');
    }, `?prompt=${samplePrompt}`),
  },
  {
    name: 'the recommendations',
    open: openTimelineThen(async (page) => {
      await page.keyboard.press('n');
      await expectDialog(page, 'Recommendations');
      await expect(page.getByRole('button', { name: /notes?\b/ }).first()).toBeVisible();
    }),
  },
  {
    name: 'the notes, after one was rejected',
    intercept: (page) =>
      page.route('**/v1/sites/*/recommendations/*/notes', (route) =>
        route.request().method() === 'POST' ? refuse(route) : route.fallback(),
      ),
    open: openTimelineThen(async (page) => {
      await page.keyboard.press('n');
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
      await page.getByLabel('New note').fill('Seen.');
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    }),
  },
  {
    name: 'the date range',
    open: openTimelineThen(async (page) => {
      await page.getByRole('button', { name: /UTC days$/ }).click();
      await expect(page.getByLabel('From')).toBeVisible();
    }),
  },
  {
    name: 'the keyboard shortcuts',
    open: openTimelineThen(async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  },
  {
    name: 'report, full',
    isWalk: true,
    open: openReportThen(undefined, '?intro=Dear%20team,%0A%0Athis%20is%20the%20month.'),
  },
  {
    name: 'report, by platform without a comparison',
    open: openReportThen(undefined, '?groupBy=platform&compare=none&metric=sentiment'),
  },
  {
    name: 'report, with its sections open',
    open: openReportThen(async (page) => {
      await page.getByRole('button', { name: 'Sections' }).click();
      await expectDialog(page, 'Sections of the report');
    }),
  },
  {
    name: 'report, with its introduction open',
    open: openReportThen(async (page) => {
      await page.getByRole('button', { name: 'Introduction' }).click();
      await expectDialog(page, 'Report introduction');
    }),
  },
  {
    name: 'report, failing',
    intercept: (page) => page.route(timelineCalls, refuse),
    open: async (page, host) => {
      const { siteId } = sampleSite;
      await page.goto(`${host.url}/sites/${siteId}/report`);
      await expect(page.getByText('The report could not be loaded')).toBeVisible();
    },
  },
];
