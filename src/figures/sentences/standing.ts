import type { Brand } from '../../contract/resources.ts';
import { compareReport, type PeriodComparison } from '../comparison/compare-report.ts';
import { countText } from '../formats/counts.ts';
import type { ReportColumns } from '../series/columns.ts';
import type { Grouping } from '../series/grouping.ts';
import { shapeReport } from '../series/shape-report.ts';
import { type NamedValue, spreadOf } from '../series/spread.ts';
import { findBrandSeries } from '../series/tracked-brand.ts';
import { valueText, type Wording } from '../series/wording.ts';
import { brandFigures, type NamedMove, type TextFigure } from './period-figures.ts';

/** What the standing of a brand is read from. */
interface StandingSources {
  report: Pick<ReportColumns, 'groupBy'>;
  /** The comparison of that report; null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** The reports by each grouping that could be loaded. */
  groups: Partial<Record<Grouping, ReportColumns>>;
  brand: Brand | null;
  wording: Wording;
}

/** The comparison by a grouping; null if nothing is compared, or if that report could not be loaded. */
function comparisonBy(
  { comparison, groups }: StandingSources,
  groupBy: Grouping,
): PeriodComparison | null {
  const report = groups[groupBy];
  if (!comparison || !report) return null;
  if (comparison.fullReport.groupBy === groupBy) return comparison;
  return compareReport(report, comparison.compared, comparison.fullReport).comparison;
}

/**
 * The rank of the report's brand and its distance from the best other brand, as one figure; null if no other brand has
 * a value.
 */
export function brandStanding(
  figures: StandingSources,
  areBrandsFiltered: boolean,
): TextFigure | null {
  const comparison = comparisonBy(figures, 'brand');
  if (!comparison) return null;
  const { fullReport, moves } = comparison;
  const isByBrand = figures.report.groupBy === 'brand';
  const leadId = isByBrand ? fullReport.trackedId : findBrandSeries(fullReport, figures.brand)?.id;
  const named = fullReport.series.flatMap(({ id, label }): (NamedMove & { id: string })[] => {
    const move = moves.get(id);
    return move ? [{ id, label, move }] : [];
  });
  const lead = named.find(({ id }) => id === leadId);
  const hasRival = named.some(({ id, move }) => id !== leadId && move.now !== null);
  if (!lead || lead.move.now === null || !hasRival) return null;
  // Filters that choose brands do not apply to the report by brand that comes with another grouping.
  const [rank, distance] = brandFigures(
    lead,
    named,
    isByBrand && areBrandsFiltered,
    figures.wording,
  );
  if (!rank) return null;
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');
  return {
    value: rank.value,
    name: join(rank.name, rank.remark),
    remark: distance ? join(`${distance.value} ${distance.name}`, distance.remark) : null,
  };
}

/**
 * The values of the report's brand on each platform: averages of the later period, or those of the latest scan if nothing
 * is compared.
 */
function platformValues(figures: StandingSources): NamedValue[] {
  const report = figures.groups.platform;
  if (!report) return [];
  if (!figures.comparison) {
    return shapeReport(report, figures.wording.zone).summaries.flatMap(({ series, latest }) =>
      latest === null ? [] : [{ label: series.label, value: latest }],
    );
  }
  const moves = comparisonBy(figures, 'platform')?.moves;
  return report.series.flatMap(({ id, label }) => {
    const value = moves?.get(id)?.now ?? null;
    return value === null ? [] : [{ label, value }];
  });
}

/** The strongest and the weakest platform, or that all are level; empty if fewer than two have a value. */
export function platformStanding(
  figures: StandingSources,
  arePlatformsChosen: boolean,
): TextFigure[] {
  const { wording, comparison } = figures;
  const values = platformValues(figures);
  const [firstValue] = values;
  if (!firstValue || values.length < 2) return [];
  const chosen = arePlatformsChosen ? ' chosen' : '';
  const time = comparison ? '' : ', latest scan';
  const spread = spreadOf(values, wording);
  if (!spread) {
    const count = values.length === 2 ? 'both' : `all ${countText(values.length, wording.locale)}`;
    const name = `level on ${count} platforms${chosen}${time}`;
    return [{ value: valueText(firstValue.value, wording), name, remark: null }];
  }
  const { highest, lowest } = spread;
  const [strongest, weakest] = wording.isLowerBetter ? [lowest, highest] : [highest, lowest];
  const describePlatform = (adjective: string, { first, label }: typeof highest): TextFigure => ({
    value: valueText(first.value, wording),
    name: `${adjective} platform${chosen}${time}`,
    remark: label,
  });
  return [describePlatform('strongest', strongest), describePlatform('weakest', weakest)];
}
