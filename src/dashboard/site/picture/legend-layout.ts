import { countText } from '../../../figures/formats/counts.ts';
import { valueText } from '../../../figures/series/wording.ts';
import { type TextStyle, textWidth } from '../chart/text-width.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { earlierColumnsOf } from './plot-layout.ts';
import type { PictureProps } from './props.ts';
import { fitText } from './text.ts';

/** The maximum number of series that are named. */
const maxNamedSeries = 12;
const minColumnWidth = 120;
const maxColumnWidth = 250;
/** If uncut names need more rows than this, names are cut so that more columns fit. */
const maxRowsWithoutCuts = 3;
/** Pixels between columns. */
const columnGap = 24;
/** The width of a line sample and the gap after it, in pixels. */
export const sampleWidth = 34;
export const rowHeight = 21;
export const legendFont: TextStyle = { size: 13 };
export const valueFont: TextStyle = { size: 13, isBold: true };

/** The line that an entry shows a sample of; 'none' for the entry that counts the unnamed series. */
export type Sample = DrawnSeries | 'before' | 'changes' | 'none';

export interface LegendEntry {
  sample: Sample;
  /** The name, cut to fit its column. */
  name: string;
  /** The latest figure of a series; empty for other entries. */
  value: string;
  /** Position in pixels from the legend's top left corner. */
  x: number;
  y: number;
}

type UnplacedEntry = Omit<LegendEntry, 'x' | 'y'>;

/**
 * Selects the series that the legend names: all if there are at most twelve, otherwise the first twelve clear ones,
 * or the first twelve if all are quiet.
 */
function selectNamedSeries(series: readonly DrawnSeries[]): readonly DrawnSeries[] {
  if (series.length <= maxNamedSeries) return series;
  const clear = series.filter(({ look }) => !look.isQuiet);
  return (clear.length > 0 ? clear : series).slice(0, maxNamedSeries);
}

function entriesOf(props: PictureProps): UnplacedEntry[] {
  const { series, figures = null, earlier, changes = [], wording } = props;
  // Small charts name their series themselves.
  const charted = figures ? [] : series;
  const namedSeries = selectNamedSeries(charted);
  const entries: UnplacedEntry[] = namedSeries.map((named) => ({
    sample: named,
    name: named.summary.series.label,
    value: valueText(named.summary.latest, wording),
  }));
  const unnamedCount = charted.length - namedSeries.length;
  if (unnamedCount > 0) {
    entries.push({
      sample: 'none',
      name: `and ${countText(unnamedCount, wording.locale)} more`,
      value: '',
    });
  }
  if (earlier && earlierColumnsOf(props).length > 0) {
    entries.push({ sample: 'before', name: `Earlier: ${earlier.name}`, value: '' });
  }
  if (changes.length > 0) {
    entries.push({ sample: 'changes', name: 'Measured differently', value: '' });
  }
  return entries;
}

const valueSpaceOf = (value: string): number =>
  value === '' ? 0 : textWidth(value, valueFont) + columnGap / 3;

/**
 * Lays out a legend in columns, row by row.
 * @param width the available width in pixels
 * @returns the placed entries, and the legend's height in pixels
 */
export function layOutLegend(
  props: PictureProps,
  width: number,
): { entries: LegendEntry[]; height: number } {
  const unplaced = entriesOf(props);
  const widthOf = ({ name, value }: UnplacedEntry) =>
    sampleWidth + textWidth(name, legendFont) + valueSpaceOf(value);
  // Whole pixels, so that rounding errors do not cut a name.
  const naturalWidth = Math.ceil(Math.max(minColumnWidth, ...unplaced.map(widthOf))) + 1;
  const countColumns = (minWidth: number) =>
    Math.max(1, Math.floor((width + columnGap) / (minWidth + columnGap)));
  const neededColumns = Math.min(
    countColumns(Math.min(maxColumnWidth, naturalWidth)),
    Math.ceil(unplaced.length / maxRowsWithoutCuts),
  );
  const columns = Math.min(
    Math.max(countColumns(naturalWidth), neededColumns),
    Math.max(1, unplaced.length),
  );
  const step = Math.min((width + columnGap) / columns, naturalWidth + columnGap);
  const entries = unplaced.map((entry, index) => {
    const room = step - columnGap - sampleWidth - valueSpaceOf(entry.value);
    return {
      ...entry,
      name: fitText(entry.name, room, legendFont),
      x: (index % columns) * step,
      y: Math.floor(index / columns) * rowHeight,
    };
  });
  return { entries, height: Math.ceil(unplaced.length / columns) * rowHeight };
}
