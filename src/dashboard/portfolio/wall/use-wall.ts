import { useCallback, useMemo, useState } from 'react';
import type { Client } from '../../../contract/resources.ts';
import type { WallRow } from './order.ts';

const isSettled = ({ figures, hasFailed }: WallRow): boolean => hasFailed || figures !== undefined;

/**
 * The rows of the clients, with their figures as far as they are loaded, and what reports them.
 * @returns `settled`: how many clients' figures are loaded or could not be
 */
export function useWall(clients: readonly Client[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const onInView = useCallback((id: string, isInView: boolean) => {
    setInView((before) => {
      if (before.has(id) === isInView) return before;
      const after = new Set(before);
      if (isInView) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const [loaded, onRows] = useState<readonly WallRow[]>([]);
  const rows = useMemo(() => {
    const known = new Map(loaded.map((row) => [row.id, row]));
    return clients.map(
      (client): WallRow => ({
        ...(known.get(client.id) ?? { figures: undefined, verdict: null, hasFailed: false }),
        id: client.id,
        client,
      }),
    );
  }, [clients, loaded]);
  return { rows, settled: rows.filter(isSettled).length, inView, onInView, onRows };
}
