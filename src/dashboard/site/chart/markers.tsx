import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { changeText } from '../../../figures/comparison/shown-verdict.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeInstantsOf, type ScanChanges } from './changes-in-view.ts';
import styles from './chart.module.css';
import { changePathOf, changePixelOf } from './drawing.ts';
import type { Layout } from './layout.ts';

/** Minimum pixels between the centres of two markers; scans closer together share a marker. */
const markerWidth = 28;
/** The maximum number of scans that the caption lists. */
const maxListedScans = 5;

/** A mark above one or more scans at which the measurement changed. */
interface Marker {
  /** Pixel of its centre. */
  at: number;
  scans: readonly ScanChanges[];
  /** The pixel of the line at each scan. */
  lines: readonly number[];
}

const countChanges = (scans: readonly ScanChanges[]): number =>
  scans.reduce((sum, { changes }) => sum + changes.length, 0);

/** The UTC day of a scan, as in verdicts: "Nov 10", or "Nov 10 (UTC)" on an axis in another zone. */
const dayOf = ({ day }: ScanChanges, zone: string): string =>
  zone === 'UTC' ? day : `${day} (UTC)`;

/** "Nov 10: Perplexity added, France added". */
const describeChanges = (scan: ScanChanges, zone: string): string =>
  `${dayOf(scan, zone)}: ${scan.changes.map(changeText).join(', ')}`;

/** Merges neighbouring markers, ordered by centre, until all centres are far enough apart. */
function mergeMarkers(markers: readonly Marker[]): Marker[] {
  const merged: Marker[] = [];
  for (const marker of markers) {
    let next = marker;
    for (let last = merged.at(-1); last && next.at - last.at < markerWidth; last = merged.at(-1)) {
      merged.pop();
      const lines = [...last.lines, ...next.lines];
      const at = ((lines[0] ?? 0) + (lines.at(-1) ?? 0)) / 2;
      next = { at, lines, scans: [...last.scans, ...next.scans] };
    }
    merged.push(next);
  }
  return merged;
}

/**
 * Creates a marker for each scan with changes; scans that are too close together share one.
 */
export function markersOf(
  scanChanges: readonly ScanChanges[],
  { x }: Pick<Layout, 'x'>,
  instants: Float64Array,
): Marker[] {
  const markers = scanChanges.map((changedScan) => {
    const at = changePixelOf(x, instants[changedScan.scan] ?? 0);
    return { at, lines: [at], scans: [changedScan] };
  });
  return mergeMarkers(markers.sort((a, b) => a.at - b.at));
}

/** Why a marker's list is open: `hovered` while hovered or focused, `pinned` after a click; `none` if it is closed. */
type OpenReason = 'none' | 'hovered' | 'pinned';

/** The parts of a chart's layout that its markers need. */
export type MarkerLayout = Pick<Layout, 'width' | 'height' | 'top' | 'x' | 'y'>;

interface MarkerButtonProps {
  marker: Marker;
  layout: MarkerLayout;
  zone: string;
}

function MarkerButton({ marker, layout, zone }: MarkerButtonProps) {
  const { at, scans } = marker;
  const [openReason, setOpenReason] = useState<OpenReason>('none');
  const box = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const isOpen = openReason !== 'none';
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpenReason('none');
    };
    const closeOnClickOutside = ({ target }: MouseEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpenReason('none');
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('click', closeOnClickOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('click', closeOnClickOutside);
    };
  }, [isOpen]);
  const openUnlessPinned = () =>
    setOpenReason((reason) => (reason === 'none' ? 'hovered' : reason));
  const closeUnlessPinned = () =>
    setOpenReason((reason) => (reason === 'hovered' ? 'none' : reason));
  const count = countChanges(scans);
  const days = [...new Set(scans.map((scan) => dayOf(scan, zone)))].join(', ');
  const shouldOpenLeft = at > layout.width / 2;
  return (
    <div
      ref={box}
      className={styles['marker']}
      style={{ left: at, top: layout.top }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') openUnlessPinned();
      }}
      onPointerLeave={closeUnlessPinned}
    >
      <button
        type="button"
        aria-label={`${count} measurement ${count === 1 ? 'change' : 'changes'}, ${days}`}
        aria-describedby={descriptionId}
        aria-expanded={isOpen}
        onClick={() => setOpenReason(openReason === 'pinned' ? 'none' : 'pinned')}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) openUnlessPinned();
        }}
        onBlur={() => setOpenReason('none')}
      >
        {count === 1 ? '•' : count}
      </button>
      <VisuallyHidden id={descriptionId}>
        {scans.map((scan) => describeChanges(scan, zone)).join('; ')}
      </VisuallyHidden>
      {isOpen && (
        <div
          className={styles['tooltip']}
          style={{
            [shouldOpenLeft ? 'right' : 'left']: 0,
            maxWidth: Math.max(160, shouldOpenLeft ? at : layout.width - at),
          }}
          // Hidden from screen readers, since the button's description lists the same changes.
          aria-hidden="true"
        >
          <p className={styles['where']}>
            {scans.length > 1 ? 'Measurement changes' : 'Measured differently since'}
          </p>
          {scans.map((changedScan) => (
            <ul key={changedScan.scan}>
              <li className={styles['when']}>{dayOf(changedScan, zone)}</li>
              {changedScan.changes.map((change) => (
                <li key={changeText(change)}>{changeText(change)}</li>
              ))}
            </ul>
          ))}
        </div>
      )}
    </div>
  );
}

interface CaptionProps {
  scanChanges: readonly ScanChanges[];
  /** The zone of the time axis. */
  zone: string;
}

interface MarkersProps extends CaptionProps {
  layout: MarkerLayout;
  /** The instant of each scan in view, ascending. */
  instants: Float64Array;
}

/** Dotted lines at the scans where the measurement changed, below markers that list the changes. */
export function ChangeMarkers({ scanChanges, layout, instants, zone }: MarkersProps): ReactNode {
  const markers = markersOf(scanChanges, layout, instants);
  const changeInstants = changeInstantsOf(scanChanges, instants);
  return (
    <>
      <svg
        className={styles['cross']}
        width={layout.width}
        height={layout.height}
        aria-hidden="true"
      >
        <path className={styles['changed']} d={changePathOf(changeInstants, layout.x, layout.y)} />
      </svg>
      {markers.map((marker) => (
        <MarkerButton
          key={marker.scans.map(({ scan }) => scan).join(' ')}
          marker={marker}
          layout={layout}
          zone={zone}
        />
      ))}
    </>
  );
}

/**
 * The changes as text under a chart: "Measured differently since Nov 10: Perplexity added", or, at several scans,
 * "Measurement changes: …".
 */
export function ChangesCaption({ scanChanges, zone }: CaptionProps): ReactNode {
  const listed = scanChanges.slice(-maxListedScans);
  const earlierCount = countChanges(scanChanges.slice(0, -maxListedScans));
  return (
    <>
      {listed.length + earlierCount > 1
        ? ' · Measurement changes: '
        : ' · Measured differently since '}
      {listed.map((scan) => describeChanges(scan, zone)).join('; ')}
      {earlierCount > 0 && `; ${earlierCount} earlier ${earlierCount === 1 ? 'change' : 'changes'}`}
    </>
  );
}
