import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../tests/setup/columns.ts';
import { addDays } from '../../../../contract/dates/days.ts';
import { compareReport } from '../../../../figures/comparison/compare-report.ts';
import { toModel } from '../../../../figures/series/model.ts';
import { summariseSeries } from '../../../../figures/series/series-summary.ts';
import type { SeriesContext } from '../../comparison/series-rows.ts';
import { TimelineTable } from './timeline-table.tsx';

afterEach(cleanup);

/** Daily values from 1 November on, with different slopes and averages. */
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
      const date = addDays('2026-11-01', scan);
      return { date, completedAt: `${date}T10:00:00Z`, value, scanId: `scan-${scan}` };
    }),
  })),
});

interface TableProps {
  isCompared: boolean;
  namedFirst?: SeriesContext['namedFirst'];
  /** Called with each new order, as it is written in the address. */
  onSort: (sort: string | null) => void;
}

function Table({ isCompared, namedFirst = null, onSort }: TableProps) {
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
      namedFirst={namedFirst}
      drawn={all}
      onSort={(next) => {
        setSort(next);
        onSort(next);
      }}
      onToggle={() => {}}
      onOpenScan={() => {}}
    />
  );
}

function renderTable(isCompared: boolean): { sorts: (string | null)[] } {
  const sorts: (string | null)[] = [];
  render(<Table isCompared={isCompared} onSort={(sort) => sorts.push(sort)} />);
  return { sorts };
}

const readNames = () =>
  screen.getAllByRole('rowheader').map((header) => header.querySelector('bdi')?.textContent);
const findHeader = () => screen.findByRole('columnheader', { name: /^Trend/ });

describe.each([
  ['the newest scan', false],
  ['two periods', true],
])('the table of %s', (_, isCompared) => {
  it('sorts by the slope of the lines, with lines of fewer than two values last in both directions', async () => {
    const user = userEvent.setup();
    const { sorts } = renderTable(isCompared);
    const header = await findHeader();
    expect(header.getAttribute('aria-sort')).toBe('none');
    const button = within(header).getByRole('button', { name: 'Trend' });
    await user.click(button);
    expect(readNames()).toEqual(['Steep', 'Gentle', 'Flat', 'Falling', 'Single']);
    expect(header.getAttribute('aria-sort')).toBe('descending');
    await user.click(button);
    expect(readNames()).toEqual(['Falling', 'Flat', 'Gentle', 'Steep', 'Single']);
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    expect(sorts).toEqual(['trend', '-trend']);
  });

  it('explains what the “Trend” column sorts by', async () => {
    const user = userEvent.setup();
    renderTable(isCompared);
    await user.click(within(await findHeader()).getByRole('button', { name: 'About “Trend”' }));
    expect(screen.getByRole('dialog', { name: 'Trend' }).textContent).toMatch(/compares slopes/);
  });

  it('can be sorted by every column except “In chart”', () => {
    renderTable(isCompared);
    const unsorted = screen
      .getAllByRole('columnheader')
      .filter((header) => !header.hasAttribute('aria-sort'))
      .map(({ textContent }) => textContent);
    expect(unsorted).toEqual(['In chart']);
  });
});

describe('the column “Named first”', () => {
  const counts = new Map([
    ['flat', { answers: 8, first: 2 }],
    ['steep', { answers: 3, first: 2 }],
    ['falling', { answers: 5, first: 0 }],
  ]);
  const renderWith = (namedFirst: SeriesContext['namedFirst']) => {
    const view = (shown: SeriesContext['namedFirst']) => (
      <Table isCompared namedFirst={shown} onSort={() => {}} />
    );
    const { rerender } = render(view(namedFirst));
    return { show: (next: SeriesContext['namedFirst']) => rerender(view(next)) };
  };
  const readColumn = () => {
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const column = headings.findIndex((text) => text.startsWith('Named first'));
    return screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => {
        const name = within(row).getByRole('rowheader').querySelector('bdi')?.textContent;
        return `${name}: ${within(row).getAllByRole('cell')[column - 1]?.textContent}`;
      });
  };

  it('shows the share of a brand’s answers that name it first, and a dash for brands without answers', () => {
    renderWith(counts);
    expect(readColumn().sort()).toEqual([
      'Falling: 0.0%',
      'Flat: 25.0%',
      'Gentle: –',
      'Single: –',
      'Steep: 66.7%',
    ]);
    expect(screen.getByText('66.7%').title).toBe('2 of 3 answers');
  });

  it('keeps its place while the counts load, and says so if they cannot be loaded', () => {
    const { show } = renderWith('loading');
    const headings = () =>
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const loadingHeadings = headings();
    expect(readColumn()).toContain('Flat: …');
    show('failed');
    expect(readColumn()).toContain('Flat: not loaded');
    show(counts);
    expect(headings()).toEqual(loadingHeadings);
  });

  it('is left out if the service does not say', () => {
    renderWith(null);
    expect(screen.queryByRole('columnheader', { name: /^Named first/ })).toBeNull();
  });

  it('sorts by the share, and explains itself', async () => {
    const user = userEvent.setup();
    renderWith(counts);
    await user.click(screen.getByRole('button', { name: 'Named first' }));
    expect(readNames().slice(0, 3)).toEqual(['Steep', 'Flat', 'Falling']);
    await user.click(screen.getByRole('button', { name: 'About “Named first”' }));
    expect(screen.getByRole('dialog', { name: 'Named first' }).textContent).toMatch(
      /the first brand named/,
    );
  });
});
