import { useQuery } from '@tanstack/react-query';
import { utcDay } from '../../contract/dates/days.ts';
import type { ScanCount } from '../../figures/series/answer-counts.ts';
import { countsQuery, sumAnswers } from '../api/sightline/counts.ts';
import { useCapability } from '../app/session/use-session.ts';
import { useSite } from '../use-site.ts';
import { requestInView } from './search/search.ts';
import { type AnswersNarrowing, useAnswersLinkSearch } from './use-answers-link-search.ts';

/**
 * Counts the answers behind a figure of the current page, by scan. For a single scan whose day is known, requests the
 * counts of that day only.
 * @returns null until the counts are known, and if the service does not count answers
 */
export function useAnswerCounts(narrowing: AnswersNarrowing): readonly ScanCount[] | null {
  const { siteId } = useSite();
  const hasCounts = useCapability('counts');
  const search = useAnswersLinkSearch(narrowing);
  const { scan } = narrowing;
  const day = scan?.date ? { startDate: scan.date, endDate: scan.date } : {};
  const request = { ...requestInView(search, utcDay(Date.now())), ...day };
  const { data } = useQuery({ ...countsQuery({ siteId, request }), enabled: hasCounts });
  if (!data) return null;
  return scan ? data.filter(({ scanId }) => scanId === scan.id.toLowerCase()) : data;
}

/** The number of answers behind a figure; null if it is unknown. */
export function useAnswerCount(narrowing: AnswersNarrowing): number | null {
  const counts = useAnswerCounts(narrowing);
  const isScanMissing = narrowing.scan !== undefined && counts?.length === 0;
  return counts === null || isScanMissing ? null : sumAnswers(counts);
}
