import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { Branding } from '../src/contract/sightline/branding.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

const downloadButtonOf = (page: Page) =>
  page.getByRole('button', { name: 'Download', exact: true });

async function openTimeline(page: Page, host: Host, search = '?range=30d'): Promise<void> {
  await beginSession(page, host);
  await openSite(page, host, search);
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(downloadButtonOf(page)).toBeEnabled();
}

/** Opens the menu and chooses an item by its name. Returns the download that it starts. */
async function startDownload(page: Page, name: string | RegExp): Promise<Download> {
  const started = page.waitForEvent('download');
  await downloadButtonOf(page).click();
  await page.getByRole('button', { name }).click();
  return started;
}

/** The size of a PNG file, and how many of its pixels have each colour. */
const countPixels = (page: Page, png: Buffer) =>
  page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const counts: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        const colour = [0, 1, 2].map((part) =>
          (data[at + part] ?? 0).toString(16).padStart(2, '0'),
        );
        const name = `#${colour.join('')}`;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return { size: [canvas.width, canvas.height], counts };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the chart as PNG is light and has lines in colour on a ${colorScheme} page`, async ({
    page,
    host,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openTimeline(page, host);
    const download = await startDownload(page, /^Chart as PNG/);
    expect(download.suggestedFilename()).toMatch(
      /^northwind\.example visibility by brand \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.png$/,
    );
    const { size, counts } = await countPixels(page, await readFile(await download.path()));
    expect(size).toEqual([1920, 1080]);
    expect(counts['#ffffff'] ?? 0).toBeGreaterThan(1_000_000);
    // The colours of the tracked brand and of another clear line.
    for (const colour of ['#3a49c8', '#531981']) {
      expect(counts[colour] ?? 0, colour).toBeGreaterThan(1_000);
    }
    await expect(downloadButtonOf(page)).toBeFocused();
  });
}

/** Overrides the branding of the site's client; null removes it. */
const overrideBranding = (page: Page, branding: Branding | null) =>
  page.route(`**/sightline/v1/sites/${sampleSite.siteId}`, async (route) => {
    const response = await route.fetch();
    const site: object = await response.json();
    await route.fulfill({ response, json: { ...site, branding } });
  });

const hostileName =
  '</text><script>alert(1)</script><image href="https://evil.example/x"/>&\u0008\u202E';

/** Gives the first series a hostile name and the others long ones. */
async function renameSeries(page: Page): Promise<void> {
  await page.route('**/reports/timeline*', async (route) => {
    const response = await route.fetch();
    const report: { series: { label: string }[] } = await response.json();
    for (const [index, series] of report.series.entries()) {
      series.label = index === 0 ? hostileName : `${series.label} ${'W'.repeat(index * 20)}`;
    }
    await route.fulfill({ response, json: report });
  });
}

test('the chart as SVG is self-contained and legible, even with hostile and long names', async ({
  page,
  host,
}) => {
  await renameSeries(page);
  await overrideBranding(page, null);
  await openTimeline(page, host, '?range=30d&platform=chatgpt_app&platform=gemini_app&view=lines');
  const download = await startDownload(page, /^Chart as SVG/);
  expect(download.suggestedFilename()).toMatch(/\.svg$/);
  const text = await readFile(await download.path(), 'utf8');
  // The page's content security policy blocks `DOMParser`, so a blank page parses the file.
  const blank = await page.context().newPage();
  const drawing = await blank.evaluate((file) => {
    const svg = new DOMParser().parseFromString(file, 'image/svg+xml');
    const elements = Array.from(svg.querySelectorAll('*'));
    const shown = document.importNode(svg.documentElement, true);
    document.body.append(shown);
    const frame = shown.getBoundingClientRect();
    const boxes = Array.from(shown.querySelectorAll('text'), (text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { name: text.textContent, left, right, top, bottom };
    });
    shown.remove();
    return {
      error: svg.querySelector('parsererror')?.textContent ?? null,
      elements: [...new Set(elements.map(({ localName }) => localName))].sort(),
      attributes: elements
        .flatMap(({ attributes }) => [...attributes])
        .map(({ name, value }) => [name, value] as const),
      texts: boxes.map(({ name }) => name),
      outside: boxes.filter(
        ({ left, right, top, bottom }) =>
          left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom,
      ),
      // Descenders may touch the next line.
      overlapping: boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom - 3 &&
              other.top < one.bottom - 3,
          )
          .map((other) => [one.name, other.name]),
      ),
    };
  }, text);
  expect(drawing.error).toBeNull();
  expect(drawing.elements).toEqual(['g', 'path', 'svg', 'text']);
  const names = new Set(drawing.attributes.map(([name]) => name));
  for (const name of ['href', 'style', 'class', 'onload', 'id']) expect(names).not.toContain(name);
  const references = drawing.attributes.filter(
    ([name, value]) => !/^(?:xmlns|aria-label)$/.test(name) && /url\(|:\/\//.test(value),
  );
  expect(references).toEqual([]);
  const allTexts = drawing.texts.join('\n');
  expect(allTexts).toContain('Visibility by brand');
  expect(allTexts).toMatch(/northwind\.example · .*\d{4} · Times in Europe\/Berlin/);
  expect(allTexts).toContain('AI platforms: ChatGPT, Gemini');
  expect(allTexts).toMatch(/^Sightline · northwind\.example · .*\d{4}$/m);
  expect(allTexts).toContain('</text><script>alert(1)');
  expect(drawing.outside).toEqual([]);
  expect(drawing.overlapping).toEqual([]);
});

test('a downloaded chart has the name, accent and logo of the dashboard’s provider', async ({
  page,
  host,
}) => {
  await page.route(
    (url) => url.pathname.endsWith('/timeline') && !url.pathname.includes('/v1/'),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '"name":"Sightline","logo":null,"accent":null',
        '"name":"Acme Agency","logo":"/icon.svg","accent":"#0a7f3f"',
      );
      await route.fulfill({ response, body });
    },
  );
  await overrideBranding(page, null);
  await openTimeline(page, host);
  const svg = await startDownload(page, /^Chart as SVG/);
  const text = await readFile(await svg.path(), 'utf8');
  expect(text).toContain('Acme Agency · northwind.example');
  expect(text).toContain('stroke="#0a7f3f"');
  expect(text.match(/href="[^"]{30}/g)).toEqual(['href="data:image/png;base64,iVBORw0K']);
  const png = await startDownload(page, /^Chart as PNG/);
  const { counts } = await countPixels(page, await readFile(await png.path()));
  expect(counts['#0a7f3f'] ?? 0).toBeGreaterThan(10_000);
});

test('the table as shown keeps the order of the page and omits hidden series', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openTimeline(page, host, '?range=30d&sort=-label');
  const table = page.getByRole('table', { name: /as a table$/ });
  await table.getByRole('checkbox', { name: /Fernway/ }).click();
  await expect(page.getByRole('list', { name: 'Hidden series' })).toContainText('Fernway');
  const rows = await table.getByRole('rowheader').locator('bdi').allTextContents();
  const download = await startDownload(page, /^Table as shown/);
  expect(download.suggestedFilename()).toContain('table without 1 hidden');
  const text = await readFile(await download.path(), 'utf8');
  const [head = '', ...lines] = text.trim().split('\r\n');
  const at = head.split(',').indexOf('Brand');
  const writtenNames = lines.map((line) => line.split(',')[at]);
  expect(writtenNames).toEqual(rows.filter((name) => name !== 'Fernway'));
});

test('the matrix as PNG is large and has the shades of its cells', async ({ page, host }) => {
  await beginSession(page, host);
  const { siteId } = sampleSite;
  await page.goto(`${host.url}/sites/${siteId}/matrix?range=30d`);
  await expect(downloadButtonOf(page)).toBeEnabled();
  const download = await startDownload(page, 'Matrix as PNG');
  expect(download.suggestedFilename()).toMatch(/visibility by platform and region .*\.png$/);
  const { size, counts } = await countPixels(page, await readFile(await download.path()));
  const [width = 0, height = 0] = size;
  expect(width).toBeGreaterThan(1_280);
  expect(height).toBeGreaterThan(1_000);
  // White, text and lines have fewer colours than this; the others are the shades of the cells.
  const commonColours = Object.values(counts).filter((count) => count > 2_000);
  expect(commonColours.length).toBeGreaterThan(12);
});

test('the menu works with the keyboard alone', async ({ page, host }) => {
  await openTimeline(page, host);
  await downloadButtonOf(page).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Download' });
  await expect(downloadButtonOf(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(downloadButtonOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const started = page.waitForEvent('download');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button', { name: /SVG/ })).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await started).suggestedFilename()).toMatch(/\.svg$/);
  await expect(menu).toBeHidden();
  await expect(downloadButtonOf(page)).toBeFocused();
});

for (const width of [1360, 375]) {
  test(`the open menu is accessible at ${width} px, in both colour schemes`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await beginSession(page, host);
    await openSite(page, host, '?range=30d');
    await expect(page.getByRole('slider')).toBeVisible();
    if (width < 640) await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(downloadButtonOf(page)).toBeEnabled();
    await downloadButtonOf(page).click();
    await expect(page.getByRole('dialog', { name: 'Download' })).toBeVisible();
    await expectAccessible(page);
  });
}
