/**
 * The code that reads and compares the clients' figures, in one file that is loaded on demand, so that client names do
 * not wait for it.
 */
import { utcDay } from '../../../contract/dates/days.ts';
import type { Client } from '../../../contract/portfolio.ts';
import type { RequestContext } from '../../api/get.ts';
import { clientFiguresKey } from '../../api/portfolio-queries.ts';
import { getOverview } from '../../api/sightline/overview.ts';
import { pageLocale } from '../../locale.ts';
import { describeDrops } from './describe-drops.ts';
import type { ClientFigures, ClientRow } from './figures.ts';
import { judgeRows, type RowContext, reuseRows } from './judge-rows.ts';
import type { Order } from './order.ts';
import type { Outcome } from './outcome.ts';
import { type OverviewFigures, toOverviewFigures } from './overview-figures.ts';
import { readFigures } from './read-figures.ts';
import { sortRows } from './sort-rows.ts';

/** Reads the figures of clients and sites from the service's overview. @throws ApiError */
export const readOverview = async (context: RequestContext): Promise<OverviewFigures> =>
  toOverviewFigures(await getOverview(context), utcDay(Date.now()));

/**
 * Reads a client's figures, its first sites one after another. Sets them early if their verdict depends on something slow.
 * @param capabilities what the service offers beyond v1
 * @throws ApiError
 */
export const readClient = (
  context: RequestContext,
  clientId: string,
  capabilities: readonly string[],
): Promise<ClientFigures> =>
  readFigures(context, clientId, utcDay(Date.now()), capabilities, (figures) =>
    context.client.setQueryData(clientFiguresKey(clientId), figures),
  );

/**
 * The clients' rows with their figures and verdicts, sorted.
 * @param before the rows shown so far; unchanged ones keep their identity, so that they do not render again
 */
export const toRows = (
  clients: readonly Client[],
  outcomes: ReadonlyMap<string, Outcome>,
  context: RowContext,
  order: Order | null,
  before: readonly ClientRow[],
): ClientRow[] =>
  reuseRows(before, sortRows(judgeRows(clients, outcomes, context), order, pageLocale()));

/** Says which clients have a real drop; null if no figures are known yet. */
export const summarise = (rows: readonly ClientRow[], isComplete: boolean): string | null =>
  describeDrops(rows, isComplete);
