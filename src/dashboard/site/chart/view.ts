import { isSameId } from '../../../contract/fields.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { isDrawn, type SeriesChoice } from '../../../figures/series/series-summary.ts';
import type { ShapedReport } from '../../../figures/series/shape-report.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { selectEmphasized } from '../series/emphasis.ts';
import type { Palette } from '../series/looks.ts';

/** The keys of all series that the service lists for a grouping. */
export function listedKeysOf(options: FilterOptions | undefined, groupBy: string): string[] {
  if (groupBy === 'brand') return options?.brands.map(({ id }) => id) ?? [];
  if (groupBy === 'region') return options?.regions.map(({ code }) => code) ?? [];
  // There may be too many prompts to list.
  if (groupBy === 'prompt') return [];
  return options?.models.map(({ id }) => id) ?? [];
}

/**
 * Gives every series of a report its look.
 * @param listedKeys keys of all series that the service lists for the grouping
 */
export function assignLooks(
  { model, summaries }: ShapedReport,
  listedKeys: readonly string[],
  palette: Palette,
): DrawnSeries[] {
  const keys = model.series.map(({ id }) => id);
  // The tracked brand keeps the first colour for itself, even while its series is not in view.
  const listedId = listedKeys.find((key) => isSameId(key, model.brand?.id)) ?? null;
  const lead = model.groupBy === 'brand' ? (model.trackedId ?? listedId) : null;
  const looks = palette.looksFor(listedKeys, keys, lead);
  return summaries.flatMap((summary) => {
    const look = looks.get(summary.series.id);
    return look ? [{ summary, look }] : [];
  });
}

/** Decides which series are drawn and which of them clearly, and finds those that the user has hidden. */
export function chooseDrawn(
  all: readonly DrawnSeries[],
  defaultIds: ReadonlySet<string>,
  choice: SeriesChoice,
  moves: PeriodComparison['unadjustedMoves'] | undefined,
): Record<'all' | 'drawn' | 'hidden', readonly DrawnSeries[]> {
  const isShown = ({ summary }: DrawnSeries) => isDrawn(summary.series, defaultIds, choice);
  const emphasized = selectEmphasized(
    all.filter(isShown).map(({ summary }) => summary),
    choice.show,
    moves,
  );
  const allWithEmphasis = all.map((series) => {
    const isQuiet = !emphasized.has(series.summary.series.id);
    return isQuiet ? { ...series, look: { ...series.look, isQuiet } } : series;
  });
  const drawn = allWithEmphasis.filter(isShown);
  const hidden = allWithEmphasis.filter(
    (series) => defaultIds.has(series.summary.series.id) && !isShown(series),
  );
  return { all: allWithEmphasis, drawn, hidden };
}
