import { expect, test } from './host.ts';
import { readDocumentTitles } from './measure.ts';
import { sampleSite, signIn } from './navigation.ts';

test('the document has one title, which follows the page', { tag: '@walk' }, async ({
  page,
  host,
}) => {
  const expectTitle = async (title: string) => {
    await expect(page).toHaveTitle(title);
    expect(await readDocumentTitles(page)).toEqual([title]);
  };
  await page.goto(host.url);
  await expectTitle('Sign in · Sightline');
  await signIn(page, host);
  await expectTitle('Clients · Sightline');
  await page.getByRole('link', { name: 'Northwind Group' }).click();
  await expectTitle('Northwind Group · Sightline');
  await page.getByRole('listitem').getByRole('link', { name: sampleSite.name }).click();
  await expectTitle(`${sampleSite.name} · Visibility by brand · Sightline`);
  await page.goBack();
  await expectTitle('Northwind Group · Sightline');
  await page.goto(`${host.url}/no/such/page`);
  await expectTitle('Page not found · Sightline');
  await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectTitle('Sign in · Sightline');
});
