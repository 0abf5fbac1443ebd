import type { Page } from '@playwright/test';
import { isSoak } from '../tests/setup/soak.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import {
  findHorizontalOverflows,
  findSmallTargets,
  findTruncatedTexts,
  waitForPaint,
  withTextSpacing,
} from './measure.ts';
import { beginSession, openSite } from './navigation.ts';
import { type State, states } from './states.ts';

const longWord = 'W'.repeat(200);

/** Runs in the page before its own scripts, and adds a long word to every name, text and URL of a response. */
function lengthen(word: string): void {
  const textFields = new Set([
    'name',
    'label',
    'text',
    'industry',
    'description',
    'category',
    'body',
    'createdAt',
    'title',
    'detail',
    'tags',
    'message',
    'parameter',
  ]);
  const urlFields = new Set(['url', 'websiteUrl']);
  const lengthenValue = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      if (urlFields.has(key)) return `https://${word}.example/${value}`;
      return textFields.has(key) ? `${word}${value}` : value;
    }
    if (Array.isArray(value)) return value.map((element) => lengthenValue(element, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, lengthenValue(field, name)]),
    );
  };
  const { fetch } = window;
  window.fetch = async (...call) => {
    const response = await fetch(...call);
    if (!response.url.includes('/v1/')) return response;
    const { status, headers } = response;
    const body = lengthenValue(JSON.parse(await response.text()), '');
    return new Response(JSON.stringify(body), { status, headers });
  };
}

/** Gives the product a name of 60 characters. */
async function lengthenProductName(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(?:v1|assets|session)\b/.test(url.pathname) && !/\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '"name":"Sightline"',
        `"name":"${'M'.repeat(60)}"`,
      );
      return route.fulfill({ response, body });
    },
  );
}

const moreStates: readonly State[] = [
  {
    name: 'an incomplete list',
    intercept: (page) =>
      page.route('**/v1/clients?*', (route) =>
        route.fulfill({ json: { data: [{ id: 'a', name: 'A' }], nextCursor: 'next' } }),
      ),
    open: async (page, host) => {
      await page.goto(`${host.url}/clients`);
      await expect(page.getByText(/PAGE_CURSOR_PARAM/)).toBeVisible();
    },
  },
  {
    name: 'timeline with unlisted filter values and an unknown time zone',
    open: async (page, host) => {
      const names = ['platform', 'region', 'stage', 'tag', 'category', 'product', 'persona'];
      const search = names.map((name) => `${name}=${longWord}`).join('&');
      await openSite(page, host, `?${search}&zone=${longWord}`);
      await expect(page.getByRole('button', { name: /^Remove/ }).first()).toBeVisible();
    },
  },
  {
    name: 'a report with unknown values',
    intercept: (page) =>
      page.route('**/v1/sites/*/reports/timeline*', (route) =>
        route.fulfill({
          json: {
            metric: longWord,
            groupBy: longWord,
            brand: { id: longWord, name: null },
            series: [longWord, `${longWord}2`].map((key) => ({
              key,
              label: null,
              platform: { id: key, name: null, method: key },
              points: [1, 2].map((value) => ({
                value,
                scanId: longWord,
                date: null,
                completedAt: `2026-01-0${value}T10:00:00Z`,
              })),
            })),
            filters: { platform: [longWord], region: [longWord], startDate: null, endDate: null },
          },
        }),
      ),
    open: async (page, host) => {
      await openSite(page, host, '?platform=chatgpt_app');
      await expect(page.locator('#timeline-table')).toBeVisible();
    },
  },
  {
    name: 'filter options without labels',
    intercept: (page) =>
      page.route('**/v1/sites/*/filters*', (route) => {
        const options = [{ value: longWord, label: null }];
        const [regions, brands] = [
          [{ code: longWord, label: null }],
          [{ id: longWord, label: null }],
        ];
        const models = [{ id: longWord, name: null, method: longWord }];
        const groups = ['tags', 'categories', 'products', 'personas', 'journeyStages'];
        const listed = Object.fromEntries(groups.map((group) => [group, options]));
        return route.fulfill({ json: { scanId: null, regions, models, brands, ...listed } });
      }),
    open: async (page, host) => {
      await openSite(page, host, '?groupBy=platform');
      const openButton = page.getByRole('button', { name: 'Filters' });
      if (await openButton.isVisible()) await openButton.click();
      const filters = page.getByRole('complementary', { name: 'Filters' });
      while ((await filters.getByRole('button', { expanded: false }).count()) > 0) {
        await filters.getByRole('button', { expanded: false }).first().click();
      }
    },
  },
  {
    name: 'the notes, after one was added',
    intercept: (page) =>
      page.route('**/v1/sites/*/recommendations/*/notes', (route) =>
        route.fulfill({
          status: 201,
          json: { data: [{ activityId: 'a', body: 'Seen.', createdAt: 'today' }] },
        }),
      ),
    open: async (page, host) => {
      await openSite(page, host, '?recommendation=5a3b1e00-4ec0-4000-8000-000001001001');
      await page.getByLabel('New note').fill('Seen.');
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByText(/Seen\.$/).last()).toBeVisible();
    },
  },
];

