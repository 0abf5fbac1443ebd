import { type ComponentType, lazy, Suspense } from 'react';
import type { CellProps } from './figure-cells.tsx';
import styles from './wall.module.css';

/** Loaded on demand: the names of the clients do not wait for what writes and draws figures. */
const cells = () => import('./figure-cells.tsx');
const onDemand = {
  Sites: lazy(async () => ({ default: (await cells()).Sites })),
  Visibility: lazy(async () => ({ default: (await cells()).Visibility })),
  RecentChange: lazy(async () => ({ default: (await cells()).RecentChange })),
  Trend: lazy(async () => ({ default: (await cells()).Trend })),
  LastScan: lazy(async () => ({ default: (await cells()).LastScan })),
} satisfies Record<string, ComponentType<CellProps>>;

/** A cell that stays empty until the client's figures are loaded. */
export function Cell({ of, row }: CellProps & { of: keyof typeof onDemand }) {
  if (row.hasFailed) {
    return of === 'Sites' ? <span className={styles['none']}>Figures unavailable</span> : null;
  }
  if (!row.figures) return null;
  const Content = onDemand[of];
  return (
    <Suspense>
      <Content row={row} />
    </Suspense>
  );
}
