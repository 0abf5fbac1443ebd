import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { Explorer, type ExplorerProps } from './explorer.tsx';
import { Frame } from './frame.tsx';

interface PlotProps extends ExplorerProps {
  /** Rendered over the lines. */
  overlay: ReactNode;
}

/** The axes and lines of a chart, below a layer that handles the pointer and the keyboard. */
export function Plot({ overlay, ...explorer }: PlotProps) {
  const { layout, model, drawn, earlier } = explorer;
  return (
    <>
      <div className={styles['still']} aria-hidden="true">
        <Frame layout={layout} model={model} drawn={drawn} earlier={earlier} />
      </div>
      <Explorer {...explorer} />
      {overlay}
    </>
  );
}
