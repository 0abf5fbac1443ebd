import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scan } from '../../../contract/resources.ts';
import type { SiteCall } from '../../api/sightline/revoke.ts';
import { refreshScanRuns } from '../../api/sightline/scan-runs.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';

/**
 * Starts, cancels or retries a scan of the site, and then loads the lists of scans again: also after a failure, since the
 * request may have arrived.
 */
export function useScanAction(act: (call: SiteCall) => Promise<Scan>) {
  const { siteId } = useSite();
  const session = usePageSettings().session?.id ?? null;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act({ session, siteId }),
    onSettled: () => refreshScanRuns(client, siteId),
  });
}
