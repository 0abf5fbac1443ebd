import {
  type KeyboardEvent,
  type PointerEvent,
  use,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Days } from '../../../contract/dates/periods.ts';
import type { ReportScan } from '../../api/columns.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { DrawnSeries } from '../report/drawn.ts';
import type { EarlierPeriod } from '../report/earlier-period.ts';
import { strokeOf } from '../report/looks.ts';
import { indexOfScan, type TimelineModel } from '../report/model.ts';
import { type Reading, readingAt, toSpokenText, type Wording } from '../report/reading.ts';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import { FrontSeries } from './front-series.ts';
import type { Layout } from './layout.ts';
import { useChartParts } from './load-parts.ts';
import { minDragLength, nearestIndex, pixelOf, valueAt } from './scale.ts';
import { type InputMethod, Tooltip } from './tooltip.tsx';

export interface ExplorerProps {
  /** Name of the chart. */
  name: string;
  layout: Layout;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  /** The earlier period of a comparison; null if there is none. */
  earlier: EarlierPeriod | null;
  wording: Wording;
  /** Set where a point of the model is a week or month instead of a scan. */
  bucketed: BucketedDrawing | null;
  /** Opens the point with this index in the model: a scan, or the scans of a week or month. */
  onOpenScan: (scan: number) => void;
  onZoom: (days: Days) => void;
}

/** Pixels from the crosshair within which a tap counts as a tap on its scan. */
const fingerReach = 12;

