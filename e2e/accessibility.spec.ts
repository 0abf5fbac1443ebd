import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import { beginSession } from './navigation.ts';
import { states } from './states.ts';

for (const { width, colorScheme } of [
  { width: 1360, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const) {
  test.describe(`accessible at ${width} px in the ${colorScheme} colour scheme:`, () => {
    test.describe.configure({ mode: 'parallel' });
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('sign-in, before and after a wrong key', async ({ page, host }) => {
      await page.goto(host.url);
      await expect(page.getByLabel('API key')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('API key').fill('sl_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    for (const { name, intercept, open } of states) {
      test(name, async ({ page, host }) => {
        await beginSession(page, host);
        await intercept?.(page);
        await open(page, host);
        await expectAccessible(page);
      });
    }
  });
}
