import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { findRealMoves } from '../../../figures/comparison/find-real-moves.ts';
import { moveOfAll } from '../../../figures/comparison/move-of-all.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { countAnswers, isExploratory } from '../../../figures/series/answer-counts.ts';
import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import { PeriodStrip } from '../comparison/period-strip.tsx';
import { useGroupedReports } from '../comparison/use-grouped-reports.ts';
import { WhatMoved } from '../comparison/what-moved.tsx';
import type { TimelineRequest, TimelineSearch } from '../search/search.ts';
import { useCellMoves } from './use-cell-moves.ts';

const noMovesYet: ReturnType<typeof findRealMoves> = {
  moves: [],
  judged: 'none',
  emptyText: '',
};

interface PeriodHeadlineProps {
  /** The query of the report that is compared. */
  request: TimelineRequest;
  search: TimelineSearch;
  comparison: PeriodComparison;
  changes: MeasurementChanges;
  summaries: readonly SeriesSummary[];
  wording: Wording;
  /** Where everything but the first two figures is shown; undefined to show it with them. */
  restSlot: HTMLElement | null | undefined;
}

/** The figures of a period compared with an earlier one, and what moved most between them. */
export function PeriodHeadline(props: PeriodHeadlineProps) {
  const { siteId } = useSite();
  const { request, search, comparison, changes, summaries, wording, restSlot } = props;
  const { fullReport, compared } = comparison;
  const { reports, areAllLoaded, hasFailed } = useGroupedReports(
    request,
    fullReport.brand ? fullReport : null,
  );
  const { brand, platform, region, prompt } = reports;
  const { moves: cellMoves, isLoading: areCellsLoading } = useCellMoves(
    request,
    reports,
    compared,
    changes,
  );
  const areBrandsChosen = search.brand.length + search.competitorId.length > 0;
  const isLoading = changes === null || (!hasFailed && !(areAllLoaded && !areCellsLoading));
  const { moves, emptyText } = useMemo(
    () =>
      isLoading
        ? noMovesYet
        : findRealMoves(
            { brand, platform, region, prompt },
            { compared, reference: fullReport, changes, cellMoves, areBrandsChosen },
          ),
    [
      isLoading,
      brand,
      platform,
      region,
      prompt,
      compared,
      fullReport,
      changes,
      cellMoves,
      areBrandsChosen,
    ],
  );
  const subject = fullReport.brand;
  const overallMove = useMemo(
    () => (brand ? moveOfAll(brand, comparison, changes) : null),
    [brand, comparison, changes],
  );
  const { data: counts = [] } = useQuery({
    ...countsQuery({ siteId, request }),
    enabled: usePageSettings().capabilities.includes('counts'),
  });
  const { now, before } = comparison.slices;
  const areVerdictsExploratory = isExploratory(
    [now, before].map(({ scans }) => countAnswers(counts, scans)),
  );
  const subjectName = subject ? subject.name || subject.id : null;
  return (
    <PeriodStrip
      comparison={comparison}
      summaries={summaries}
      groupBy={fullReport.groupBy}
      brand={subjectName}
      chosenBrandIds={[...search.brand, ...search.competitorId]}
      overallMove={overallMove}
      isLoading={!brand && !hasFailed}
      isExploratory={areVerdictsExploratory}
      wording={wording}
      restSlot={restSlot}
    >
      {subjectName !== null && (
        <WhatMoved
          moves={moves}
          isLoading={isLoading}
          hasFailed={hasFailed}
          emptyText={emptyText}
          search={search}
          wording={wording}
        />
      )}
    </PeriodStrip>
  );
}
