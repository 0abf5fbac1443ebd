import { type PointerEvent, use, useMemo, useRef, useState } from 'react';
import type { Days } from '../../../contract/dates/periods.ts';
import type { ReportScan } from '../../../figures/series/columns.ts';
import { indexOfScan, type TimelineModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import { type Reading, readingAt, toSpokenText } from '../series/reading.ts';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import { FrontSeries } from './front-series.ts';
import type { Layout } from './layout.ts';
import { useChartParts } from './load-parts.ts';
import { PointSlider } from './point-slider.tsx';
import { minDragLength, nearestIndexOf, pixelOf, valueAt } from './scale.ts';
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
  /** The drawing with a point per week or month; null if each point is a scan. */
  bucketed: BucketedDrawing | null;
  /** Opens the point with this index in the model: a scan, or the scans of a week or month. */
  onOpenPoint: (point: number) => void;
  onZoom: (days: Days) => void;
}

/** Pixels from the crosshair within which a tap counts as a tap on the selected point. */
const fingerReach = 12;

interface CrosshairProps {
  layout: Layout;
  /** Pixel of the selected point; null if none is selected. */
  at: number | null;
  rows: Reading['rows'];
}

function Crosshair({ layout, at, rows }: CrosshairProps) {
  const [bottom, top] = layout.y.pixels;
  return (
    <svg className={styles['cross']} width={layout.width} height={layout.height} aria-hidden="true">
      {at !== null && <line x1={at} x2={at} y1={top} y2={bottom} />}
      {at !== null &&
        rows.map(({ drawn: { summary, look }, value }) =>
          value === null ? null : (
            <circle
              key={summary.series.id}
              cx={at}
              cy={pixelOf(layout.y, value)}
              r="4"
              stroke={look.colour}
            />
          ),
        )}
    </svg>
  );
}

/** The interactive layer over the lines: selects points by pointer or keyboard, with a crosshair and a tooltip. */
export function Explorer(props: ExplorerProps) {
  const { name, layout, model, drawn, earlier, wording, bucketed, onOpenPoint, onZoom } = props;
  const [selectedScan, setSelectedScan] = useState<ReportScan | null>(null);
  const [inputMethod, setInputMethod] = useState<InputMethod>('mouse');
  const [hasPointerEntered, setPointerEntered] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const DragZoom = useChartParts(hasPointerEntered)?.DragZoom;
  const front = use(FrontSeries);
  /** The point that a click opens; null if it opens none. A tap opens only the point that is already selected. */
  const armedPoint = useRef<number | null>(null);
  /** Where the pointer was pressed, in pixels from the left edge of the window. */
  const pressedAt = useRef(0);
  /** The opened point, which is selected again when focus returns; null if there is none. */
  const lastOpened = useRef<ReportScan | null>(null);
  const last = model.instants.length - 1;
  const selectedIndex = useMemo(
    () => (selectedScan === null ? -1 : indexOfScan(model, selectedScan)),
    [model, selectedScan],
  );
  const selected = selectedIndex < 0 ? null : selectedIndex;
  const select = (point: number) => setSelectedScan(model.scans[point] ?? null);
  const readPoint = useMemo(
    () => (point: number) =>
      bucketed?.readingAt(point, front) ?? readingAt(model, drawn, point, wording, earlier, front),
    [bucketed, model, drawn, wording, earlier, front],
  );
  const reading = useMemo(
    () => (selected === null ? null : readPoint(selected)),
    [selected, readPoint],
  );

  const at = selected === null ? null : pixelOf(layout.x, model.instants[selected] ?? 0);
  const pixelAt = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) =>
    layout.x.pixels[0] + clientX - currentTarget.getBoundingClientRect().left;
  const pointAt = (event: PointerEvent<HTMLDivElement>) =>
    nearestIndexOf(model.instants, valueAt(layout.x, pixelAt(event)));
  const press = (event: PointerEvent<HTMLDivElement>) => {
    pressedAt.current = event.clientX;
    const pressed = pointAt(event);
    lastOpened.current = null;
    setInputMethod(event.pointerType === 'touch' ? 'touch' : 'mouse');
    if (event.pointerType === 'touch') {
      // Points may be closer together than a finger is wide, so a tap near the crosshair counts as a tap on its point.
      const isNear = at !== null && Math.abs(pixelAt(event) - at) <= fingerReach;
      const isSelected = selected !== null && (pressed === selected || isNear);
      armedPoint.current = isSelected ? selected : null;
      if (isSelected) return;
    } else armedPoint.current = pressed;
    select(pressed);
  };
  const open = (point: number | null) => {
    if (point === null) return;
    lastOpened.current = model.scans[point] ?? null;
    onOpenPoint(point);
  };
  const [start, end] = layout.x.pixels;
  const [bottom, top] = layout.y.pixels;
  const pointNoun = bucketed?.bucket ?? 'scan';
  const action = bucketed ? `show the scans of this ${pointNoun}` : 'open the scan';
  return (
    <>
      <Crosshair layout={layout} at={at} rows={reading?.rows ?? []} />
      <PointSlider
        ref={plot}
        className={styles['explorer']}
        style={{ left: start, top, width: end - start, height: bottom - top }}
        data-draggable={DragZoom ? true : undefined}
        {...{ name, pointNoun, action, last, selected }}
        toText={(point) => toSpokenText(readPoint(point))}
        onMove={(point) => {
          lastOpened.current = null;
          setInputMethod('keyboard');
          select(point);
        }}
        onClear={() => setSelectedScan(null)}
        onOpen={open}
        onPointerEnter={() => setPointerEntered(true)}
        onPointerMove={(event) => {
          setInputMethod(event.pointerType === 'touch' ? 'touch' : 'mouse');
          // A drag is not a click, even before the code for dragging has loaded.
          const isHeld = event.buttons === 1 && event.pointerType !== 'touch';
          const isFar = Math.abs(event.clientX - pressedAt.current) >= minDragLength;
          if (isHeld && isFar && pointAt(event) !== armedPoint.current) armedPoint.current = null;
          select(pointAt(event));
        }}
        onPointerDown={press}
        // A click without a pointer, as from assistive technology, opens the slider's current point.
        onClick={({ detail }) => open(detail === 0 ? (selected ?? last) : armedPoint.current)}
        onPointerLeave={(event) => {
          // Lifting a finger also fires this event, but must not close the tooltip.
          if (event.pointerType !== 'touch') setSelectedScan(null);
        }}
        onFocus={() => {
          if (lastOpened.current !== null) setSelectedScan(lastOpened.current);
          lastOpened.current = null;
        }}
      />
      {reading && at !== null && (
        <Tooltip
          reading={reading}
          at={at}
          layout={layout}
          inputMethod={inputMethod}
          action={action}
          canZoom
        />
      )}
      {DragZoom && (
        <DragZoom
          plot={plot}
          layout={layout}
          model={model}
          bucketed={bucketed}
          locale={wording.locale}
          onStart={() => setSelectedScan(null)}
          onZoom={onZoom}
        />
      )}
    </>
  );
}
