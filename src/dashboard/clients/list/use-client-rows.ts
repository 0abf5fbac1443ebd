import { useCallback, useMemo, useState } from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import type { SortedRows } from './order.ts';

const noFigures = {
  figures: undefined,
  verdict: null,
  lastScanTime: null,
  failedScans: null,
  decimals: 0,
  hasFailed: false,
  isLoading: false,
};

/** Holds the rows as they are shown, at first without figures, and the IDs of those on screen or close to it. */
export function useClientRows(clients: readonly Client[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const onInViewChange = useCallback((id: string, isInView: boolean) => {
    setInView((before) => {
      if (before.has(id) === isInView) return before;
      const after = new Set(before);
      if (isInView) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const [sortedRows, setSortedRows] = useState<SortedRows | null>(null);
  const sorted = useMemo(
    (): SortedRows =>
      sortedRows ?? {
        rows: clients.map((client) => ({ id: client.id, client, ...noFigures })),
        order: null,
        settledCount: 0,
      },
    [clients, sortedRows],
  );
  return { sorted, inView, onInViewChange, setSortedRows };
}
