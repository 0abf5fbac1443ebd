import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FilterOptions } from '../../../contract/resources.ts';
import { isEvidence, type ReportColumns } from '../../api/columns.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { usePageSettings } from '../../session/use-session.ts';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import { colouredSeries } from '../report/emphasis.ts';
import { decimalsFor } from '../report/figures.ts';
import { createPalette } from '../report/looks.ts';
import { type TimelineModel, toModel } from '../report/model.ts';
import {
  type Choice,
  drawnByDefault,
  isDrawn,
  type SeriesSummary,
  summariseSeries,
} from '../report/series-summary.ts';
import type { Wording } from './chart/reading.ts';

/** A report prepared for display. */
export interface View {
  model: TimelineModel;
  summaries: readonly SeriesSummary[];
  /** Every series with its look. */
  all: readonly DrawnSeries[];
  drawn: readonly DrawnSeries[];
  /** Series that the user has hidden. */
  hidden: readonly DrawnSeries[];
  byDefault: ReadonlySet<string>;
  wording: Wording;
}

/** The keys of all series that the service lists for a grouping. */
function listedKeys(options: FilterOptions | undefined, groupBy: string): string[] {
  if (groupBy === 'brand') return options?.brands.map(({ id }) => id) ?? [];
  if (groupBy === 'region') return options?.regions.map(({ code }) => code) ?? [];
  // There may be too many prompts to list.
  if (groupBy === 'prompt') return [];
  return options?.models.map(({ id }) => id) ?? [];
}

/** The largest absolute value in a report; 0 without values. */
function largestOf({ series }: ReportColumns): number {
  let largest = 0;
  for (const { values } of series) {
    for (const value of values) {
      if (isEvidence(value)) largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

/** Prepares a report for a zone, and for each choice of what to draw. */
export function useView(
  siteId: string,
  report: ReportColumns | null,
  zone: string,
  { show, hide }: Choice,
  moves: PeriodComparison['judged'] | undefined,
): View | null {
  const { units } = usePageSettings();
  const metric = report?.metric ?? '';
  const unit = new Map(Object.entries(units)).get(metric);
  const decimals = useMemo(() => decimalsFor(unit, report ? largestOf(report) : 0), [unit, report]);
  const wording = useMemo(
    () => ({ zone, unit, locale: undefined, decimals }),
    [zone, unit, decimals],
  );
  const groupBy = report?.groupBy ?? '';
  // A palette remembers keys, which mean something else for another site or grouping.
  const palette = useMemo(
    () => ({ of: `${siteId} ${groupBy}`, ...createPalette() }),
    [siteId, groupBy],
  );
  const { data: options } = useQuery(filtersQuery(siteId));
  const listed = useMemo(() => listedKeys(options, groupBy), [options, groupBy]);
  const shaped = useMemo(() => {
    if (!report) return null;
    const model = toModel(report, zone);
    const summaries = summariseSeries(model);
    return { model, summaries, byDefault: drawnByDefault(summaries) };
  }, [report, zone]);
  const all = useMemo(() => {
    if (!shaped) return [];
    const { model, summaries } = shaped;
    const keys = model.series.map(({ id }) => id);
    const isLead = (id: string) => id.toLowerCase() === model.brand?.id.toLowerCase();
    const lead = model.groupBy === 'brand' ? [...keys, ...listed].find(isLead) : undefined;
    const looks = palette.looksFor(listed, keys, lead ?? null);
    return summaries.flatMap((each) => {
      const look = looks.get(each.series.id);
      return look ? [{ summary: each, look }] : [];
    });
  }, [shaped, listed, palette]);
  return useMemo(() => {
    if (!shaped) return null;
    const choice = { show, hide };
    const isShown = ({ summary }: DrawnSeries) => isDrawn(summary.series, shaped.byDefault, choice);
    const coloured = colouredSeries(
      all.filter(isShown).map(({ summary }) => summary),
      show,
      moves,
    );
    const looked = all.map((each) => {
      const isQuiet = !coloured.has(each.summary.series.id);
      return isQuiet ? { ...each, look: { ...each.look, isQuiet } } : each;
    });
    const drawn = looked.filter(isShown);
    const hidden = looked.filter(
      (each) => shaped.byDefault.has(each.summary.series.id) && !isShown(each),
    );
    return { ...shaped, all: looked, drawn, hidden, wording };
  }, [shaped, all, show, hide, moves, wording]);
}
