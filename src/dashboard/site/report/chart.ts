import { daysInView } from '../../../contract/dates/days-in-view.ts';
import { groupIntoBuckets } from '../chart/bucketed-drawing.ts';
import { changesInView } from '../chart/changes-in-view.ts';
import { earlierPeriodOf } from '../chart/earlier.tsx';
import { changeText } from '../comparison/shown-verdict.ts';
import { instantsOfChanges, pictureOfChart } from '../picture/view-picture.ts';
import { countText } from '../series/figures.ts';
import { chartName } from '../series/names.ts';
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
  const { report, comparison, model, drawn, search, wording, responses } = figures;
  const days = daysInView(search, today);
  const chartByScan = {
    name: chartName(report.metric, report.groupBy),
    model,
    drawn,
    earlier: earlierPeriodOf(comparison, wording.zone),
  };
  const { bucket } = search;
  const shownChart = bucket
    ? groupIntoBuckets(chartByScan, bucket, days, today, wording)
    : chartByScan;
  const changeInstants = bucket ? [] : instantsOfChanges(model, responses.changes);
  // A report has its own headings, so those of the picture stay empty.
  const source = { maker: '', isSample: false, siteName: '', madeOn: today };
  const context = {
    source,
    wording,
    days,
    filters: '',
    seriesCount: drawn.length,
    brand: { logo: null, accent: null },
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
