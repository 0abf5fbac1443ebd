import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { addDays } from '../../../contract/dates/days.ts';
import type { Point, Series, TimelineReport } from '../../../contract/resources.ts';
import { noEvidence, shortValue } from '../../../figures/formats/values.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { toCsv } from '../export/csv.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { createPalette } from '../series/looks.ts';
import { readingAt } from '../series/reading.ts';
import { LatestStrip } from './strip.tsx';
import { TimelineTable } from './table/timeline-table.tsx';

const wording = { zone: 'Europe/Berlin', locale: 'en-GB', unit: '%', decimals: 1 };
const { zone, locale, unit, decimals } = wording;

const values = fc.option(
  fc
    .oneof(
      fc.double({ min: -100, max: 100, noNaN: true }),
      fc.integer({ min: -100, max: 100 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    // Turns negative zero into zero.
    .map((value) => value + 0),
  { freq: 4 },
);

/** Reports of one to four series over the same zero to six daily scans. Series may share a key. */
const reports = fc
  .record({
    scans: fc.integer({ min: 0, max: 6 }),
    keys: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
    isNewestNull: fc.boolean(),
    hasTime: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    values: fc.array(fc.array(values, { minLength: 6, maxLength: 6 }), {
      minLength: 4,
      maxLength: 4,
    }),
  })
  .map(({ scans, keys, isNewestNull, hasTime, values }): TimelineReport => {
    const points = (series: number): Point[] =>
      Array.from({ length: scans }, (_, scan) => {
        const date = addDays('2026-11-01', scan);
        const value = isNewestNull && scan === scans - 1 ? null : (values[series]?.[scan] ?? null);
        const completedAt = hasTime[scan] ? `${date}T10:00:00Z` : null;
        return { date, completedAt, value, scanId: `scan-${scan}` };
      });
    const series = keys.map(
      (key, index): Series => ({
        key,
        label: `Brand ${index}`,
        platform: null,
        points: points(index),
      }),
    );
    const brand = { id: 'a', name: 'Brand' };
    return { metric: 'visibility', groupBy: 'brand', brand, series, filters: null };
  });

/** Prepares a report as the page does: its model and summaries, the rows of its CSV file, and its tooltips. */
async function prepareReport(timeline: TimelineReport) {
  const report = columnsOf(timeline);
  const model = toModel(report, zone);
  const summaries = summariseSeries(model);
  const looks = createPalette().looksFor(
    [],
    model.series.map(({ id }) => id),
    null,
  );
  const all = summaries.flatMap((summary) => {
    const look = looks.get(summary.series.id);
    return look ? [{ summary, look }] : [];
  });
  const request = requestOf(readSearch({}), '2026-11-21');
  const parts = toCsv({ model, report, request, zone, siteName: 'site' }, Papa.unparse);
  const csv = await Array.fromAsync(parts);
  const { data } = Papa.parse<Record<string, string>>(csv.join(''), {
    header: true,
    skipEmptyLines: true,
  });
  const reading = (scan: number) => readingAt(model, all, scan, wording);
  return { model, summaries, all, rows: data, reading };
}

const textOf = (value = ''): string =>
  value === '' ? noEvidence : shortValue(Number(value), unit, locale, decimals);
const textIn = (element: Element | null | undefined): string => element?.textContent ?? '';

it('the strip, the table, the tooltip and the CSV file show the same numbers, to the last digit', async () => {
  const caseCounts = { noScan: 0, oneScan: 0, newestNull: 0, sameKey: 0, figure: 0 };
  await fc.assert(
    fc
      .asyncProperty(reports, async (report) => {
        const { model, summaries, all, rows, reading } = await prepareReport(report);
        render(
          <TimelineTable
            name="Chart"
            ownerName={null}
            model={model}
            all={all}
            drawn={all}
            wording={wording}
            comparison={null}
            namedFirst={null}
            sort={null}
            onSort={() => {}}
            onToggle={() => {}}
            onOpenScan={() => {}}
          />,
        );
        const newest = model.instants.length - 1;
        const tooltip = newest < 0 ? [] : reading(newest).rows;
        const count = report.series[0]?.points.length ?? 0;
        expect(rows).toHaveLength(report.series.length * count);
        caseCounts.noScan += count === 0 ? 1 : 0;
        caseCounts.oneScan += count === 1 ? 1 : 0;
        caseCounts.sameKey +=
          new Set(report.series.map(({ key }) => key)).size < all.length ? 1 : 0;

        for (const [index, { label, points }] of report.series.entries()) {
          const seriesRows = rows.filter((row) => row['series'] === label);
          expect(seriesRows.map((row) => row['value'])).toEqual(
            points.map(({ value }) => (value === null ? '' : String(value))),
          );
          const row = screen.getByRole('button', { name: `Brand ${index}` }).closest('tr');
          const latestCell = within(row ?? document.body).getAllByRole('cell')[0];
          const summary = summaries[index];
          if (!summary) throw new Error('A series has no summary.');
          const strip = render(
            <LatestStrip
              lead={summary}
              summaries={summaries}
              groupBy="brand"
              brand={null}
              areBrandsFiltered={false}
              hasOmittedSeries={false}
              wording={wording}
            />,
          );
          const headline = strip.container.querySelector('dd');

          const lastValue = seriesRows.at(-1)?.['value'];
          const tooltipText = tooltip.find(({ drawn }) => drawn.summary === summary)?.text;
          if (lastValue === undefined || lastValue === '') {
            caseCounts.newestNull += lastValue === '' ? 1 : 0;
            expect(textIn(latestCell).startsWith(noEvidence)).toBe(true);
            expect(textIn(headline)).toBe(noEvidence);
            expect(tooltipText).toBe(lastValue === '' ? noEvidence : undefined);
            // Beside “no evidence”, the table shows the last known value, as in the file.
            const lastKnown = seriesRows.findLast(({ value }) => value !== '');
            const details = textIn(latestCell).slice(noEvidence.length);
            if (lastKnown) expect(details).toContain(textOf(lastKnown['value']));
            else expect(details).toBe('');
          } else {
            caseCounts.figure += 1;
            const text = textOf(lastValue);
            expect(textIn(latestCell)).toBe(text);
            expect(textIn(headline)).toBe(text);
            expect(tooltipText).toBe(text);
          }
          strip.unmount();
          fireEvent.click(within(row ?? document.body).getByRole('button'));
          const pointsTable = screen.getByRole('table', { name: `Every point of ${label}` });
          const cells = [...pointsTable.querySelectorAll('tbody td:last-child')].map(textIn);
          expect(cells).toEqual(seriesRows.map(({ value }) => textOf(value)).toReversed());
        }
      })
      .afterEach(async () => {
        cleanup();
      }),
    { numRuns: 150 },
  );
  // Each of these cases came up more than five times.
  expect(Math.min(...Object.values(caseCounts))).toBeGreaterThan(5);
});
