import { CancelledError, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { isEvidence, type ReportColumns } from '../../../figures/series/columns.ts';
import type { RequestContext } from '../../api/get.ts';
import { type SiteRequest, timelineCall } from '../../api/timeline-call.ts';
import { useShown } from '../../api/use-shown.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';
import type { ShownReport } from '../use-report.ts';

const noChanges: MeasurementChanges = [];
/** Maximum milliseconds that verdicts wait for measurement changes. */
const verdictTimeout = 3_000;
/** With fewer scans, no change can be detected. */
const minScans = 3;

/** Whether a report has a brand, and enough scans with evidence to detect a change. */
export const canHaveChanges = (report: ReportColumns | null): boolean => {
  if (!report?.brand) return false;
  const hasEvidence = (_: unknown, scan: number) =>
    report.series.some(({ values }) => isEvidence(values[scan]));
  return report.scans.filter(hasEvidence).length >= minScans;
};

/** Adds the scans that earlier changes do not know, as if one has completed since, and keeps those that they know. */
function addNewScans(known: readonly ChangedScan[] = [], found: readonly ChangedScan[]) {
  const knownIds = new Set(known.map(({ scan }) => scan.scanId));
  return [...known, ...found.filter(({ scan }) => !knownIds.has(scan.scanId))].sort(
    (one, other) => one.scan.moment - other.scan.moment,
  );
}

/**
 * The query for changes in what was measured. Created outside the hook, so that cached queries do not keep the hook's
 * reports in memory.
 */
function changesQuery(
  about: SiteRequest<TimelineRequest>,
  capabilities: readonly string[],
  isCompared: boolean,
) {
  const { siteId, request } = about;
  const narrowed = { ...request, metric: null, groupBy: null };
  const { search } = timelineCall({ siteId, request: narrowed });
  const queryKey = ['measurement', siteId, search.toString()];
  return queryOptions({
    queryKey,
    meta: { maxUnused: 10 },
    queryFn: async (context: RequestContext) => {
      // Reading the signal lets the query be cancelled when the page is left or the request changes.
      const { signal, client } = context;
      const { loadChangesInSteps } = await import('./load-changes.ts');
      signal.throwIfAborted();
      // Verdicts do not wait for slow parts, but change if these show a change.
      return loadChangesInSteps(context, about, capabilities, isCompared, (found) => {
        client.setQueryData(queryKey, (known?: ChangedScan[]) => addNewScans(known, found));
      });
    },
    retry: (failures, error) => error instanceof CancelledError && failures < 5,
    retryDelay: 0,
  });
}

/**
 * Finds where the measurement behind the shown report changed. Empty if the report cannot have changes, or if the first
 * load fails or takes too long; otherwise null while verdicts wait for the result, or if `isWanted` is false and no
 * result is cached.
 * @param request the current request; `shown` may still belong to an earlier request
 */
export function useMeasurementChanges(
  request: TimelineRequest,
  shown: ShownReport,
  isWanted: boolean,
): MeasurementChanges {
  const { siteId } = useSite();
  const { capabilities } = usePageSettings();
  const isPossible = useMemo(() => canHaveChanges(shown.report), [shown.report]);
  const { data, dataUpdatedAt, isError } = useQuery({
    ...changesQuery({ siteId, request }, capabilities, shown.compared !== null),
    enabled: isWanted && isPossible && !shown.isOld,
  });
  const newChanges = data ?? (isError || !isPossible ? noChanges : null);
  // The last report keeps its changes while the next one loads.
  const kept = useShown(
    ['changes', siteId, request, dataUpdatedAt, newChanges === null],
    shown.isOld ? undefined : { changes: newChanges },
  );
  const changes = kept?.changes ?? null;
  const waitingReport = isWanted && changes === null ? shown.report : null;
  const [overdueReport, setOverdueReport] = useState<ReportColumns | null>(null);
  useEffect(() => {
    if (!waitingReport) return;
    const timer = setTimeout(() => setOverdueReport(waitingReport), verdictTimeout);
    return () => clearTimeout(timer);
  }, [waitingReport]);
  return changes ?? (waitingReport && waitingReport === overdueReport ? noChanges : null);
}
