import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../tests/setup/columns.ts';
import { dayAfter } from '../../../../contract/dates/days.ts';
import { compareReport } from '../../comparison/use-comparison.ts';
import { toModel } from '../../report/model.ts';
import { summariseSeries } from '../../report/series-summary.ts';
import { TimelineTable } from './timeline-table.tsx';

afterEach(cleanup);

/** Each brand's values on the days from 1 November, which differ in their slopes and in their averages. */
const brands: Record<string, readonly (number | null)[]> = {
  Flat: [50, 50, 50, 50],
  Single: [null, null, 90, null],
  Falling: [80, 79, 77, 78],
  Steep: [1, 2, 4, 5],
  Gentle: [20, null, 21, 21],
};
const report = columnsOf({
  metric: 'visibility',
  groupBy: 'brand',
  brand: null,
  filters: null,
  series: Object.entries(brands).map(([label, values]) => ({
    key: label,
    label,
    platform: null,
    points: values.map((value, scan) => {
      const date = dayAfter('2026-11-01', scan);
      return { date, completedAt: `${date}T10:00:00Z`, value, scanId: `scan-${scan}` };
    }),
  })),
});

interface TableProps {
  isCompared: boolean;
  /** Receives every new order, as an address would. */
  onAddress: (sort: string | null) => void;
}

function Table({ isCompared, onAddress }: TableProps) {
  const [sort, setSort] = useState<string | null>(null);
  const { inView, comparison } = compareReport(report, isCompared ? 'halves' : null);
  const model = toModel(inView ?? report, 'UTC');
  const all = summariseSeries(model).map((summary) => ({
    summary,
    look: { colour: 'red', dash: undefined },
  }));
  return (
    <TimelineTable
      {...{ model, all, comparison, sort }}
      wording={{ zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 }}
      name="Visibility by brand"
      ownerName={null}
      drawn={all}
      onSort={(next) => {
        setSort(next);
        onAddress(next);
      }}
      onToggle={() => {}}
      onOpenScan={() => {}}
    />
  );
}

function renderTable(isCompared: boolean): { addresses: (string | null)[] } {
  const addresses: (string | null)[] = [];
  render(<Table isCompared={isCompared} onAddress={(sort) => addresses.push(sort)} />);
  return { addresses };
}

const names = () =>
  screen.getAllByRole('rowheader').map((each) => each.querySelector('bdi')?.textContent);
const findHeader = () => screen.findByRole('columnheader', { name: /^Trend/ });

describe.each([
  ['the newest scan', false],
  ['two periods', true],
])('the table of %s', (_, isCompared) => {
  it('sorts by the slope of the lines, with those of fewer than two values last in both directions', async () => {
    const user = userEvent.setup();
    const { addresses } = renderTable(isCompared);
    const header = await findHeader();
    expect(header.getAttribute('aria-sort')).toBe('none');
    const button = within(header).getByRole('button', { name: 'Trend' });
    await user.click(button);
    expect(names()).toEqual(['Steep', 'Gentle', 'Flat', 'Falling', 'Single']);
    expect(header.getAttribute('aria-sort')).toBe('descending');
    await user.click(button);
    expect(names()).toEqual(['Falling', 'Flat', 'Gentle', 'Steep', 'Single']);
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    expect(addresses).toEqual(['trend', '-trend']);
  });

  it('says what the column sorts by', async () => {
    const user = userEvent.setup();
    renderTable(isCompared);
    await user.click(within(await findHeader()).getByRole('button', { name: 'About “Trend”' }));
    expect(screen.getByRole('dialog', { name: 'Trend' }).textContent).toMatch(/compares slopes/);
  });

  it('has a button to sort by in every column with figures', () => {
    renderTable(isCompared);
    const unsorted = screen
      .getAllByRole('columnheader')
      .filter((each) => !each.hasAttribute('aria-sort'))
      .map(({ textContent }) => textContent);
    expect(unsorted).toEqual(['In chart']);
  });
});
