import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession } from './navigation.ts';

const name = 'Short-lived & Sons';

const headers = { Authorization: 'Bearer sample-agency' };

/** Creates a client with a site, and waits until it is there. @returns a function that requests its status */
async function createClient(page: Page, host: Host): Promise<() => Promise<number>> {
  const id = randomUUID();
  const path = `${host.url}/sightline/v1/clients`;
  const data = { id, name, accent: '#ffcc00', site: { name: 'Shop' } };
  // 202 if another import is under way.
  expect([201, 202]).toContain((await page.request.post(path, { headers, data })).status());
  const readStatus = async () => (await page.request.get(`${path}/${id}`, { headers })).status();
  await expect.poll(readStatus).toBe(200);
  return readStatus;
}

test.use({ viewport: { width: 375, height: 720 } });

test('the keyboard deletes a client on a small screen, and the list then leaves it out', async ({
  page,
  host,
}) => {
  const readStatus = await createClient(page, host);
  await beginSession(page, host);
  await page.goto(`${host.url}/clients`);
  await page.getByRole('link', { name, exact: true }).first().press('Enter');
  await page.getByRole('link', { name: 'Set-up' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete client…' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Delete this client' });
  const field = drawer.getByRole('textbox', { name: 'To confirm, type the name of the client' });
  await expect(field).toBeFocused();
  await expect(drawer.getByText('with 1 site, archived ones included')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('This is not the name.')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`“${name}” has been deleted.`)).toBeVisible();
  await expect(page).toHaveURL(`${host.url}/clients`);
  await expect(page.getByRole('link', { name: 'Northwind Group' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await expectAccessible(page);
  expect(await readStatus()).toBe(404);
});
