import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpDownloads } from '../../../../tests/setup/downloads.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const downloads = setUpDownloads();

/** Base values by platform and region; Claude is not measured in France. */
const levels: Record<string, Record<string, number>> = {
  chatgpt_app: { DE: 50, FR: 20 },
  claude_api: { DE: 30 },
};
const names: Record<string, string> = {
  chatgpt_app: 'ChatGPT',
  claude_api: '=Claude & <API>',
  DE: 'Germany',
  FR: 'France',
};
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

function seriesOf(query: URLSearchParams): [key: string, level: number][] {
  if (query.get('groupBy') === 'platform') {
    return Object.entries(levels).map(([key, regions]) => [key, regions['DE'] ?? 0]);
  }
  const [platform = 'chatgpt_app'] = query.getAll('platform');
  return Object.entries(levels[platform] ?? {});
}

/** Opens the matrix of January, clicks Download, and chooses a menu item; with null, the matrix is empty. */
async function download(item: string | null) {
  world.override(
    http.get('*/v1/sites/:siteId/reports/timeline', ({ request }) => {
      const query = new URL(request.url).searchParams;
      return HttpResponse.json({
        metric: 'visibility',
        groupBy: query.get('groupBy') ?? 'brand',
        brand: { id: uuid(0x901), name: 'Acme' },
        series:
          item === null
            ? []
            : seriesOf(query).map(([key, level]) => ({
                key,
                label: names[key],
                points: Array.from({ length: 31 }, (_, index) => ({
                  date: dayAt(index),
                  completedAt: `${dayAt(index)}T10:00:00Z`,
                  value: level + (index % 2),
                  scanId: uuid(0x1000 + index),
                })),
              })),
        filters: { platform: ['claude_api'], region: [], startDate: null, endDate: null },
      });
    }),
  );
  const user = userEvent.setup();
  openDashboard(
    `/sites/${measured.siteId}/matrix?compare=none&startDate=2026-01-01&endDate=2026-01-31`,
    world.signedIn('agency'),
  );
  await waitFor(() => {
    const button = screen.getByRole('button', { name: 'Download' });
    expect(button.getAttribute('aria-disabled')).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Download' }));
  if (item !== null) await user.click(screen.getByRole('button', { name: item }));
}

it('writes the figures of the grid as CSV, with the names of rows and columns', async () => {
  await download('Table (CSV)');
  await waitFor(() => expect(downloads()).toHaveLength(1));
  const [file] = downloads();
  expect(file?.name).toMatch(/ Acme visibility by platform and region 2026-01-01 to .*\.csv$/);
  const text = (await file?.blob.text()) ?? '';
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  const grid = screen.getByRole('grid');
  const shownRows = within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => ({
      name: within(row).getByRole('rowheader').textContent,
      cells: within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => /^[\d.]+(?=%)/.exec(textContent)?.[0] ?? ''),
    }));
  const writtenRows = data.map((row) => ({
    name: row['Platform']?.replace(/^'/, ''),
    cells: ['Germany (%)', 'France (%)', 'All regions (%)'].map((name) =>
      row[name] ? Number(row[name]).toFixed(1) : '',
    ),
  }));
  expect(writtenRows).toHaveLength(3);
  expect(writtenRows).toEqual(shownRows);
  expect(data[0]?.['Platform']).toBe("'=Claude & <API>");
});

it('draws the grid as a self-contained SVG file', async () => {
  await download('Matrix as SVG');
  await waitFor(() => expect(downloads()).toHaveLength(1));
  expect(downloads()[0]?.name).toMatch(/\.svg$/);
  const text = (await downloads()[0]?.blob.text()) ?? '';
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(svg.querySelector('parsererror')).toBeNull();
  const texts = Array.from(svg.querySelectorAll('text'), ({ textContent }) => textContent);
  for (const expectedText of [
    '=Claude & <API>',
    'Germany',
    'All platforms',
    '50.5%',
    'no evidence',
  ]) {
    expect(texts).toContain(expectedText);
  }
  expect(texts[0]).toBe('Acme: visibility by platform and region');
  expect(texts.join()).toMatch(/Jan 1\s–\s31, 2026/);
  // The service applied a filter that was not requested.
  expect(texts.join()).toContain('AI platforms: Claude API');
  const elementNames = new Set(Array.from(svg.querySelectorAll('*'), ({ localName }) => localName));
  expect([...elementNames].sort()).toEqual(['g', 'path', 'rect', 'svg', 'text']);
});

it('says that there is nothing to download from an empty matrix', async () => {
  await download(null);
  expect(screen.getByText('There is nothing to download.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Download' })).toBeNull();
});
