import { sliceByDays } from '../../../figures/comparison/slices.ts';
import { dayAndTime, zoneLabel } from '../../../figures/formats/dates.ts';
import { describeScans } from '../../../figures/sentences/basis.ts';
import { describeAnswerCounts } from '../../../figures/series/answer-counts.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { isEvidence } from '../../../figures/series/columns.ts';
import { sortPlatforms } from '../../../figures/series/platforms.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { filtersByTitle } from '../picture/filter-words.ts';
import type { DocumentFigures } from './figures-of-document.ts';
import type { DocumentModel } from './model.ts';

/** The names of the series that have evidence in view; null if the report was not loaded. */
function measuredNamesOf(
  report: ReportColumns | undefined,
  { responses: { compared } }: DocumentFigures,
): string | null {
  if (!report) return null;
  const inView = compared && compared !== 'halves' ? sliceByDays(report, compared.now) : report;
  const measuredSeries = inView.series.filter(({ values }) => values.some(isEvidence));
  return sortPlatforms(measuredSeries)
    .map(({ label }) => isolate(label))
    .join(', ');
}

/** Lists the filters except platform and region, which the measured platforms and regions already show. */
function listOtherFilters({ responses, search }: DocumentFigures): [string, string][] {
  const others = { ...search, platform: [], region: [] };
  const labelsByTitle = filtersByTitle(responses.options, others);
  return [...labelsByTitle].map(([title, labels]) => [title, labels.join(', ')]);
}

/** Such as "4,578 answers to 16 prompts"; null if they were not counted. */
export const describeAnswers = ({ responses, model, wording }: DocumentFigures): string | null =>
  responses.counts && describeAnswerCounts(responses.counts, model.scans, wording.locale);

/**
 * The facts of a report: what was measured, when, and when the report was made.
 * @param now milliseconds since 1970
 */
export function factsOf(figures: DocumentFigures, now: number): DocumentModel['facts'] {
  const { responses, wording, brand } = figures;
  const { platform, region } = responses.groups;
  const facts: [string, string | null][] = [
    ['Brand', brand && (brand.name || brand.id)],
    ['Scans', describeScans(figures.model, wording)],
    ['Based on', describeAnswers(figures)],
    ['AI platforms measured', measuredNamesOf(platform, figures)],
    ['Regions measured', measuredNamesOf(region, figures)],
    ...listOtherFilters(figures),
    ['Days and times', `Days are UTC days; times are in ${zoneLabel(wording.zone, now)}`],
    ['Created', dayAndTime(now, wording.zone, wording.locale)],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
