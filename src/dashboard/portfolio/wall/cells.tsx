import { lazy, Suspense } from 'react';
import type { CellProps } from './figure-cells.tsx';

/** Loaded on demand, so that client names do not wait for the code that draws figures. */
const FigureCell = lazy(() =>
  import('./figure-cells.tsx').then(
    ({ FigureCell }) => ({ default: FigureCell }),
    // After a deployment, an old tab cannot load this file: the names stay.
    () => ({ default: () => <>–</> }),
  ),
);

/** A cell that stays empty until the client's figures are needed. */
export function Cell({ of, row }: CellProps) {
  if (!row.figures && !row.hasFailed && !row.isLoading) return null;
  return (
    <Suspense>
      <FigureCell of={of} row={row} />
    </Suspense>
  );
}
