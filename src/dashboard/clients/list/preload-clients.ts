import { clientsQuery } from '../../api/portfolio-queries.ts';
import { requestEarly } from '../../api/request-early.ts';
import { firstOverviewCall, overviewKey } from '../../api/sightline/overview-call.ts';
import type { SessionState } from '../../app/session/session.ts';

/**
 * Starts loading the list of clients and the overview of their figures, in parallel with the page's code and that of the
 * figures.
 */
export function preloadClients({ client, settings }: SessionState): void {
  // The page shows the outcome, including failures.
  client.infiniteQuery(clientsQuery()).catch(() => {});
  const { session, capabilities } = settings;
  const isOverviewNew = client.getQueryState(overviewKey) === undefined;
  if (session !== null && capabilities.includes('sites') && isOverviewNew)
    requestEarly({ ...firstOverviewCall(), session: session.id });
}
