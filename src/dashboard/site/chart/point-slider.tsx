import { type HTMLAttributes, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { elementIds } from '../../ui/element-ids.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** The point that a key selects; null if it selects none. If no point is selected, arrow keys select the newest. */
function targetOf(key: string, selected: number | null, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (selected ?? last + 1) - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (selected ?? last - 1) + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

interface PointSliderProps extends HTMLAttributes<HTMLDivElement> {
  ref?: RefObject<HTMLDivElement | null>;
  /** Name of the chart. */
  name: string;
  /** What a point is: "scan", "week" or "month". */
  pointNoun: string;
  /** What activating a point does, such as "open the scan". */
  action: string;
  /** Index of the newest point. */
  last: number;
  /** Index of the selected point; null if none is selected. */
  selected: number | null;
  /** Describes a point for screen readers. */
  toText: (point: number) => string;
  onMove: (point: number) => void;
  onClear: () => void;
  onOpen: (point: number) => void;
}

/** The element that moves through the points of a chart by keyboard and announces their values. */
export function PointSlider(props: PointSliderProps) {
  const { name, pointNoun, action, last, selected, toText, onMove, onClear, onOpen, ...rest } =
    props;
  const [announcement, setAnnouncement] = useState('');
  const hintId = useId();
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') onClear();
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(selected ?? last);
    }
    const target = targetOf(event.key, selected, last);
    if (target === null) return;
    event.preventDefault();
    onMove(target);
    setAnnouncement(toText(target));
  };
  return (
    <>
      <div
        {...rest}
        id={elementIds.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${name}, ${pointNoun} by ${pointNoun}`}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={(selected ?? last) + 1}
        aria-valuetext={`${pointNoun.charAt(0).toUpperCase()}${pointNoun.slice(1)} ${(selected ?? last) + 1} of ${last + 1}`}
        aria-describedby={hintId}
        onBlur={onClear}
        onKeyDown={handleKeyDown}
      />
      <VisuallyHidden id={hintId}>
        Use the arrow keys to move between {pointNoun}s, Enter to {action}, and the date fields to
        zoom in.
      </VisuallyHidden>
      <div aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </>
  );
}
