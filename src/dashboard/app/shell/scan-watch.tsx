import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshAfterStart, runningScansQuery } from '../../api/sightline/scan-runs.ts';
import { useCanRunScans } from '../session/use-session.ts';

/** Follows the scans of the key's sites, and loads what is shown again when one has begun or ended. Shows nothing. */
export function ScanWatch() {
  const canRunScans = useCanRunScans();
  const client = useQueryClient();
  const { data } = useQuery({ ...runningScansQuery(), enabled: canRunScans });
  const known = useRef(data);
  useEffect(() => {
    const before = known.current;
    known.current = data;
    if (!data || !before) return;
    const ranBefore = new Set(before.running.map(({ scanId }) => scanId));
    if (before.lastEndedAt !== data.lastEndedAt) {
      const [own] = runningScansQuery().queryKey;
      void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== own });
    } else if (data.running.some(({ scanId }) => !ranBefore.has(scanId))) {
      void refreshAfterStart(client);
    }
  }, [client, data]);
  return null;
}
