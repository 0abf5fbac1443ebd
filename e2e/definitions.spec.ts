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

    test('the definition of a verdict is beside the change, and stays within the window', async ({
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
    });
  });
}
