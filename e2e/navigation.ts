import type { Page } from '@playwright/test';
import { expect, type Host } from './host.ts';

/** The sample site with the most data, and its client. */
export const sampleSite = {
  name: 'northwind.example',
  siteId: '5a3b1e00-517e-4000-8000-000000001001',
  clientId: '5a3b1e00-c11e-4000-8000-000000000001',
} as const;

export const samplePrompt = '5a3b1e00-9407-4000-8000-000001001001';

export type SampleKey = 'sample-agency' | 'sample-client' | 'sample-business';

/** Types a key and submits it; the caller checks the outcome. */
export async function submitKey(page: Page, key: SampleKey): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(page: Page, host: Host, key: SampleKey = 'sample-agency') {
  await page.goto(host.url);
  await submitKey(page, key);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** Signs in without opening a page. */
export async function beginSession(page: Page, host: Host): Promise<void> {
  const response = await page.request.post(`${host.url}/session`, {
    headers: { Origin: host.url },
    data: { apiKey: 'sample-agency' },
  });
  expect(response.status()).toBe(201);
}

/** Opens the sample site's timeline under its client, with a query string. */
export async function openSite(page: Page, host: Host, search = ''): Promise<void> {
  const { siteId, name } = sampleSite;
  await page.goto(`${host.url}/sites/${siteId}/timeline${search}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}
