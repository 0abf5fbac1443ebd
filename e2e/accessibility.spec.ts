import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { documentTitles, horizontalOverflows, smallTargets } from './measure.ts';
import { beginSession } from './navigation.ts';
import { states } from './states.ts';

/** Runs every axe rule on the page in its current state. */
async function expectNoViolations(page: Page): Promise<void> {
  // Wait for animations, because contrast measured in mid-transition is meaningless.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
  expect(found).toEqual([]);
}

const variants = [
  { scheme: 'light', width: 1360 },
  { scheme: 'dark', width: 1360 },
  { scheme: 'light', width: 320 },
] as const;

for (const { scheme, width } of variants) {
  test.describe(`axe finds no violations, ${scheme}, ${width} px wide:`, () => {
    test.describe.configure({ mode: 'parallel' });
    test.use({ colorScheme: scheme, viewport: { width, height: 900 } });

    test('sign-in, before and after a wrong key', async ({ page, host }) => {
      await page.goto(host.url);
      await expect(page.getByLabel('API key')).toBeVisible();
      await expectNoViolations(page);
      await page.getByLabel('API key').fill('sl_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoViolations(page);
    });

    for (const { name, intercept, open } of states) {
      test(name, async ({ page, host }) => {
        await beginSession(page, host);
        await intercept?.(page);
        await open(page, host);
        await expectNoViolations(page);
        // Only the table and the chart, in their own scrollers, may be wider than the window.
        expect(await horizontalOverflows(page), 'pixels past the right edge').toEqual([]);
        expect(await smallTargets(page), 'targets that are too small and too close').toEqual([]);
        expect(await documentTitles(page), 'titles of the page').toEqual([await page.title()]);
      });
    }
  });
}
