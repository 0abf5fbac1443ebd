import { useMemo } from 'react';
import type { TimelineQuestion, TimelineSearch } from '../question/search.ts';
import type { SeriesSummary } from '../report/series-summary.ts';
import type { Wording } from '../timeline/chart/reading.ts';
import { PeriodStrip } from './period-strip.tsx';
import { compareReport, type PeriodComparison } from './use-comparison.ts';
import { useGroupings } from './use-groupings.ts';
import { whatMoved } from './what-moved.ts';
import { WhatMoved } from './what-moved.tsx';

interface PeriodHeadlineProps {
  siteId: string;
  /** The query of the report that is compared. */
  question: TimelineQuestion;
  search: TimelineSearch;
  comparison: PeriodComparison;
  summaries: readonly SeriesSummary[];
  wording: Wording;
}

/** The figures of a period against an earlier one, and what moved most between them. */
export function PeriodHeadline(props: PeriodHeadlineProps) {
  const { siteId, question, search, comparison, summaries, wording } = props;
  const { whole, compared } = comparison;
  const { reports, isFailed } = useGroupings(siteId, question, whole.brand ? whole : null);
  const { brand, platform, region } = reports;
  const isLoading = !isFailed && !(brand && platform && region);
  const moved = useMemo(
    () => (isLoading ? [] : whatMoved({ brand, platform, region }, compared, whole)),
    [isLoading, brand, platform, region, compared, whole],
  );
  const subject = whole.brand;
  const together = useMemo(() => {
    if (!brand || !subject || whole.groupBy === 'brand') return null;
    const { series } = brand;
    const same = series.find(({ key }) => key.toLowerCase() === subject.id.toLowerCase());
    const moves = compareReport(brand, compared, whole).comparison?.moves;
    return (same && moves?.get(same.id)) ?? null;
  }, [brand, subject, whole, compared]);
  const subjectName = subject ? subject.name || subject.id : null;
  return (
    <PeriodStrip
      comparison={comparison}
      summaries={summaries}
      groupBy={whole.groupBy}
      brand={subjectName}
      isSelection={search.brand.length + search.competitorId.length > 0}
      together={together}
      isLoading={isLoading}
      wording={wording}
    >
      {subjectName !== null && (
        <WhatMoved
          moved={moved}
          isLoading={isLoading}
          isFailed={isFailed}
          search={search}
          wording={wording}
        />
      )}
    </PeriodStrip>
  );
}
