import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { shortDay } from '../../time/format.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeText } from '../comparison/shown-verdict.ts';
import type { ChangedColumn } from './changes-in-view.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { pixelOf } from './scale.ts';

/** Minimum pixels between the centres of two markers; columns closer together share one. */
const markerWidth = 28;
/** The maximum number of columns that the caption lists. */
const maxListedColumns = 5;

/** Changed columns under one marker. */
interface Marker {
  /** Pixel of its centre. */
  at: number;
  columns: readonly ChangedColumn[];
  /** Pixels of its columns. */
  lines: readonly number[];
}

const countOf = (columns: readonly ChangedColumn[]): number =>
  columns.reduce((sum, { what }) => sum + what.length, 0);

/** The scans' time axis. */
interface Axis {
  /** The instant of each scan in view, ascending. */
  instants: Float64Array;
  zone: string;
}

/** The day of a column, formatted as on the axis, with the year if the last scan is in another year. */
const dayOf = ({ column }: ChangedColumn, { instants, zone }: Axis): string =>
  shortDay(instants[column] ?? 0, instants.at(-1) ?? 0, zone, undefined);

/** "Nov 10: Perplexity added, France added". */
const columnText = (each: ChangedColumn, axis: Axis): string =>
  `${dayOf(each, axis)}: ${each.what.map(changeText).join(', ')}`;

/** Merges neighbours until all centres are far enough apart. */
function mergeMarkers(markers: readonly Marker[]): Marker[] {
  const kept: Marker[] = [];
  for (const each of markers) {
    let next = each;
    for (let last = kept.at(-1); last && next.at - last.at < markerWidth; last = kept.at(-1)) {
      kept.pop();
      const lines = [...last.lines, ...next.lines];
      const at = ((lines[0] ?? 0) + (lines.at(-1) ?? 0)) / 2;
      next = { at, lines, columns: [...last.columns, ...next.columns] };
    }
    kept.push(next);
  }
  return kept;
}

/**
 * One marker for each changed column, or for several that are too close to point at. Where points are the centres of
 * weeks or months, a scan may lie outside the plot; it is marked at the plot's edge.
 */
export function markersOf(
  changed: readonly ChangedColumn[],
  { x }: Pick<Layout, 'x'>,
  instants: Float64Array,
): Marker[] {
  const [left, right] = x.pixels;
  const markers = changed.map((each) => {
    const pixel = pixelOf(x, instants[each.column] ?? 0);
    const at = Math.min(right, Math.max(left, pixel));
    return { at, lines: [at], columns: [each] };
  });
  return mergeMarkers(markers.sort((a, b) => a.at - b.at));
}

/** Why a marker's list is open, if it is: `hovered` while hovered or focused, `pinned` by a click until closed. */
type OpenReason = 'none' | 'hovered' | 'pinned';

/** The parts of a chart's layout that its markers need. */
export type MarkerLayout = Pick<Layout, 'width' | 'height' | 'top' | 'x' | 'y'>;

interface MarkerButtonProps {
  marker: Marker;
  layout: MarkerLayout;
  axis: Axis;
}

function MarkerButton({ marker, layout, axis }: MarkerButtonProps) {
  const { at, columns } = marker;
  const [opened, setOpened] = useState<OpenReason>('none');
  const box = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const isOpen = opened !== 'none';
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpened('none');
    };
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpened('none');
    };
    document.addEventListener('keydown', press);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('click', click);
    };
  }, [isOpen]);
  const openOnHover = () => setOpened((now) => (now === 'none' ? 'hovered' : now));
  const leave = () => setOpened((now) => (now === 'hovered' ? 'none' : now));
  const count = countOf(columns);
  const days = [...new Set(columns.map((each) => dayOf(each, axis)))].join(', ');
  const opensToLeft = at > layout.width / 2;
  return (
    <div
      ref={box}
      className={styles['marker']}
      style={{ left: at, top: layout.top }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') openOnHover();
      }}
      onPointerLeave={leave}
    >
      <button
        type="button"
        aria-label={`${count} measurement ${count === 1 ? 'change' : 'changes'}, ${days}`}
        aria-describedby={descriptionId}
        aria-expanded={isOpen}
        onClick={() => setOpened(opened === 'pinned' ? 'none' : 'pinned')}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) openOnHover();
        }}
        onBlur={() => setOpened('none')}
      >
        {count === 1 ? '•' : count}
      </button>
      <VisuallyHidden id={descriptionId}>
        {columns.map((each) => columnText(each, axis)).join('; ')}
      </VisuallyHidden>
      {isOpen && (
        <div
          className={styles['tooltip']}
          style={{
            [opensToLeft ? 'right' : 'left']: 0,
            maxWidth: Math.max(160, opensToLeft ? at : layout.width - at),
          }}
          // Hidden from screen readers, since the button's description says the same.
          aria-hidden="true"
        >
          <p className={styles['where']}>Measured differently since</p>
          {columns.map((each) => (
            <ul key={each.column}>
              <li className={styles['when']}>{dayOf(each, axis)}</li>
              {each.what.map((change) => (
                <li key={changeText(change)}>{changeText(change)}</li>
              ))}
            </ul>
          ))}
        </div>
      )}
    </div>
  );
}

interface CaptionProps extends Axis {
  changed: readonly ChangedColumn[];
}

interface MarkersProps extends CaptionProps {
  layout: MarkerLayout;
}

/** A dotted line at each scan where the measurement changed, with a marker above that says how. */
export function ChangeMarkers({ changed, layout, ...axis }: MarkersProps): ReactNode {
  const markers = markersOf(changed, layout, axis.instants);
  const [foot, head] = layout.y.pixels;
  return (
    <>
      <svg
        className={styles['cross']}
        width={layout.width}
        height={layout.height}
        aria-hidden="true"
      >
        {[...new Set(markers.flatMap(({ lines }) => lines))].map((at) => (
          <line key={at} className={styles['changed']} x1={at} x2={at} y1={head} y2={foot} />
        ))}
      </svg>
      {markers.map((marker) => (
        <MarkerButton
          key={marker.columns.map(({ column }) => column).join(' ')}
          marker={marker}
          layout={layout}
          axis={axis}
        />
      ))}
    </>
  );
}

/** The changes as text under a chart: "Measured differently since Nov 10: Perplexity added, France added". */
export function ChangesCaption({ changed, ...axis }: CaptionProps): ReactNode {
  const listed = changed.slice(-maxListedColumns);
  const earlier = countOf(changed.slice(0, -maxListedColumns));
  return (
    <>
      {' · Measured differently since '}
      {listed.map((each) => columnText(each, axis)).join('; ')}
      {earlier > 0 && `; ${earlier} earlier ${earlier === 1 ? 'change' : 'changes'}`}
    </>
  );
}
