import { cleanup, render, screen, within } from '@testing-library/react';
import Papa from 'papaparse';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { addDays } from '../../../contract/dates/days.ts';
import { compareReport } from '../../../figures/comparison/compare-report.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import type { SeriesContext } from '../comparison/series-rows.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { seriesColumns } from '../timeline/table/columns.tsx';
import { TimelineTable } from '../timeline/table/timeline-table.tsx';
import { toTableCsv } from './table-csv.ts';

afterEach(cleanup);

const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };
/** Three series of twelve scans; one without evidence at the newest scan, and one that moves. */
const values = [
  Array.from({ length: 12 }, (_, scan) => 20 + (scan % 3) * 1.27),
  Array.from({ length: 12 }, (_, scan) => (scan === 11 ? null : 40.55)),
  Array.from({ length: 12 }, (_, scan) => (scan < 6 ? 10.25 + (scan % 2) : 60 + (scan % 2))),
];
const report = columnsOf({
  metric: 'visibility',
  groupBy: 'brand',
  brand: { id: 'a', name: 'Acme' },
  filters: null,
  series: values.map((seriesValues, index) => ({
    key: `brand-${index}`,
    label: ['Acme', '=Bolt', 'Cusp'][index] ?? '',
    platform: null,
    points: seriesValues.map((value, scan) => {
      const date = addDays('2026-11-01', scan);
      return { date, completedAt: `${date}T10:00:00Z`, value, scanId: `scan-${scan}` };
    }),
  })),
});

const unknownCounts: SeriesContext['namedFirst'] = null;

function tableOf(isCompared: boolean, sort: string | null) {
  const { inView, comparison } = compareReport(report, isCompared ? 'halves' : null);
  const model = toModel(inView ?? report, 'UTC');
  const all = summariseSeries(model).map((summary) => ({
    summary,
    look: { colour: 'red', dash: undefined },
  }));
  return { model, all, comparison, namedFirst: unknownCounts, sort, wording };
}

const csvOf = (table: ReturnType<typeof tableOf>, search: Record<string, string> = {}) => {
  const request = requestOf(readSearch(search), '2026-11-21');
  const { all: rows, ...rest } = table;
  const shared = { report, request, zone: 'UTC', siteName: 'northwind.example' };
  const text = toTableCsv({ ...rest, ...shared, columns: seriesColumns, rows }, Papa.unparse);
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
};

const toPlainText = (text: string) => text.replaceAll('\u2212', '-').replaceAll('\u00a0', ' ');

/** Renders the page's table, and returns its rows with figures as numbers and missing values as empty text. */
function renderRows(table: ReturnType<typeof tableOf>): (string | number)[][] {
  render(
    <TimelineTable
      {...table}
      name="Visibility by brand"
      ownerName={null}
      drawn={table.all}
      onSort={() => {}}
      onToggle={() => {}}
      onOpenScan={() => {}}
    />,
  );
  const [, ...rows] = screen.getAllByRole('row');
  return rows.map((row) => {
    const name = within(row).getByRole('rowheader').querySelector('bdi')?.textContent ?? '';
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => toPlainText(textContent));
    const figures = cells.slice(0, -2).map((text) => {
      const figure = /^([+-]?[\d.]+)(?:%| pt)$/.exec(text)?.[1];
      if (figure !== undefined) return Number(figure);
      return /^(?:–|no evidence.*)$/.test(text) ? '' : text;
    });
    return [name, ...figures];
  });
}

describe.each([
  ['the newest scan', false],
  ['two periods', true],
])('the CSV file of a table of %s', (_, isCompared) => {
  it.each([null, 'label', '-label', 'change', 'median', 'trend', '-trend'])(
    'has the rows, order and figures of the page (sort: %s)',
    (sort) => {
      const table = tableOf(isCompared, sort);
      const { data, errors } = csvOf(table);
      expect(errors).toEqual([]);
      const written = data.map((row) => {
        const cells = Object.values(row);
        const [scanCount, evidenceCount] = [cells.pop(), cells.pop()];
        const [name = '', ...figures] = cells;
        return [
          name.replace(/^'/, ''),
          ...figures.map((text) => (/^-?[\d.]+$/.test(text) ? Number(text) : toPlainText(text))),
          `${evidenceCount} of ${scanCount}`,
        ];
      });
      const onPage = renderRows(table);
      expect(onPage).toHaveLength(3);
      expect(written).toEqual(onPage);
    },
  );
});

it('the CSV file of a table names the units and the periods in its columns', () => {
  expect(csvOf(tableOf(true, null)).meta.fields).toEqual([
    'Brand',
    'Now, the last 6 scans (%)',
    'Before, the first 6 scans (%)',
    'Change (pt)',
    'Verdict',
    'Median (%)',
    'Scans with evidence',
    'Scans',
  ]);
  expect(csvOf(tableOf(false, null)).meta.fields?.slice(0, 3)).toEqual([
    'Brand',
    'Latest (%)',
    'Change since the previous scan (pt)',
  ]);
});

it('the CSV file of a table has columns for the filters, and escapes names that look like formulas', () => {
  const { data } = csvOf(tableOf(false, 'label'), { tag: 'pricing' });
  expect(data.map((row) => row['requested_tag'])).toEqual(['pricing', 'pricing', 'pricing']);
  expect(data.map((row) => row['Brand'])).toContain("'=Bolt");
});

it('the CSV file has the share of answers that name a brand first, and no column if it is unknown', () => {
  const table = tableOf(false, 'label');
  const counts = new Map([['brand-0', { answers: 3, first: 2 }]]);
  const { data } = csvOf({ ...table, namedFirst: counts });
  expect(data.map((row) => row['Named first (%)'])).toEqual(['', '66.7', '']);
  expect(csvOf(table).meta.fields).not.toContain('Named first (%)');
});
