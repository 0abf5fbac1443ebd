import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isSameId } from '../../../contract/fields.ts';
import { collectingQuery } from '../../api/sightline/collection.ts';
import { useCanRunScans } from '../session/use-session.ts';

/** The kinds of queries of a client or account as a whole that contain figures of its sites. */
const figureKinds: ReadonlySet<unknown> = new Set(['client figures', 'trend']);

/** Loads again whatever shows data of a site. */
const refreshSite = (client: QueryClient, siteId: string) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [kind, ...rest] }) =>
      figureKinds.has(kind) ||
      rest.some((part) => typeof part === 'string' && isSameId(part, siteId)),
  });

/** Follows the scans of the key's sites, and refreshes the data of a site whose scan has ended. Shows nothing. */
export function ScanWatch() {
  const canRunScans = useCanRunScans();
  const client = useQueryClient();
  const { data } = useQuery({ ...collectingQuery(), enabled: canRunScans });
  const siteByScan = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!data) return;
    const running = new Map(data.running.map(({ scanId, siteId }) => [scanId, siteId]));
    const ended = new Set(
      [...siteByScan.current].flatMap(([scanId, siteId]) => (running.has(scanId) ? [] : [siteId])),
    );
    siteByScan.current = running;
    for (const siteId of ended) void refreshSite(client, siteId);
  }, [client, data]);
  return null;
}
