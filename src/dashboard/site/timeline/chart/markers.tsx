import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { changeText, shortDay } from '../../comparison/shown-verdict.ts';
import type { ChangedColumn } from './changes-in-view.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { pixelOf } from './scale.ts';

/** Pixels: columns closer together than a marker is wide share one. */
const markerWidth = 28;
/** The most markers that the caption lists. */
const mostListed = 5;

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

/** "Nov 10: Perplexity added, France added". */
const columnText = ({ date, what }: ChangedColumn): string =>
  `${shortDay(date)}: ${what.map(changeText).join(', ')}`;

/** One marker for each changed column, or for several that are too close to point at. */
export function markersOf(
  changed: readonly ChangedColumn[],
  { x }: Pick<Layout, 'x'>,
  instants: Float64Array,
): Marker[] {
  const markers: { columns: ChangedColumn[]; lines: number[] }[] = [];
  for (const each of changed) {
    const pixel = pixelOf(x, instants[each.column] ?? 0);
    const last = markers.at(-1);
    if (last && pixel - (last.lines[0] ?? 0) < markerWidth) {
      last.columns.push(each);
      last.lines.push(pixel);
    } else markers.push({ columns: [each], lines: [pixel] });
  }
  return markers.map(({ columns, lines }) => {
    const [first = 0, last = first] = [lines[0], lines.at(-1)];
    return { columns, lines, at: (first + last) / 2 };
  });
}

/** Why the list of a marker is open: pointed at or focused, or chosen, which lasts. */
type Opened = 'no' | 'passing' | 'chosen';

function MarkerButton({ marker, layout }: { marker: Marker; layout: Layout }) {
  const { at, columns } = marker;
  const [opened, setOpened] = useState<Opened>('no');
  const box = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const isOpen = opened !== 'no';
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpened('no');
    };
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpened('no');
    };
    document.addEventListener('keydown', press);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('click', click);
    };
  }, [isOpen]);
  const pass = () => setOpened((now) => (now === 'no' ? 'passing' : now));
  const leave = () => setOpened((now) => (now === 'passing' ? 'no' : now));
  const count = countOf(columns);
  const days = columns.map(({ date }) => shortDay(date)).join(', ');
  const isOnLeft = at > layout.width / 2;
  return (
    <div
      ref={box}
      className={styles['marker']}
      style={{ left: at, top: layout.top }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') pass();
      }}
      onPointerLeave={leave}
    >
      <button
        type="button"
        aria-label={`${count} ${count === 1 ? 'change' : 'changes'} of measurement, ${days}`}
        aria-describedby={descriptionId}
        aria-expanded={isOpen}
        onClick={() => setOpened(opened === 'chosen' ? 'no' : 'chosen')}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) pass();
        }}
        onBlur={() => setOpened('no')}
      >
        {count}
      </button>
      <VisuallyHidden id={descriptionId}>{columns.map(columnText).join('; ')}</VisuallyHidden>
      {isOpen && (
        <div
          className={styles['tooltip']}
          style={{
            [isOnLeft ? 'right' : 'left']: 0,
            maxWidth: Math.max(160, isOnLeft ? at : layout.width - at),
          }}
          // The button's description says the same.
          aria-hidden="true"
        >
          <p className={styles['where']}>Measured differently since</p>
          {columns.map((each) => (
            <ul key={each.column}>
              <li className={styles['when']}>{shortDay(each.date)}</li>
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

interface MarkersProps {
  changed: readonly ChangedColumn[];
  layout: Layout;
  instants: Float64Array;
}

/** A dotted line at each scan from which on the measurement differs, and a marker above that says how. */
export function ChangeMarkers({ changed, layout, instants }: MarkersProps): ReactNode {
  const markers = markersOf(changed, layout, instants);
  const [foot, head] = layout.y.pixels;
  return (
    <>
      <svg
        className={styles['cross']}
        width={layout.width}
        height={layout.height}
        aria-hidden="true"
      >
        {markers
          .flatMap(({ lines }) => lines)
          .map((at) => (
            <line key={at} className={styles['changed']} x1={at} x2={at} y1={head} y2={foot} />
          ))}
      </svg>
      {markers.map((marker) => (
        <MarkerButton
          key={marker.columns.map(({ column }) => column).join(' ')}
          marker={marker}
          layout={layout}
        />
      ))}
    </>
  );
}

/** A number in a circle, up to the last that has a character of its own. */
const circled = (count: number): string =>
  count <= 20 ? String.fromCodePoint(0x245f + count) : `(${count})`;

/** The changes as text under a chart: "② Nov 10: Perplexity added, France added". */
export function ChangesCaption({ changed }: { changed: readonly ChangedColumn[] }): ReactNode {
  const listed = changed.slice(-mostListed);
  const earlier = countOf(changed.slice(0, -mostListed));
  return (
    <>
      {listed.map((each) => ` · ${circled(each.what.length)} ${columnText(each)}`).join('')}
      {earlier > 0 && ` · ${earlier} earlier ${earlier === 1 ? 'change' : 'changes'}`}
    </>
  );
}
