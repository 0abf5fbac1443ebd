import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './host.ts';
import {
  findHorizontalOverflows,
  findSkippedLevels,
  findSmallTargets,
  readDocumentTitles,
  waitForPaint,
} from './measure.ts';

/** axe's rules whose outcome depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Waits for finite animations, because contrast in mid-transition means nothing. */
const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );

async function expectNoViolations(page: Page, scheme: string, axe: AxeBuilder): Promise<void> {
  await waitForPaint(page);
  await waitForAnimations(page);
  const { violations } = await axe.analyze();
  const violationTexts = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
  expect(violationTexts, `in ${scheme} colours`).toEqual([]);
}

/**
 * Runs axe's default rules, and the one that compares accessible names with visible labels (WCAG 2.5.3). The legacy mode
 * leaves out frames of other origins, which the dashboard does not have, and takes half the time.
 */
const createAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });

/**
 * Expects that the page in its current state fits the window's width, has one title, and has no targets that are too
 * small and too close, and that its headings skip no level. Also expects axe to find no violations of its default rules
 * in the current colour scheme, and unless `inOneScheme`, none of its colour rules in the other scheme.
 */
export async function expectAccessible(
  page: Page,
  { inOneScheme = false }: { inOneScheme?: boolean } = {},
): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // Only tables in their own scrollers, and the contents of text fields, may be wider than the window.
  expect(await findHorizontalOverflows(page), `past the right edge at ${width} px`).toEqual([]);
  expect(await findSmallTargets(page), 'targets that are too small and too close').toEqual([]);
  expect(await readDocumentTitles(page), 'titles of the page').toHaveLength(1);
  expect(await findSkippedLevels(page), 'headings that skip a level').toEqual([]);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth).toBeLessThanOrEqual(width);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [current, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await expectNoViolations(page, current, createAxe(page));
  if (inOneScheme) return;
  await page.emulateMedia({ colorScheme: other });
  await expectNoViolations(page, other, createAxe(page).withRules(colourRules));
  await page.emulateMedia({ colorScheme: current });
}