/** The scan that a key moves to; null for other keys. Without a scan, arrow keys move to the newest. */
function targetOf(key: string, scan: number | null, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (scan ?? last + 1) - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (scan ?? last - 1) + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

interface CrosshairProps {
  layout: Layout;
  /** Pixel of the chosen scan; null if none is chosen. */
  at: number | null;
  rows: Reading['rows'];
}

function Crosshair({ layout, at, rows }: CrosshairProps) {
  const [foot, head] = layout.y.pixels;
  return (
    <svg className={styles['cross']} width={layout.width} height={layout.height} aria-hidden="true">
      {at !== null && <line x1={at} x2={at} y1={head} y2={foot} />}
      {at !== null &&
        rows.map(({ drawn: { summary, look }, value }) =>
          value === null ? null : (
            <circle
              key={summary.series.id}
              cx={at}
              cy={pixelOf(layout.y, value)}
              r="4"
              stroke={strokeOf(look)}
            />
          ),
        )}
    </svg>
  );
}

/** The interactive layer over the lines: crosshair, marks and tooltip. */
export function Explorer(props: ExplorerProps) {
  const { name, layout, model, drawn, earlier, wording, bucketed, onOpenScan, onZoom } = props;
  const [chosen, setChosen] = useState<ReportScan | null>(null);
  const [inputMethod, setInputMethod] = useState<InputMethod>('mouse');
  const [announcement, setAnnouncement] = useState('');
  const [hasPointerEntered, setPointerEntered] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const DragZoom = useChartParts(hasPointerEntered)?.DragZoom;
  const hintId = useId();
  const front = use(FrontSeries);
  /** The scan that a click opens: by touch, only one that is already shown. */
  const armedScan = useRef<number | null>(null);
  /** Where the pointer was pressed, in pixels of the window. */
  const pressedAt = useRef(0);
  /** The scan just opened from here, selected again when focus returns. */
  const openedScan = useRef<ReportScan | null>(null);
  const last = model.instants.length - 1;
  const chosenIndex = useMemo(
    () => (chosen === null ? -1 : indexOfScan(model, chosen)),
    [model, chosen],
  );
  const scan = chosenIndex < 0 ? null : chosenIndex;
  const choose = (which: number) => setChosen(model.scans[which] ?? null);
  const read = useMemo(
    () => (at: number) =>
      bucketed?.readingAt(at, front) ?? readingAt(model, drawn, at, wording, earlier, front),
    [bucketed, model, drawn, wording, earlier, front],
  );
  const reading = useMemo(() => (scan === null ? null : read(scan)), [scan, read]);

  const at = scan === null ? null : pixelOf(layout.x, model.instants[scan] ?? 0);
  const pixelAt = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) =>
    layout.x.pixels[0] + clientX - currentTarget.getBoundingClientRect().left;
  const scanAt = (event: PointerEvent<HTMLDivElement>) =>
    nearestIndex(model.instants, valueAt(layout.x, pixelAt(event)));
  const press = (event: PointerEvent<HTMLDivElement>) => {
    pressedAt.current = event.clientX;
    const pressed = scanAt(event);
    openedScan.current = null;
    setInputMethod(event.pointerType === 'touch' ? 'touch' : 'mouse');
    if (event.pointerType === 'touch') {
      // Scans may be closer than a finger is wide, so a tap near the crosshair counts as a tap on its scan.
      const isNear = at !== null && Math.abs(pixelAt(event) - at) <= fingerReach;
      const isShown = scan !== null && (pressed === scan || isNear);
      armedScan.current = isShown ? scan : null;
      if (isShown) return;
    } else armedScan.current = pressed;
    choose(pressed);
  };
  const open = (which: number | null) => {
    if (which === null) return;
    openedScan.current = model.scans[which] ?? null;
    onOpenScan(which);
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') setChosen(null);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(scan ?? last);
    }
    const to = targetOf(event.key, scan, last);
    if (to === null) return;
    event.preventDefault();
    openedScan.current = null;
    setInputMethod('keyboard');
    choose(to);
    setAnnouncement(toSpokenText(read(to)));
  };

  const [start, end] = layout.x.pixels;
  const [foot, head] = layout.y.pixels;
  const pointNoun = bucketed?.bucket ?? 'scan';
  const action = bucketed ? `show the scans of this ${pointNoun}` : 'open the scan';
  return (
    <>
      <Crosshair layout={layout} at={at} rows={reading?.rows ?? []} />
      <div
        ref={plot}
        className={styles['explorer']}
        style={{ left: start, top: head, width: end - start, height: foot - head }}
        data-draggable={DragZoom ? true : undefined}
        role="slider"
        tabIndex={0}
        aria-label={`${name}, ${pointNoun} by ${pointNoun}`}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={(scan ?? last) + 1}
        aria-valuetext={`${pointNoun.charAt(0).toUpperCase()}${pointNoun.slice(1)} ${(scan ?? last) + 1} of ${last + 1}`}
        aria-describedby={hintId}
        onPointerEnter={() => setPointerEntered(true)}
        onPointerMove={(event) => {
          setInputMethod(event.pointerType === 'touch' ? 'touch' : 'mouse');
          // A drag is not a click, even before the code for dragging has loaded.
          const isHeld = event.buttons === 1 && event.pointerType !== 'touch';
          const isFar = Math.abs(event.clientX - pressedAt.current) >= minDragLength;
          if (isHeld && isFar && scanAt(event) !== armedScan.current) armedScan.current = null;
          choose(scanAt(event));
        }}
        onPointerDown={press}
        // Assistive technology clicks without a pointer, at the slider's value.
        onClick={({ detail }) => open(detail === 0 ? (scan ?? last) : armedScan.current)}
        onPointerLeave={(event) => {
          // Lifting a finger also leaves the plot, but must keep the tooltip.
          if (event.pointerType !== 'touch') setChosen(null);
        }}
        onFocus={() => {
          if (openedScan.current !== null) setChosen(openedScan.current);
          openedScan.current = null;
        }}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
      />
      <VisuallyHidden id={hintId}>
        Use the arrow keys to move between {pointNoun}s, Enter to {action}, and the date fields to
        zoom in.
      </VisuallyHidden>
      {reading && at !== null && (
        <Tooltip
          reading={reading}
          at={at}
          layout={layout}
          inputMethod={inputMethod}
          action={action}
        />
      )}
      {DragZoom && (
        <DragZoom
          plot={plot}
          layout={layout}
          model={model}
          bucketed={bucketed}
          locale={wording.locale}
          onStart={() => setChosen(null)}
          onZoom={onZoom}
        />
      )}
      <div aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </>
  );
}
