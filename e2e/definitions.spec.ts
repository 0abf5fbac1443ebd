import { builtScriptPattern } from './built-file.ts';
import { expect, test } from './host.ts';
import { waitForPaint } from './measure.ts';
import { openSite, signIn } from './navigation.ts';

for (const width of [1360, 920, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 640 } });

    test('the table of clients keeps its place when the buttons with definitions load late', async ({
      page,
      host,
    }) => {
      const held = Promise.withResolvers<void>();
      await page.route(builtScriptPattern('figure-definition'), async (route) => {
        await held.promise;
        await route.continue();
      });
      await signIn(page, host);
      await page
        .getByText(/^Scanned/)
        .nth(3)
        .waitFor();
      const buttons = page.getByRole('button', { name: /^About “/ });
      await expect(buttons).toHaveCount(0);
      const placeOf = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main th, main li, main [class*=about]')].map((each) =>
            JSON.stringify(each.getBoundingClientRect()),
          ),
        );
      const before = await placeOf();
      expect(before.length).toBeGreaterThan(10);
      held.resolve();
      await expect(buttons).toHaveCount(width < 896 ? 1 : 3);
      await waitForPaint(page);
      expect(await placeOf()).toEqual(before);
    });

    test('the definition of a verdict is beside the change, and stays within the window without covering its button', async ({
      page,
      host,
    }) => {
      await signIn(page, host);
      await openSite(page, host, '?range=30d');
      const button = page.getByRole('button', { name: 'About “Verdict”' });
      await button.waitFor();
      // To the end of the window, where there is no room below the button.
      await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Verdict' });
      await expect(dialog).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
      // By mouse position, because a click on a locator scrolls away from whatever covers it.
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
    await signIn(page, host);
    await openSite(page, host, '?range=30d');
    const button = page.getByRole('button', { name: 'About “Verdict”' });
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
    // The dialog is a stop of the Tab key, so that focus can return to it.
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});
