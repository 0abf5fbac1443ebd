import { daysInView } from '../../../contract/dates/chosen.ts';
import { calendarDay } from '../../time/format.ts';
import { changeText } from '../comparison/shown-verdict.ts';
import { instantsOfChanges, pictureOfChart } from '../picture/view-picture.ts';
import { countText } from '../report/figures.ts';
import { chartName } from '../report/names.ts';
import { inBuckets } from '../timeline/chart/bucketed.ts';
import { changesInView } from '../timeline/chart/changes-in-view.ts';
import { earlierPeriodOf } from '../timeline/chart/earlier.tsx';
import type { DocumentFigures } from './figures-of-document.ts';
import type { ChartSection } from './model.ts';

/** The maximum number of measurement changes to describe under a chart. */
const mostChanges = 4;

/** What is left out of a chart, and where the measurement changed. */
function notesOf({ all, drawn, model, wording, responses }: DocumentFigures): string[] {
  const changed = changesInView(model, responses.changes);
  const latest = changed.slice(-mostChanges).map(({ column, what }) => {
    const day = calendarDay(model.scans[column]?.date ?? '', wording.locale);
    return `${day}: ${what.map(changeText).join(', ')}`;
  });
  const isCut = drawn.length < all.length;
  const count = (each: readonly unknown[]) => countText(each.length, wording.locale);
  return [
    ...(isCut ? [`${count(drawn)} of ${count(all)} series are drawn.`] : []),
    ...(latest.length > 0 ? [`Measured differently since ${latest.join('; ')} (UTC days).`] : []),
  ];
}

/** The chart of the figures in view, with the lines that the timeline draws. */
export function chartSection(
  figures: DocumentFigures,
  today: string,
  size: { width: number; height: number },
): ChartSection {
  const { report, comparison, model, drawn, search, wording, responses } = figures;
  const days = daysInView(search, today);
  const scanwise = {
    name: chartName(report.metric, report.groupBy),
    ...{ model, drawn },
    earlier: comparison && earlierPeriodOf(comparison, wording.zone),
  };
  const { bucket } = search;
  const shown = bucket ? inBuckets(scanwise, bucket, days, today, wording) : scanwise;
  const changed = bucket ? [] : instantsOfChanges(model, responses.changes);
  // A report has its own headings, so those of the picture stay empty.
  const source = { maker: '', isSample: false, siteName: '', madeOn: today };
  const context = {
    ...{ source, wording, days, filters: '', seriesCount: drawn.length },
    brand: { logo: null, accent: null },
  };
  return {
    name: 'chart',
    title: shown.name,
    picture: {
      ...pictureOfChart(shown, changed, context, size),
      lines: [],
      source: '',
      bare: true,
    },
    notes: notesOf(figures),
  };
}
