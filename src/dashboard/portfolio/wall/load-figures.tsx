import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Client } from '../../../contract/resources.ts';
import { judge } from '../../verdicts/verdicts.ts';
import type { ClientFigures } from './figures.ts';
import { figuresQuery } from './figures-query.ts';
import type { WallRow } from './order.ts';

interface Outcome {
  figures: ClientFigures | undefined;
  hasFailed: boolean;
}

const outcomesOf = (results: readonly UseQueryResult<ClientFigures>[]): Outcome[] =>
  results.map(({ data, isError }) => ({ figures: data, hasFailed: isError && !data }));

const isSettled = ({ figures, hasFailed }: Outcome): boolean => hasFailed || figures !== undefined;

/** Rows with verdicts. The family is every row with figures, since that is what the page compares. */
export function judgeRows(
  clients: readonly Client[],
  outcomes: ReadonlyMap<string, Outcome>,
): WallRow[] {
  const compared = clients.flatMap(({ id }) => {
    const comparison = outcomes.get(id)?.figures?.shown?.comparison;
    return comparison && comparison.change !== null ? [{ id, comparison }] : [];
  });
  const verdicts = judge(compared.map(({ comparison }) => comparison));
  const verdictOf = new Map(compared.map(({ id }, index) => [id, verdicts[index] ?? null]));
  return clients.map((client) => {
    const { figures, hasFailed = false } = outcomes.get(client.id) ?? {};
    return { id: client.id, client, figures, verdict: verdictOf.get(client.id) ?? null, hasFailed };
  });
}

interface LoadFiguresProps {
  clients: readonly Client[];
  /** The clients whose rows are on screen. */
  inView: ReadonlySet<string>;
  /** Whether to load the figures of every client. */
  needsAll: boolean;
  /** Receives all rows whenever figures arrive. */
  onRows: (rows: readonly WallRow[]) => void;
}

/** Loads the figures of clients as their rows come into view. Draws nothing. */
export function LoadFigures({ clients, inView, needsAll, onRows }: LoadFiguresProps) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  // A row that leaves the screen before it is loaded drops its query, which cancels the request.
  const wanted = useMemo(
    () => clients.filter(({ id }) => needsAll || inView.has(id) || known.has(id)),
    [clients, needsAll, inView, known],
  );
  const outcomes = useQueries({
    // Off screen, loaded figures stay as they are.
    queries: wanted.map(({ id }) => ({
      ...figuresQuery(id),
      enabled: needsAll || inView.has(id),
    })),
    combine: outcomesOf,
  });
  const settled = wanted.filter((_, at) => outcomes[at] && isSettled(outcomes[at]));
  if (settled.some(({ id }) => !known.has(id))) {
    setKnown(new Set([...known, ...settled.map(({ id }) => id)]));
  }
  const rows = useMemo(() => {
    const byClient = new Map(
      wanted.flatMap(({ id }, at) => (outcomes[at] ? [[id, outcomes[at]]] : [])),
    );
    return judgeRows(clients, byClient);
  }, [clients, wanted, outcomes]);
  useEffect(() => onRows(rows), [rows, onRows]);
  return null;
}
