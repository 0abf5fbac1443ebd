import { CancelledError, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isEvidence, type ReportColumns } from '../../api/columns.ts';
import type { ContextWithClient } from '../../api/get.ts';
import { timelineCall } from '../../api/timeline-call.ts';
import { usePageSettings } from '../../session/use-session.ts';
import type { TimelineQuestion } from '../question/search.ts';
import type { ShownReport } from '../report/use-report.ts';
import type { MeasurementChanges } from './shown-verdict.ts';

const none: MeasurementChanges = [];

const hasEvidence = (report: ReportColumns | null): boolean =>
  report?.series.some(({ values }) => values.some(isEvidence)) ?? false;

/**
 * Where the measurement changed behind the report that is shown. Null until it is known; none if that cannot be
 * found out.
 * @param question the current one, to which `shown` may not belong yet
 */
export function useMeasurementChanges(
  siteId: string,
  question: TimelineQuestion,
  shown: ShownReport,
  isWanted: boolean,
): MeasurementChanges {
  const { capabilities } = usePageSettings();
  const { search } = timelineCall(siteId, { ...question, metric: null, groupBy: null });
  const isMeasured = useMemo(() => hasEvidence(shown.report), [shown.report]);
  const { data, isError } = useQuery({
    queryKey: ['measurement', siteId, search.toString()],
    queryFn: async (context: ContextWithClient) => {
      const { loadChanges } = await import('./load-changes.ts');
      return loadChanges(context, siteId, question, capabilities);
    },
    enabled: isWanted && isMeasured && !shown.isOld,
    retry: (failures, error) => error instanceof CancelledError && failures < 5,
    retryDelay: 0,
  });
  const found = data ?? (isError ? none : null);
  // The last report keeps its own while the next one loads.
  const [last, setLast] = useState<MeasurementChanges>(found);
  if (!shown.isOld && last !== found) setLast(found);
  return shown.isOld ? last : found;
}
