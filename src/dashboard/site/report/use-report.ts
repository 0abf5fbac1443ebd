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
  /** When it came, in milliseconds since 1970. */
  at: number;
  /** True while it answers an earlier question than the one asked now. */
  isOld: boolean;
  isLoading: boolean;
  /** Why the last try failed, while another one is to come. */
  trouble: Error | null;
  /** Why the question asked now has no answer. */
  error: Error | null;
  retry: () => void;
}

/**
 * The report that a question asks for. Until it is there the last one of the same site and session stays;
 * what a newer question has overtaken is aborted and never shown.
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
    trouble: query.isFetching ? query.failureReason : null,
    error: classifyNotFound(query.error, question, site),
    retry: () => void query.refetch(),
  };
}
