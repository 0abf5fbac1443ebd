import type { Page, Route } from '@playwright/test';
import { extractTextItems } from 'unpdf';
import { expect, test } from './host.ts';
import { beginSession, sampleSite } from './navigation.ts';

/** Margins of a report's page, in millimetres. The bottom one contains the footer. */
const margins = { side: 14, top: 13, bottom: 17 };

/** Sheets and their sizes in millimetres. */
const papers = [
  { format: 'A4', landscape: false, width: 210, height: 297 },
  { format: 'A4', landscape: true, width: 297, height: 210 },
  { format: 'Letter', landscape: false, width: 215.9, height: 279.4 },
  { format: 'Letter', landscape: true, width: 279.4, height: 215.9 },
] as const;

const seriesNames: Record<string, (index: number) => { key: string; label: string }> = {
  brand: (index) => ({
    key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    label: `Brand ${index} with a name that takes up some space`,
  }),
  platform: (index) => ({ key: `platform_${index}`, label: `Platform ${index}` }),
  region: (index) => ({ key: `R${index}`, label: `Region ${index} · Some city` }),
};

/** Creates a handler that responds with the given numbers of brands and scans, ten platforms and twelve regions. */
const respondWith = (brands: number, scans: number) => (route: Route) => {
  const query = new URL(route.request().url()).searchParams;
  const groupBy = query.get('groupBy') ?? 'brand';
  const size = { brand: brands, platform: 10, region: 12 }[groupBy] ?? 0;
  const makePoints = (series: number) =>
    Array.from({ length: scans }, (_, scan) => {
      const completedAt = new Date(Date.UTC(2024, 0, 1 + scan, 10)).toISOString();
      return {
        date: completedAt.slice(0, 10),
        completedAt,
        value: 40 + 30 * Math.sin(scan / 40 + series),
        scanId: `00000000-0000-4000-9000-${String(scan).padStart(12, '0')}`,
      };
    });
  return route.fulfill({
    json: {
      metric: 'visibility',
      groupBy,
      brand: { id: seriesNames['brand']?.(0).key, name: 'Brand 0' },
      series: Array.from({ length: size }, (_, index) => ({
        ...seriesNames[groupBy]?.(index),
        points: makePoints(index),
      })),
      filters: { platform: [], region: [], startDate: null, endDate: null },
    },
  });
};

async function openReport(page: Page, url: string, search: string): Promise<void> {
  const { siteId } = sampleSite;
  await page.goto(`${url}/sites/${siteId}/report${search}`);
  await expect(page.getByRole('heading', { name: 'Method and definitions' })).toBeVisible();
}

/** PDF points per millimetre. */
const pointsPerMillimetre = 72 / 25.4;

interface PrintedPage {
  /** All text above the footer, without white space. */
  text: string;
  /** How far down the lowest text is, as a share of the height between the margins, from 0 to 1. */
  usedShare: number;
  /** Texts beyond the side margins. */
  textsBeyondMargins: string[];
}

/** Reads the pages of a PDF. */
async function readPages(pdf: Buffer, width: number, height: number): Promise<PrintedPage[]> {
  const { items } = await extractTextItems(new Uint8Array(pdf));
  return items.map((all) => {
    const texts = all
      .map((item) => ({
        text: item.str.replace(/\s/g, ''),
        left: item.x / pointsPerMillimetre,
        right: (item.x + item.width) / pointsPerMillimetre,
        bottom: item.y / pointsPerMillimetre,
      }))
      .filter(({ text, bottom }) => text !== '' && bottom > margins.bottom);
    const lowestTextBottom = Math.min(...texts.map(({ bottom }) => bottom));
    return {
      text: texts.map(({ text }) => text).join(''),
      usedShare:
        (height - margins.top - lowestTextBottom) / (height - margins.top - margins.bottom),
      textsBeyondMargins: texts
        .filter(({ left, right }) => left < margins.side - 1 || right > width - margins.side + 1)
        .map(({ text }) => text),
    };
  });
}

for (const [brands, scans] of [
  [1, 1],
  [1, 1_000],
  [50, 1],
  [50, 1_000],
] as const) {
  test(`a report with ${brands} series of ${scans} scans fits on paper`, async ({ page, host }) => {
    await beginSession(page, host);
    await page.route('**/v1/sites/*/reports/timeline*', respondWith(brands, scans));
    await page.route('**/sightline/v1/sites/*/reports/matrix*', (route) =>
      route.fulfill({ status: 404, json: {} }),
    );
    await openReport(page, host.url, '?dates=all&compare=previous');
    const foot = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--report-foot'),
    );
    expect(foot, 'the footer of every page').toContain('Brand 0');
    for (const { format, landscape, width, height } of papers) {
      const paper = `${format}, ${landscape ? 'landscape' : 'portrait'}`;
      const pages = await readPages(await page.pdf({ format, landscape }), width, height);
      const text = pages.map((printedPage) => printedPage.text).join('');
      for (let brand = 0; brand < brands; brand += 1) {
        expect(text, paper).toContain(`Brand${brand}withanamethattakesupsomespace`);
      }
      expect(
        pages.flatMap(({ textsBeyondMargins }) => textsBeyondMargins),
        `beyond the margins on ${paper}`,
      ).toEqual([]);
      for (const [index, { usedShare }] of pages.slice(0, -1).entries()) {
        expect(usedShare, `used share of page ${index + 1} on ${paper}`).toBeGreaterThan(0.5);
      }
    }
  });
}

test('the address that a report prints is short and on one line', async ({ page, host }) => {
  await beginSession(page, host);
  await openReport(page, host.url, '?range=30d&compare=previous');
  const { items } = await extractTextItems(new Uint8Array(await page.pdf({ format: 'A4' })));
  const texts = items.flat().map(({ str }) => str);
  expect(texts).toContain(`${new URL(host.url).host}/sites/${sampleSite.siteId}/report`);
  expect(texts.filter((text) => text.includes('range='))).toEqual([]);
});

test('the chart of a report is as wide as the paper, with text as large as the text around it', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openReport(page, host.url, '?range=30d&compare=previous');
  await page.emulateMedia({ media: 'print' });
  const pixelsPerMillimetre = 96 / 25.4;
  for (const { width, height } of papers) {
    await page.setViewportSize({
      width: Math.round((width - 2 * margins.side) * pixelsPerMillimetre),
      height: Math.round((height - margins.top - margins.bottom) * pixelsPerMillimetre),
    });
    const chart = page.locator('[data-section="chart"] svg').locator('visible=true');
    await expect(chart).toHaveCount(1);
    const { paperWidth, chartWidth, drawnWidth } = await chart.evaluate((svg: SVGSVGElement) => ({
      paperWidth: document.documentElement.clientWidth,
      chartWidth: svg.getBoundingClientRect().width,
      drawnWidth: svg.viewBox.baseVal.width,
    }));
    const paper = `${width} × ${height} mm`;
    expect(chartWidth / paperWidth, paper).toBeGreaterThan(0.98);
    expect(chartWidth / drawnWidth, paper).toBeGreaterThan(0.9);
    expect(chartWidth / drawnWidth, paper).toBeLessThan(1.1);
  }
});
