import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, describeError } from '../api/errors.ts';
import { refreshScanRuns, runScan } from '../api/sightline/scan-runs.ts';
import { usePageSettings } from '../app/session/use-session.ts';

/** Why no scan was started after a save. */
function describeRunFailure(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : null;
  return `Everything is saved, but no scan was started. ${reason ?? describeError(error)}`;
}

interface RunAfterSave {
  siteId: string;
  /** The parameters of the page Scans; true keeps those of this page. */
  search: true | { client?: string };
  /** Whether this page leaves the history. */
  replace: boolean;
  /** Called if no scan was started, with the reason for the user, unless the page has been left. */
  onFailure: (reason: string) => void;
}

/** Starts a scan of a site that has just been saved, and opens the page Scans unless this page has been left. */
export function useRunAfterSave({ siteId, search, replace, onFailure }: RunAfterSave) {
  const session = usePageSettings().session?.id ?? null;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isWanted, setIsWanted] = useState(false);
  const run = useMutation({
    mutationFn: () => runScan({ session, siteId }),
    onSettled: () => void refreshScanRuns(queries, siteId),
  });
  const open = () =>
    void navigate({
      to: '/sites/$siteId/scans',
      params: { siteId },
      search,
      replace,
      ignoreBlocker: true,
    });
  return {
    /** Whether a scan is to start once the save is done. */
    isWanted,
    setIsWanted,
    start: () =>
      run.mutate(undefined, {
        onSuccess: open,
        onError: (error) => onFailure(describeRunFailure(error)),
      }),
    /** Whether it is being started, or the page Scans opens. */
    isBusy: run.isPending || run.isSuccess,
  };
}
