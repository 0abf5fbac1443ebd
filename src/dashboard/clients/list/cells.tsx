import { lazy, Suspense } from 'react';
import type { CellProps } from './figure-cells.tsx';
import type { DefinitionProps } from './figure-definition.tsx';
import styles from './list.module.css';

/** Loaded on demand, so that client names do not wait for the code that draws figures. */
const FigureCell = lazy(() =>
  import('./figure-cells.tsx').then(
    ({ FigureCell }) => ({ default: FigureCell }),
    // After a deployment, an old tab cannot load this file, but it still shows client names.
    () => ({ default: () => <>–</> }),
  ),
);

/** Loaded on demand, so that client names do not wait for the code of its popup. */
const FigureDefinition = lazy(() =>
  import('./figure-definition.tsx').then(
    ({ FigureDefinition }) => ({ default: FigureDefinition }),
    () => ({ default: () => <></> }),
  ),
);

/** A button that opens the definitions of a column. Its space is reserved until it has loaded. */
export function Definition({ of }: DefinitionProps) {
  return (
    <span className={styles['definition']}>
      <Suspense>
        <FigureDefinition of={of} />
      </Suspense>
    </span>
  );
}

/** One of the figures in a client's row; empty until they start to load. */
export function Cell({ of, row }: CellProps) {
  if (!row.figures && !row.hasFailed && !row.isLoading) return null;
  return (
    <Suspense>
      <FigureCell of={of} row={row} />
    </Suspense>
  );
}
