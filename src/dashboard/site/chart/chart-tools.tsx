import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { TimelineSearch } from '../question/search.ts';

const points = [
  { value: 'scan', label: 'Scan' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
const views = [
  { value: 'lines', label: 'Lines' },
  { value: 'multiples', label: 'Multiples' },
] as const;

export interface ChartToolsProps {
  search: TimelineSearch;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
  /** Whether to offer weeks and months: many days are in view, or the chart shows weeks or months already. */
  isLong: boolean;
  /** Whether to offer a chart per series: there are many series, or they are drawn that way already. */
  isCrowded: boolean;
  /** How the chart is drawn unless the address says otherwise. */
  usual: 'lines' | 'multiples';
}

/** Options for drawing a long or crowded chart, and a button to show all dates. */
export function ChartTools({ search, onChange, isLong, isCrowded, usual }: ChartToolsProps) {
  // Shows a choice at once, since `search` changes only when the chart is redrawn.
  const [pending, setPending] = useState({ base: search, next: search });
  const { startDate, endDate, bucket, view } = pending.base === search ? pending.next : search;
  const change = (choice: Partial<TimelineSearch>) => {
    setPending({ base: search, next: { ...search, ...choice } });
    onChange((current) => ({ ...current, ...choice }));
  };
  return (
    <>
      {(startDate ?? endDate) !== null && (
        <Button onClick={() => change({ startDate: null, endDate: null })}>Show all dates</Button>
      )}
      {isLong && (
        <SegmentedControl
          legend="Points"
          options={points}
          value={bucket ?? 'scan'}
          onChange={(point) => change({ bucket: point === 'scan' ? null : point })}
        />
      )}
      {isCrowded && (
        <SegmentedControl
          legend="Draw as"
          options={views}
          value={view ?? usual}
          onChange={(next) => change({ view: next === usual ? null : next })}
        />
      )}
    </>
  );
}
