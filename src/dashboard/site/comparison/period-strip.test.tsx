import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { addDays } from '../../../contract/dates/days.ts';
import {
  compareReport,
  withMeasurementChanges,
} from '../../../figures/comparison/compare-report.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { PeriodStrip } from './period-strip.tsx';

afterEach(cleanup);

const report = columnsOf({
  metric: 'visibility',
  groupBy: 'brand',
  filters: null,
  brand: { id: 'acme', name: 'Acme' },
  series: [
    {
      key: 'acme',
      label: 'Acme',
      platform: null,
      points: Array.from({ length: 20 }, (_, scan) => {
        const date = addDays('2026-11-01', scan);
        const value = (scan < 10 ? 20 : 40) + (scan % 3);
        return { date, completedAt: `${date}T10:00:00Z`, value, scanId: `scan-${scan}` };
      }),
    },
  ],
});
const { inView, comparison } = compareReport(report, 'halves');
const summaries = summariseSeries(toModel(inView ?? report, 'UTC'));

const acmeMove = comparison?.moves.get(summaries[0]?.series.id ?? '') ?? null;

interface StripProps {
  changes: MeasurementChanges;
  groupBy?: 'brand' | 'platform';
  overallMove?: SeriesMove | null;
}

/** A strip whose verdict waits for `changes` and, unless the report is by brand, for `overallMove`. */
function Strip({ changes, groupBy = 'brand', overallMove = null }: StripProps) {
  if (!comparison) return null;
  return (
    <PeriodStrip
      {...{ summaries, brand: 'Acme', groupBy, overallMove }}
      comparison={withMeasurementChanges(comparison, changes)}
      chosenBrandIds={[]}
      isLoading={changes === null || (groupBy !== 'brand' && overallMove === null)}
      isExploratory={false}
      wording={{ zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 }}
    />
  );
}

const getButton = () => screen.getByRole('button', { name: 'About “Verdict”' });

describe('the definition of a verdict in the strip', () => {
  it('has a button before the verdict arrives, and keeps it afterwards', () => {
    const { rerender } = render(<Strip changes={null} />);
    const button = getButton();
    expect(screen.queryByText(/usual scatter/)).toBeNull();
    rerender(<Strip changes={[]} />);
    expect(screen.getByText(/more than the usual scatter$/)).toBeTruthy();
    expect(getButton()).toBe(button);
  });

  it('stays open and keeps focus when the average of all platforms arrives', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Strip changes={[]} groupBy="platform" />);
    expect(screen.queryByText(/average of/)).toBeNull();
    const button = getButton();
    await user.click(button);
    rerender(<Strip changes={[]} groupBy="platform" overallMove={acmeMove} />);
    expect(screen.getByText(/^Acme · all platforms, average of/)).toBeTruthy();
    expect(getButton()).toBe(button);
    expect(document.activeElement).toBe(button);
    expect(screen.getByRole('dialog', { name: 'Verdict' })).toBeTruthy();
  });

  it('opens by keyboard, from a button in the label of the change', async () => {
    const user = userEvent.setup();
    render(<Strip changes={[]} />);
    expect(getButton().closest('dt')?.textContent).toMatch(/^compared with 20\.9%/);
    await user.tab();
    expect(document.activeElement).toBe(getButton());
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Verdict' }).textContent).toMatch(
      /more than the usual scatter/,
    );
  });
});
