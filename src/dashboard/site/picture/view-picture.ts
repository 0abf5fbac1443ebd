import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import type { Locale } from '../../../figures/formats/dates.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { ownerOfFigures } from '../../../figures/series/names.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { changeInstantsOf, changesInView } from '../chart/changes-in-view.ts';
import type { Drawing, DrawMode } from '../chart/chart-in-view.ts';
import { figureOf, type Moves, rankSeries } from '../chart/ranking.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { dashOf } from '../series/looks.ts';
import type { PictureProps } from './props.ts';
import { type PictureSource, sourceLine } from './source-line.ts';

/** What a picture says about its figures. */
export interface PictureContext {
  source: PictureSource;
  wording: Wording;
  /** UTC days in view, YYYY-MM-DD; null for an open end, which counts as the day of the first or last scan. */
  days: { startDate: string | null; endDate: string | null };
  /** The filters in words, see `filtersInWords`. */
  filters: string;
  /** Number of series that the report has, drawn or not. */
  seriesCount: number;
  brand: PictureProps['brand'];
  mode: DrawMode;
  /** The moves that rank small charts and give them their figures; undefined if nothing is compared. */
  moves: Moves;
}

/** With more series than this, small charts would be too small for a picture, which draws lines instead. */
const maxMultiples = 24;

/** With more series than this, the quiet ones are not named, so they need no patterns. */
const maxPatternedSeries = 12;

/** Series in the legend's order: the tracked one, the other clear ones, then the quiet ones. */
function toPictureSeries(drawn: readonly DrawnSeries[]): DrawnSeries[] {
  const rankOf = ({ summary, look }: DrawnSeries) => (summary.isTracked ? 0 : look.isQuiet ? 2 : 1);
  const ordered = drawn.toSorted((a, b) => rankOf(a) - rankOf(b));
  const clearCount = ordered.filter((series) => rankOf(series) < 2).length;
  return ordered.map(({ summary, look }, index) => {
    const isQuiet = index >= clearCount;
    const isPlain = isQuiet && drawn.length > maxPatternedSeries;
    // Clear lines have different patterns, and so do quiet ones, so that they can be distinguished in greyscale.
    const dash = isPlain ? undefined : dashOf(isQuiet ? index - clearCount : index);
    return { summary, look: { ...look, isQuiet, dash } };
  });
}

/** What differs between lines in one chart and small charts: the order and the looks of the series, and their figures. */
function seriesOf(
  drawn: readonly DrawnSeries[],
  { mode, moves, wording }: PictureContext,
): Pick<PictureProps, 'series' | 'figures'> {
  if (mode === 'lines' || drawn.length > maxMultiples) return { series: toPictureSeries(drawn) };
  const ranked = rankSeries(drawn, moves, wording);
  return {
    series: ranked.map(({ summary, look }) => ({ summary, look: { ...look, isQuiet: false } })),
    figures: ranked.map((series) => figureOf(series, moves)),
  };
}

/** UTC days in words, where an open end counts as the day of the first or last scan. */
export function periodInWords(
  model: TimelineModel,
  days: PictureContext['days'],
  locale: Locale,
): string {
  const [first, last] = [
    model.scans[model.reportOrder[0] ?? -1],
    model.scans[model.reportOrder.at(-1) ?? -1],
  ];
  const startDate = days.startDate ?? first?.date ?? null;
  const endDate = days.endDate ?? last?.date ?? null;
  return datesInWords({ range: null, startDate, endDate }, locale);
}

/** The instants of the scans in view that were measured differently from the previous scan. */
export const instantsOfChanges = (model: TimelineModel, changes: MeasurementChanges): number[] =>
  changeInstantsOf(changesInView(model, changes), model.instants);

/**
 * The props of a chart's picture.
 * @param changes instants of the scans that were measured differently from the previous scan
 * @param size pixels of the whole picture
 */
export function pictureOfChart(
  { name, model, drawn, earlier }: Drawing,
  changes: readonly number[],
  context: PictureContext,
  size: { width: number; height: number },
): PictureProps {
  const { source, wording, seriesCount, brand } = context;
  const { zone, locale } = wording;
  const owner = ownerOfFigures(model);
  const undrawnCount = seriesCount - drawn.length;
  const lines = [
    [source.siteName, periodInWords(model, context.days, locale), `Times in ${zone}`].join(' · '),
    context.filters,
    ...(undrawnCount > 0
      ? [
          `Showing ${countText(drawn.length, locale)} of ${countWithNoun(seriesCount, 'series', 'series', locale)}`,
        ]
      : []),
  ];
  return {
    ...size,
    title: owner === null ? name : `${owner} · ${name}`,
    lines,
    source: sourceLine(source, locale),
    brand,
    ...seriesOf(drawn, context),
    instants: model.instants,
    earlier,
    wording,
    changes,
  };
}
