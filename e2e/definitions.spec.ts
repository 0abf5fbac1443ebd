import type { Page } from '@playwright/test';
import { findBuiltScriptPattern } from './built-file.ts';
import { expect, test } from './host.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, openSite, signIn } from './navigation.ts';

/** The button beside the figures above the chart; the table has one with the same name. */
const findVerdictButton = (page: Page) =>
  page.locator('dl').getByRole('button', { name: 'About “Verdict”' });

for (const width of [1360, 920, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 640 } });

    test('the list of clients keeps its place when the buttons that open definitions load late', async ({
      page,
      host,
    }) => {
      const released = Promise.withResolvers<void>();
      await page.route(findBuiltScriptPattern('figure-definition'), async (route) => {
        await released.promise;
        await route.continue();
      });
      await signIn(page, host);
      await page.locator('main time').nth(3).waitFor();
      const buttons = page.getByRole('button', { name: /^About “/ });
      await expect(buttons).toHaveCount(0);
      const measurePlaces = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main th, main li, main [class*=about]')].map((element) =>
            JSON.stringify(element.getBoundingClientRect()),
          ),
        );
      const before = await measurePlaces();
      expect(before.length).toBeGreaterThan(10);
      released.resolve();
      await expect(buttons).toHaveCount(width < 896 ? 1 : 4);
      await waitForPaint(page);
      expect(await measurePlaces()).toEqual(before);
    });

    test('the definition of a verdict stays within the window and does not cover its button', async ({
      page,
      host,
    }) => {
      await beginSession(page, host);
      await openSite(page, host, '?range=30d');
      const button = findVerdictButton(page);
      await button.waitFor();
      // Scrolls the button to the bottom of the window, where there is no room below it.
      await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Verdict' });
      await expect(dialog).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
      // Clicks at a position, because a click on a locator first scrolls it out from under whatever covers it.
      const { x, y } = (await button.boundingBox()) ?? { x: Number.NaN, y: Number.NaN };
      await page.mouse.click(x + 12, y + 12);
      await expect(dialog).toBeInViewport({ ratio: 1 });
      await page.mouse.click(x + 12, y + 12);
      await expect(dialog).toHaveCount(0);
    });
  });
}

test.describe('in a short window', () => {
  test.use({ viewport: { width: 320, height: 200 } });

  test('a definition that is taller than the window can be scrolled by keyboard', async ({
    page,
    host,
  }) => {
    await beginSession(page, host);
    await openSite(page, host, '?range=30d');
    const button = findVerdictButton(page);
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Verdict' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('End');
    await expect
      .poll(() =>
        dialog.evaluate(
          ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop,
        ),
      )
      .toBeLessThan(1);
    // The dialog is a tab stop, so that focus can return to it.
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});
