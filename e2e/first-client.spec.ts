import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, launch, waitForExit } from '../tests/setup/launch.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test, withHost } from './host.ts';

test.use({ viewport: { width: 375, height: 720 } });

test('the first key of an empty store leads from the sign-in page to the form for the first client', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-first-'));
  try {
    await withHost({ DATA_DIR: dataDir, SAMPLE: 'off' }, async (host) => {
      await page.goto(host.url);
      const command = await page.getByText('--new-account ACCOUNT').textContent();
      await expectAccessible(page);
      const words = (command ?? '').replaceAll('\\', '').split(/\s+/);
      expect(words.slice(0, 4)).toEqual(['npm', 'run', 'keys', '--']);
      const args = commandOf('commands/keys.ts', ...words.slice(4));
      const { code, out, err } = await waitForExit(launch({ DATA_DIR: dataDir }, args));
      expect([code, err]).toEqual([0, '']);

      await page.getByLabel('API key').fill(out.trimEnd().split('\n').at(-1) ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Create your first client' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'New client' }).click();
      await expect(page.getByRole('heading', { name: 'New client', level: 1 })).toBeVisible();
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