/** Expects that at each width nothing but tables scrolls sideways, and no text is cut off. */
async function expectToFit(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await waitForPaint(page);
    expect(await findHorizontalOverflows(page), `at ${width} px`).toEqual([]);
    expect(await findTruncatedTexts(page), `cut off at ${width} px`).toEqual([]);
  }
}

/**
 * Each state is opened in a wide window with its own names and in a narrow one with words of 200 letters; with SOAK=1
 * also the other way round.
 */
const variants = [
  { width: 1360, colorScheme: 'light', hasLongWords: false, widths: [320] },
  {
    width: 320,
    colorScheme: 'dark',
    hasLongWords: true,
    widths: isSoak ? [320, 375, 768, 1024, 1360] : [320, 768, 1360],
  },
  ...(isSoak
    ? ([
        { width: 320, colorScheme: 'dark', hasLongWords: false, widths: [] },
        { width: 1360, colorScheme: 'light', hasLongWords: true, widths: [1024, 1360] },
      ] as const)
    : []),
] as const;

for (const { width, colorScheme, hasLongWords, widths } of variants) {
  const words = hasLongWords ? 'words of 200 letters' : 'ordinary names';
  test.describe(`accessible and whole, opened at ${width} px in the ${colorScheme} colour scheme, with ${words}:`, () => {
    test.describe.configure({ mode: 'parallel' });
    test.use({ colorScheme, viewport: { width, height: 900 } });

    if (!hasLongWords) {
      test('sign-in, before and after a wrong key', async ({ page, host }) => {
        await page.goto(host.url);
        await expect(page.getByLabel('API key')).toBeVisible();
        await expectAccessible(page);
        await page.getByLabel('API key').fill('sl_wrong');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await expectAccessible(page);
        await expectToFit(page, widths);
        expect(await findSmallTargets(page), 'small targets').toEqual([]);
      });
    }

    for (const { name, isWalk, intercept, open } of hasLongWords
      ? [...states, ...moreStates]
      : states) {
      const tag = isWalk && !hasLongWords ? ['@walk'] : [];
      test(name, { tag }, async ({ page, host }) => {
        if (hasLongWords) {
          await page.addInitScript(lengthen, longWord);
          await lengthenProductName(page);
        }
        await beginSession(page, host);
        await intercept?.(page);
        await open(page, host);
        await expectAccessible(page, { inOneScheme: hasLongWords && !isSoak });
        await expectToFit(page, widths);
        if (!hasLongWords) {
          expect(await findSmallTargets(page), 'small targets').toEqual([]);
          await withTextSpacing(page, () => expectToFit(page, [375, 1280]));
        }
      });
    }
  });
}
