import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import { beginSession, openSite } from './navigation.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a feed gives the page’s figures to anyone who has its address, until it is revoked', {
  tag: '@walk',
}, async ({ page, host, request }) => {
  await beginSession(page, host);
  await openSite(page, host, '?range=30d&groupBy=platform');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Feed for spreadsheets' }).click();
  const drawer = page.getByRole('dialog', { name: 'Feed for spreadsheets' });
  await drawer.getByRole('button', { name: 'Create feed' }).click();
  await expect(drawer.getByText('Address copied to the clipboard.')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expectAccessible(page);

  const response = await request.get(address, { headers: { Origin: 'https://sheets.example' } });
  expect(response.status()).toBe(200);
  const [head, ...rows] = (await response.text()).trim().split('\r\n');
  expect(head).toContain('series_key,brand,completed_at,zone,utc_day,scan_id,value');
  expect(rows.some((row) => row.includes(',visibility,platform,ChatGPT,chatgpt_app,'))).toBe(true);
  const download = page.waitForEvent('download');
  await page.evaluate((url) => window.location.assign(url), address);
  expect(await (await download).failure()).toBeNull();

  await drawer.getByRole('button', { name: /^Revoke / }).click();
  await drawer.getByRole('button', { name: 'Revoke the feed' }).click();
  await expect(drawer.getByText('No active feeds.')).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});
