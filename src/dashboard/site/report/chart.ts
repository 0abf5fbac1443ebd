import { changeText } from '../../../figures/comparison/shown-verdict.ts';
import { countText } from '../../../figures/formats/counts.ts';
import { bucketedInView } from '../chart/bucketed-drawing.ts';
import { changesInView } from '../chart/changes-in-view.ts';
import { drawingByScan, drawModeOf } from '../chart/chart-in-view.ts';
import { instantsOfChanges, pictureOfChart } from '../picture/view-picture.ts';
import type { DocumentFigures } from './figures-of-document.ts';
import type { ChartSection } from './model.ts';

/** The maximum number of scans whose measurement changes are described under a chart. */
const maxChangedScans = 4;

/** Notes that say what a chart leaves out, and when the measurement changed. */
function notesOf({ all, drawn, model, wording, responses }: DocumentFigures): string[] {
  const changedScans = changesInView(model, responses.changes);
  const latestChanges = changedScans
    .slice(-maxChangedScans)
    .map(({ day, changes }) => `${day}: ${changes.map(changeText).join(', ')}`);
  const heading = latestChanges.length > 1 ? 'Measurement changes:' : 'Measured differently since';
  const isCut = drawn.length < all.length;
  const formatCount = (list: readonly unknown[]) => countText(list.length, wording.locale);
  return [
    ...(isCut ? [`${formatCount(drawn)} of ${formatCount(all)} series are drawn.`] : []),
    ...(latestChanges.length > 0
      ? [
          `${heading} ${latestChanges.join('; ')} (UTC ${latestChanges.length > 1 ? 'days' : 'day'}).`,
        ]
      : []),
  ];
}

/** The chart of the figures in view, with the lines that the timeline draws. */
export function toChartSection(
  figures: DocumentFigures,
  today: string,
  size: { width: number; height: number },
): ChartSection {
  const { comparison, model, drawn, search, wording, responses } = figures;
  const byScan = drawingByScan(figures, drawn, comparison);
  const bucketed = bucketedInView(byScan, search, today, wording);
  const shownChart = bucketed ?? byScan;
  const changeInstants = bucketed ? [] : instantsOfChanges(model, responses.changes);
  // A report has its own headings, so those of the picture stay empty.
  const source = { maker: '', isSample: false, siteName: '', madeOn: today };
  const context = {
    source,
    wording,
    days: { startDate: null, endDate: null },
    filters: '',
    seriesCount: drawn.length,
    brand: { logo: null, accent: null },
    mode: drawModeOf(figures, search),
    moves: comparison?.moves,
  };
  return {
    name: 'chart',
    title: shownChart.name,
    picture: {
      ...pictureOfChart(shownChart, changeInstants, context, size),
      lines: [],
      source: '',
      isBare: true,
    },
    notes: notesOf(figures),
  };
}
