import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import type { ClientRow } from './figures.ts';
import { needsFigures, type Order } from './order.ts';
import { isSettled } from './outcome.ts';
import { useFigures } from './use-figures.ts';

const noFigures = {
  figures: undefined,
  verdict: null,
  lastScanTime: null,
  failedScans: null,
  decimals: 0,
  hasFailed: false,
  isLoading: false,
};

/** The IDs of the rows on screen or close to it, and a function that reports when one comes or goes. */
function useInView() {
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
  return { inView, onInViewChange };
}

/**
 * The clients' rows, with the figures that have loaded, in the chosen order once everything that it needs has loaded or
 * failed. Unchanged rows keep their identity.
 * @param isWhole whether `clients` is the whole list, as far as it can be loaded
 * @param isComplete whether `clients` is the whole list
 */
export function useClientRows(
  clients: readonly Client[],
  order: Order | null,
  { isWhole, isComplete }: { isWhole: boolean; isComplete: boolean },
) {
  const needsAll = needsFigures(order);
  const { inView, onInViewChange } = useInView();
  const { code, hasCodeFailed, outcomes, failedScansBySite } = useFigures(
    clients,
    inView,
    needsAll,
  );
  const unit = usePageSettings().units.visibility;
  const settledCount = [...outcomes.values()].filter(isSettled).length;
  const isWaiting = needsAll && (!isWhole || settledCount < clients.length);
  const activeOrder = code && !isWaiting ? order : null;
  const lastRows = useRef<readonly ClientRow[]>([]);
  const rows = useMemo(
    () =>
      code
        ? code.toRows(clients, outcomes, { failedScansBySite, unit }, activeOrder, lastRows.current)
        : clients.map((client) => ({ id: client.id, client, ...noFigures })),
    [code, clients, outcomes, failedScansBySite, unit, activeOrder],
  );
  useLayoutEffect(() => {
    lastRows.current = rows;
  }, [rows]);
  const summary = useMemo(
    () => code?.summarise(rows, isComplete) ?? null,
    [code, rows, isComplete],
  );
  return { rows, order: activeOrder, settledCount, summary, hasCodeFailed, onInViewChange };
}
