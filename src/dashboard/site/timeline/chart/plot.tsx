import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import type { DrawnSeries } from '../../report/drawn.ts';
import styles from './chart.module.css';
import { Explorer, type ExplorerProps } from './explorer.tsx';
import { Frame } from './frame.tsx';

import { Labels } from './labels.tsx';
import { FrontSeries } from './lines.tsx';

interface NoLinesProps {
  /** How many lines are hidden. */
  count: number;
  height: number;
  onShowAll: () => void;
}

/** Shown instead of axes and lines when every line is hidden. */
function NoLines({ count, height, onShowAll }: NoLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={styles['empty']} style={{ height }}>
      <p role="status">{count === 1 ? 'The only line is hidden.' : 'All lines are hidden.'}</p>
      <Button onClick={onShowAll}>Show all</Button>
    </div>
  );
}

export interface PlotProps extends ExplorerProps {
  hidden: readonly DrawnSeries[];
  onToggle: (drawn: DrawnSeries) => void;
  /** Shows every line that the user has hidden. */
  onShowAll: () => void;
  /** Rendered over the lines. */
  overlay: ReactNode;
}

/** Axes, lines and their labels, and the layer that handles the pointer and the keyboard. */
export function Plot({ hidden, onToggle, onShowAll, overlay, ...explorer }: PlotProps) {
  const { layout, model, drawn, earlier, wording } = explorer;
  const [frontId, setFront] = useState<string | null>(null);
  // The line in front may be missing from a newer report.
  const front = drawn.some(({ summary }) => summary.series.id === frontId) ? frontId : null;
  return (
    <FrontSeries value={front}>
      {drawn.length === 0 ? (
        <NoLines count={hidden.length} height={layout.height} onShowAll={onShowAll} />
      ) : (
        <>
          <div className={styles['still']} aria-hidden="true">
            <Frame layout={layout} model={model} drawn={drawn} earlier={earlier} />
          </div>
          <Explorer {...explorer} />
          {overlay}
        </>
      )}
      <Labels
        drawn={drawn}
        hidden={hidden}
        layout={layout}
        wording={wording}
        onFront={setFront}
        onToggle={onToggle}
      />
    </FrontSeries>
  );
}
