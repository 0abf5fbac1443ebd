import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import { timelineQuery } from '../../api/reports.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import type { TimelineQuestion } from '../question/search.ts';
import { classifyNotFound, needsFilters } from './classify-not-found.ts';

export interface ShownReport {
  /** The report to show; null before the first. */
  report: ReportColumns | null;
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
 */
export function useReport(siteId: string, question: TimelineQuestion): ShownReport {
  const client = useQueryClient();
  const query = useQuery(timelineQuery(siteId, question));
  const site = useQuery({
    ...filtersQuery(siteId),
    enabled: needsFilters(query.error, question),
  });
  const [last, setLast] = useState({ client, siteId, report: query.data, at: query.dataUpdatedAt });
  const ofThisSite = last.client === client && last.siteId === siteId;
  const isNewer = query.data !== undefined && query.dataUpdatedAt !== last.at;
  if (isNewer || !ofThisSite) {
    setLast({ client, siteId, report: query.data, at: query.dataUpdatedAt });
  }
  const kept = ofThisSite ? last.report : undefined;
  return {
    report: query.data ?? kept ?? null,
    at: query.data ? query.dataUpdatedAt : last.at,
    isOld: query.data === undefined && kept !== undefined,
    isLoading: query.isFetching,
    lastError: query.isFetching ? query.failureReason : null,
    error: classifyNotFound(query.error, question, site),
    retry: () => void query.refetch(),
  };
}
