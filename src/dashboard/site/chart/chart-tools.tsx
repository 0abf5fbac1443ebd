import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type TimelineSearch, withDates } from '../search/search.ts';
import type { DrawMode } from './chart-in-view.ts';

const bucketOptions = [
  { value: 'scan', label: 'Scan' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
const drawModeOptions = [
  { value: 'lines', label: 'Lines' },
  { value: 'multiples', label: 'Multiples' },
] as const;

export interface ChartToolsProps {
  search: TimelineSearch;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
  /** Whether to offer weeks and months: many days are in view, or the chart shows weeks or months already. */
  canChooseBucket: boolean;
  /** Whether to offer a chart per series: there are many series, or they are drawn that way already. */
  canChooseDrawMode: boolean;
  /** How the chart is drawn unless the address says otherwise. */
  defaultMode: DrawMode;
}

/** Options for drawing a long or crowded chart, and a button to show all dates. */
export function ChartTools(props: ChartToolsProps) {
  const { search, onChange, canChooseBucket, canChooseDrawMode, defaultMode } = props;
  // Shows a choice at once, since `search` changes only when the chart is redrawn.
  const [pending, setPending] = useState({ base: search, next: search });
  const { startDate, endDate, bucket, view } = pending.base === search ? pending.next : search;
  const change = (update: (current: TimelineSearch) => TimelineSearch) => {
    setPending({ base: search, next: update(search) });
    onChange(update);
  };
  return (
    <>
      {(startDate ?? endDate) !== null && (
        <Button onClick={() => change((current) => withDates(current, {}))}>Show all dates</Button>
      )}
      {canChooseBucket && (
        <SegmentedControl
          legend="Points"
          options={bucketOptions}
          value={bucket ?? 'scan'}
          onChange={(choice) =>
            change((current) => ({ ...current, bucket: choice === 'scan' ? null : choice }))
          }
        />
      )}
      {canChooseDrawMode && (
        <SegmentedControl
          legend="Draw as"
          options={drawModeOptions}
          value={view ?? defaultMode}
          onChange={(mode) =>
            change((current) => ({ ...current, view: mode === defaultMode ? null : mode }))
          }
        />
      )}
    </>
  );
}
