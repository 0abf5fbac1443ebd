import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeAnswerCounts } from '../../../figures/series/answer-counts.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { countsReportQuery } from '../../api/sightline/counts.ts';
import { newestScansQuery } from '../../api/sightline/scans.ts';
import { useShown } from '../../api/use-shown.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';
import { describeNewestScan, lastCompletionOf } from './newest-scan.ts';

export interface MeasuredParts {
  /** "based on 4,578 answers to 16 prompts"; null if unknown. */
  answers: string | null;
  /** Whether a newer scan is pending or has failed, such as "a new scan is queued"; null if there is nothing to say. */
  status: string | null;
  /** Whether the status is that the newest scan failed. */
  hasFailed: boolean;
  /** When the site's last scan completed, in milliseconds since 1970; null if unknown. */
  lastCompletion: number | null;
  /** Whether the parts are not known yet. */
  isLoading: boolean;
}

export interface MeasuredBasisProps {
  /** The request of the report in view, including the days of both periods if it compares two. */
  request: TimelineRequest;
  model: TimelineModel;
  wording: Wording;
  /** True while the model belongs to an earlier request. */
  isOld: boolean;
  renderBasis: (parts: MeasuredParts) => ReactNode;
}

/** How many answers and prompts are behind the scans in view, and whether a newer scan is pending or has failed. */
export function MeasuredBasis(props: MeasuredBasisProps): ReactNode {
  const { siteId } = useSite();
  const { request, model, wording, isOld, renderBasis } = props;
  const { capabilities } = usePageSettings();
  const { scans, reportOrder } = model;
  const { data: counts, isLoading: areCountsLoading } = useQuery({
    ...countsReportQuery({ siteId, request }),
    enabled: capabilities.includes('counts') && !isOld,
  });
  const { data: newestScans, isLoading: isNewestLoading } = useQuery({
    ...newestScansQuery(siteId),
    enabled: capabilities.includes('scans'),
  });
  const answers =
    counts && scans.length > 0 ? describeAnswerCounts(counts, scans, wording.locale) : null;
  const text = answers && `based on ${answers}`;
  // An earlier view keeps its text until the next one has loaded.
  const basis = useShown(['measured basis', siteId, text], isOld ? undefined : { text });
  const lastInView = scans[reportOrder.at(-1) ?? -1]?.scanId ?? null;
  // Both texts appear together, so that neither moves the other.
  const isLoading = areCountsLoading || isNewestLoading;
  const status =
    newestScans && !isLoading ? describeNewestScan(newestScans, lastInView, Date.now()) : null;
  return renderBasis({
    answers: isLoading ? null : (basis?.text ?? null),
    status,
    hasFailed: status !== null && newestScans?.[0]?.status === 'failed',
    lastCompletion: newestScans && !isLoading ? lastCompletionOf(newestScans) : null,
    isLoading,
  });
}
