import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Compared } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { timelineQuery } from '../../api/reports.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import type { TimelineQuestion } from '../question/search.ts';
import { classifyNotFound, needsFilters } from './classify-not-found.ts';

export interface ShownReport {
  /** The report to show; null before the first. */
  report: ReportColumns | null;
  /** What its question compares. */
  compared: Compared;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  /** True while it belongs to an earlier question than the current one. */
  isOld: boolean;
  isLoading: boolean;
  /** Why the last attempt failed, while a retry is pending. */
  lastError: Error | null;
  /** Why the current question has no report. */
  error: Error | null;
  retry: () => void;
}

/**
 * Loads the report for a question. Until it arrives, the last one of the same site and session stays; requests
 * superseded by a newer question are aborted and never shown.
 * @param isEnabled whether to load a report; a share may leave the timeline out
 */
export function useReport(
  siteId: string,
  question: TimelineQuestion,
  compared: Compared,
  isEnabled = true,
): ShownReport {
  const client = useQueryClient();
  const query = useQuery({ ...timelineQuery(siteId, question), enabled: isEnabled });
  const site = useQuery({
    ...filtersQuery(siteId),
    enabled: needsFilters(query.error, question),
  });
  const current = { client, siteId, report: query.data, compared, at: query.dataUpdatedAt };
  const [last, setLast] = useState(current);
  const ofThisSite = last.client === client && last.siteId === siteId;
  const isNewer = query.dataUpdatedAt !== last.at || compared !== last.compared;
  if ((query.data !== undefined && isNewer) || !ofThisSite) setLast(current);
  const kept = ofThisSite ? last.report : undefined;
  return {
    report: query.data ?? kept ?? null,
    compared: query.data ? compared : last.compared,
    at: query.data ? query.dataUpdatedAt : last.at,
    isOld: query.data === undefined && kept !== undefined,
    isLoading: query.isFetching,
    lastError: query.isFetching ? query.failureReason : null,
    error: classifyNotFound(query.error, question, site),
    retry: () => void query.refetch(),
  };
}
