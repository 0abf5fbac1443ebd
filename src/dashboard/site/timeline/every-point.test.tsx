import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { lineIn, strokesOf } from '../../../../tests/setup/strokes.ts';
import { shortValue } from '../../../figures/formats/values.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { TimelineChart } from '../chart/timeline-chart.tsx';
import { ChartWidth } from '../chart/use-width.ts';
import { toCsv } from '../export/csv.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { createPalette } from '../series/looks.ts';
import { TimelineTable } from './table/timeline-table.tsx';

setUpBrowser();
const count = 3_000;
const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };
/** A value with one decimal, different for every scan. */
const valueAt = (scan: number): number => ((scan * 37) % count) / 10;

const report = columnsOf({
  metric: 'visibility',
  groupBy: 'brand',
  brand: { id: 'a', name: 'Acme' },
  series: [
    {
      key: 'a',
      label: 'Acme',
      platform: null,
      points: Array.from({ length: count }, (_, scan) => {
        const completedAt = new Date(Date.UTC(2018, 0, 1, 12) + scan * 86_400_000).toISOString();
        const date = completedAt.slice(0, 10);
        return { date, completedAt, value: valueAt(scan), scanId: `scan ${scan}` };
      }),
    },
  ],
  filters: null,
});
const model = toModel(report, 'UTC');
const drawn = summariseSeries(model).flatMap((summary) => {
  const look = createPalette().looksFor([], ['a'], 'a').get('a');
  return look ? [{ summary, look }] : [];
});
const commonProps = {
  name: 'Visibility by brand',
  ownerName: null,
  model,
  drawn,
  wording,
  onToggle: () => {},
  onOpenScan: () => {},
  onOpenPoint: () => {},
  onZoom: () => {},
};

it('a line thinned to the chart’s width can still be read scan by scan', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <ChartWidth value={{ current: 360 }}>
      <TimelineChart
        {...commonProps}
        earlier={null}
        hidden={[]}
        valuesText="latest scan"
        onShowAll={() => {}}
      />
    </ChartWidth>,
  );
  const plot = await screen.findByRole('slider');
  const line = lineIn(container.querySelector('[data-series]'));
  const pixels = Number.parseFloat(plot.style.width);
  const pointCount = strokesOf(line).flat().length;
  expect(pointCount).toBeGreaterThan(pixels);
  expect(pointCount).toBeLessThan(pixels * 4 + 8);
  expect(pointCount).toBeLessThan(count / 2);
  plot.focus();
  await user.keyboard('{Home}');
  for (let scan = 0; scan < 30; scan += 1) {
    expect(plot.getAttribute('aria-valuenow')).toBe(String(scan + 1));
    const row = container.querySelector('[class*="tooltip"] li');
    expect(row?.textContent).toBe(`Acme${shortValue(valueAt(scan), '%', 'en-GB')}`);
    await user.keyboard('{ArrowRight}');
  }
});

it('the table and the CSV file contain every point of a line thinned to the chart’s width', async () => {
  const user = userEvent.setup();
  render(
    <TimelineTable
      {...commonProps}
      all={drawn}
      comparison={null}
      namedFirst={null}
      sort={null}
      onSort={() => {}}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Acme' }));
  const getMoreButton = () =>
    screen.getByRole('button', { name: 'Show 1,000 more of 3,000 points' });
  await user.click(getMoreButton());
  await user.click(getMoreButton());
  await user.click(screen.getByRole('button', { name: 'Show all 3,000 points' }));
  const rows = screen
    .getByRole('table', { name: 'Every point of Acme' })
    .querySelectorAll('tbody tr');
  const shownValues = [...rows].map((row) =>
    Number.parseFloat(row.lastElementChild?.textContent ?? ''),
  );
  const allValues = Array.from({ length: count }, (_, scan) => valueAt(scan));
  expect(shownValues).toEqual(allValues.toReversed());

  const request = requestOf(readSearch({}), '2026-11-21');
  const parts = toCsv({ model, report, request, zone: 'UTC', siteName: 's' }, Papa.unparse);
  const file = await Array.fromAsync(parts);
  const { data } = Papa.parse<Record<string, string>>(file.join(''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data.map(({ value }) => Number(value))).toEqual(allValues);
});
