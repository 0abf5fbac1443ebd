import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { refreshAfterStart, runningScansQuery } from '../../api/sightline/scan-runs.ts';

/**
 * Follows the scans of the key's sites, and loads what is shown again when one has begun or ended.
 * @returns a function that stops it
 */
export function watchScans(client: QueryClient): () => void {
  const observer = new QueryObserver(client, runningScansQuery());
  let known = observer.getCurrentResult().data;
  return observer.subscribe(({ data }) => {
    const before = known;
    known = data;
    if (!data || !before) return;
    const ranBefore = new Set(before.running.map(({ scanId }) => scanId));
    if (before.lastEndedAt !== data.lastEndedAt) {
      const [own] = runningScansQuery().queryKey;
      void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== own });
    } else if (data.running.some(({ scanId }) => !ranBefore.has(scanId))) {
      void refreshAfterStart(client);
    }
  });
}
