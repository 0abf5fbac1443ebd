import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { collectingQuery } from '../../api/sightline/collection.ts';
import { useCanRunScans } from '../session/use-session.ts';

/** Follows the scans of the key's sites, and loads what is shown again when one has ended. Shows nothing. */
export function ScanWatch() {
  const canRunScans = useCanRunScans();
  const client = useQueryClient();
  const { data } = useQuery({ ...collectingQuery(), enabled: canRunScans });
  const lastEndedAt = data?.lastEndedAt;
  const known = useRef(lastEndedAt);
  useEffect(() => {
    const hasEnded = known.current !== undefined && known.current !== lastEndedAt;
    known.current = lastEndedAt;
    if (!hasEnded) return;
    const [own] = collectingQuery().queryKey;
    void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== own });
  }, [client, lastEndedAt]);
  return null;
}
