import type { PageSettings } from '../../../contract/page-settings.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { toModel } from '../../../figures/series/model.ts';
import { type Drawing, drawingByScan, drawModeOf } from '../chart/chart-in-view.ts';
import { loadChartParts } from '../chart/load-parts.ts';
import type { View } from '../chart/use-view.ts';
import type { SeriesContext, SeriesRow } from '../comparison/series-rows.ts';
import type { Column } from '../layout/columns.ts';
import { ChartPicture } from '../picture/chart-picture.tsx';
import { filtersInWords, withAppliedFilters } from '../picture/filter-words.ts';
import { inlineLogo } from '../picture/logo.ts';
import { renderPicture } from '../picture/picture-file.ts';
import { instantsOfChanges, pictureOfChart } from '../picture/view-picture.ts';
import { requestInView, type TimelineSearch } from '../search/search.ts';
import { daysInFile, type ExportedView, fileName, toCsv } from './csv.ts';
import type { DownloadFile } from './save.ts';
import { toTableCsv } from './table-csv.ts';

/** What the timeline shows, and what else its files need. */
export interface ShownTimeline {
  view: View;
  /** The report in view. */
  report: ReportColumns;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** The columns of the table, shown or not. */
  columns: readonly Column<SeriesRow, SeriesContext>[];
  namedFirst: SeriesContext['namedFirst'];
  changes: MeasurementChanges;
  /** The search that the report belongs to. */
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** The site's filter options; null until they are loaded. */
  options: FilterOptions | null;
  /** The text of a prompt; undefined if it has not loaded. */
  textOfPrompt: (id: string) => string | undefined;
  settings: Pick<PageSettings, 'brand' | 'sample'>;
}

/** The size of a picture in pixels. A PNG file is twice as wide and high, to fill a slide. */
const pictureSize = { width: 960, height: 540 };

const exportedViewOf = ({
  view,
  report,
  search,
  today,
  siteName,
}: ShownTimeline): ExportedView => ({
  model: view.model,
  zone: view.wording.zone,
  report,
  siteName,
  request: requestInView(search, today),
});

/** Loads what the chart in view shows, with a point for each scan, week or month. */
async function loadDrawing({ view, comparison, search, today }: ShownTimeline): Promise<Drawing> {
  const byScan = drawingByScan(view, view.drawn, comparison);
  if (search.bucket === null) return byScan;
  const parts = await loadChartParts();
  if (!parts) throw new Error('The code for weeks and months could not be loaded.');
  return parts.bucketedInView(byScan, search, today, view.wording) ?? byScan;
}

/** Creates a picture file of the chart in view. */
export async function createChartFile(
  shown: ShownTimeline,
  format: 'png' | 'svg',
): Promise<DownloadFile> {
  const { view, changes, today, siteName, options, textOfPrompt, settings, search, report } = shown;
  const { name: maker, logo, accent } = settings.brand;
  const exported = exportedViewOf(shown);
  const { from, to } = daysInFile(exported);
  const pictureProps = pictureOfChart(
    await loadDrawing(shown),
    instantsOfChanges(view.model, changes),
    {
      source: { siteName, maker, isSample: settings.sample, madeOn: today },
      wording: view.wording,
      days: { startDate: from ?? null, endDate: to ?? null },
      filters: filtersInWords(options, withAppliedFilters(search, report), textOfPrompt),
      seriesCount: view.all.length,
      brand: { logo: await inlineLogo(logo), accent },
      mode: drawModeOf(view, search),
      moves: shown.comparison?.moves,
    },
    pictureSize,
  );
  const content = await renderPicture(<ChartPicture {...pictureProps} />, format, pictureSize);
  return { name: fileName(exported, format), content };
}

/** Creates a CSV file of the table in view, without the series that the user has hidden. */
export async function createTableFile(shown: ShownTimeline): Promise<DownloadFile> {
  const { default: Papa } = await import('papaparse');
  const { view, comparison, columns, namedFirst, search } = shown;
  const exported = exportedViewOf(shown);
  const rows = view.all.filter((series) => !view.hidden.includes(series));
  const { wording } = view;
  const text = toTableCsv(
    { ...exported, columns, rows, comparison, namedFirst, sort: search.sort, wording },
    Papa.unparse,
  );
  const hiddenCount = view.hidden.length;
  const suffix = hiddenCount === 0 ? 'table' : `table without ${hiddenCount} hidden series`;
  return {
    name: fileName(exported, 'csv', suffix),
    content: new Blob([text], { type: 'text/csv;charset=utf-8' }),
  };
}

/** The report in view with the series that a comparison leaves out, and with an open end if the dates in view have one. */
function wholeReportOf({ report, comparison }: ShownTimeline): ReportColumns {
  if (comparison === null) return report;
  const { compared, fullReport, slices } = comparison;
  if (compared === 'halves') return fullReport;
  const { filters } = slices.now;
  const endDate = fullReport.filters?.endDate ?? null;
  return { ...slices.now, filters: filters && { ...filters, endDate } };
}

/** Creates a CSV file of every point in view, drawn or not, with or without evidence. */
export async function createPointsFile(shown: ShownTimeline): Promise<DownloadFile> {
  const { default: Papa } = await import('papaparse');
  const report = wholeReportOf(shown);
  const model = toModel(report, shown.view.wording.zone);
  const exported = { ...exportedViewOf(shown), report, model };
  return { name: fileName(exported), content: toCsv(exported, Papa.unparse) };
}
