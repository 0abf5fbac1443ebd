import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { pixelsTooWide, smallTargets, titles } from './measure.ts';
import { states } from './states.ts';
import { beginSession } from './way.ts';

/** Everything that axe knows to look for, on the page as it stands. */
async function expectNothingFound(page: Page): Promise<void> {
  // Whatever moves has come to rest: colours in between are nobody's choice.
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

const looks = [
  { scheme: 'light', width: 1360 },
  { scheme: 'dark', width: 1360 },
  { scheme: 'light', width: 320 },
] as const;

for (const { scheme, width } of looks) {
  test.describe(`axe finds nothing, ${scheme}, ${width} px wide:`, () => {
    test.describe.configure({ mode: 'parallel' });
    test.use({ colorScheme: scheme, viewport: { width, height: 900 } });

    test('sign-in, before and after a wrong key', async ({ page, host }) => {
      await page.goto(host.url);
      await expect(page.getByLabel('API key')).toBeVisible();
      await expectNothingFound(page);
      await page.getByLabel('API key').fill('sl_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNothingFound(page);
    });

    for (const { name, lay, open } of states) {
      test(name, async ({ page, host }) => {
        await beginSession(page, host);
        await lay?.(page);
        await open(page, host);
        await expectNothingFound(page);
        // Nothing but the table and the chart's own scroller may be wider than the window.
        expect(await pixelsTooWide(page), 'pixels past the right edge').toEqual([]);
        expect(await smallTargets(page), 'targets that are small and crowded').toEqual([]);
        expect(await titles(page), 'titles of the page').toEqual([await page.title()]);
      });
    }
  });
}
