import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { TimelineSearch } from '../../question/search.ts';

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
  /** Whether enough days are in view to offer weeks and months. */
  isLong: boolean;
  /** Whether there are enough series to offer a chart for each. */
  isCrowded: boolean;
  /** How the chart is drawn unless the address says otherwise. */
  usual: 'lines' | 'multiples';
}

/** Options for drawing a long or crowded chart, and a button to show all dates. */
export function ChartTools({ search, onChange, isLong, isCrowded, usual }: ChartToolsProps) {
  // A choice shows at once, while `search` follows with the chart.
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
