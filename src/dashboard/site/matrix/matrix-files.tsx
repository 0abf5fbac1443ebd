import {
  byteOrderMark,
  type Cell as CsvCell,
  formatCsvLines,
} from '../../../contract/csv-lines.ts';
import type { PageSettings } from '../../../contract/page-settings.ts';
import { parameterColumns } from '../../../contract/points-table.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { describePeriods } from '../../../figures/comparison/period-names.ts';
import {
  noEvidence,
  shortChange,
  shortValue,
  shownDifference,
} from '../../../figures/formats/values.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { describeVerdict } from '../../../figures/sentences/describe-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { toModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { daysInFile, type ExportedView, fileName } from '../export/csv.ts';
import { addUnit, roundFigure } from '../export/figure-cells.ts';
import type { DownloadFile } from '../export/save.ts';
import { filtersInWords, withAppliedFilters } from '../picture/filter-words.ts';
import { inlineLogo } from '../picture/logo.ts';
import {
  MatrixPicture,
  type MatrixPictureProps,
  matrixPictureSize,
  type PictureCell,
} from '../picture/matrix-picture.tsx';
import { renderPicture } from '../picture/picture-file.ts';
import { sourceLine } from '../picture/source-line.ts';
import { requestInView, type TimelineSearch } from '../search/search.ts';
import { shadeOf } from '../series/shade.ts';
import { describeScale } from './describe-scale.ts';
import { type GridRow, gridColumns, gridRows, rowName } from './grid.ts';
import type { Cell, Matrix } from './matrix.ts';

/** What the matrix page shows, and what else its files need. */
export interface ShownMatrix {
  matrix: Matrix;
  /** The part of the report by platform that is in view. */
  report: ReportColumns;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** The page's search, grouped by platform. */
  search: TimelineSearch;
  wording: Wording;
  /** The heading: "Acme: visibility by platform and region". */
  title: string;
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

const exportedViewOf = ({
  report,
  search,
  today,
  wording,
  siteName,
}: ShownMatrix): ExportedView => ({
  model: toModel(report, wording.zone),
  zone: wording.zone,
  report,
  siteName,
  request: requestInView(search, today),
});

/** Follows "visibility by platform" in file names. */
const fileNameSuffix = 'and region';

const meanText = (mean: number, { unit, locale, decimals }: Wording): string =>
  shortValue(mean, unit, locale, decimals);

/** "▲ +6.7 pt" for a real move, "+0.2 pt" for any other change; empty if there is none. */
function cellChangeText(
  { mean, before, verdict }: Cell,
  { unit, locale, decimals }: Wording,
): string {
  if (mean === null || before === null) return '';
  const arrow = verdict?.kind === 'real' ? (verdict.change > 0 ? '▲ ' : '▼ ') : '';
  return arrow + shortChange({ from: before, to: mean }, unit, locale, decimals);
}

function pictureCellOf(row: GridRow, column: number, shown: ShownMatrix): PictureCell {
  const cell = row.cells[column] ?? null;
  const { matrix, wording } = shown;
  if (cell === null || cell.mean === null || !matrix.meanRange) {
    const isTotalOfAll = row.key === null && column === row.cells.length - 1;
    const reason = row.state === 'ready' ? noEvidence : 'not loaded';
    return { text: isTotalOfAll ? '' : reason, note: '', shade: null };
  }
  return {
    text: meanText(cell.mean, wording),
    note: matrix.isCompared ? cellChangeText(cell, wording) : '',
    shade: shadeOf(cell.mean, matrix),
  };
}

function legendOf({ matrix, wording }: ShownMatrix): string {
  if (!matrix.meanRange) return '';
  const coloursText = describeScale(matrix, wording);
  return matrix.isCompared ? `${coloursText} · ▲ ▼ more than the usual scatter` : coloursText;
}

function propsOf(shown: ShownMatrix, brand: MatrixPictureProps['brand']): MatrixPictureProps {
  const { matrix, comparison, search, wording, title, today, siteName, settings } = shown;
  const { from = null, to = null } = daysInFile(exportedViewOf(shown));
  const days = datesInWords({ range: null, startDate: from, endDate: to }, wording.locale);
  const periods = comparison && describePeriods(comparison, wording.locale);
  // Halves are named by their number of scans, so the days are added.
  const period = comparison?.compared === 'halves' ? `${days}, ${periods}` : (periods ?? days);
  const source = { siteName, maker: settings.brand.name, isSample: settings.sample, madeOn: today };
  return {
    title,
    lines: [
      `${isolate(siteName)} · ${period}`,
      filtersInWords(shown.options, withAppliedFilters(search, shown.report), shown.textOfPrompt),
    ],
    source: sourceLine(source, wording.locale),
    brand,
    corner: 'Platform',
    columns: gridColumns(matrix).map(({ label }) => label),
    rows: gridRows(matrix).map((row) => ({
      name: rowName(row),
      cells: row.cells.map((_, column) => pictureCellOf(row, column, shown)),
    })),
    legend: legendOf(shown),
  };
}

/** Creates a picture file of the matrix. */
export async function createMatrixPictureFile(
  shown: ShownMatrix,
  format: 'png' | 'svg',
): Promise<DownloadFile> {
  const { logo, accent } = shown.settings.brand;
  const props = propsOf(shown, { logo: await inlineLogo(logo), accent });
  const picture = <MatrixPicture {...props} />;
  return {
    name: fileName(exportedViewOf(shown), format, fileNameSuffix),
    content: await renderPicture(picture, format, matrixPictureSize(props)),
  };
}

/** The columns of the CSV file for each column of the grid. */
const figureColumns: readonly {
  heading: (name: string, wording: Wording) => string;
  value: (cell: Cell | null, wording: Wording) => CsvCell;
  /** Whether the column is left out if nothing is compared. */
  isOfComparison: boolean;
}[] = [
  {
    heading: addUnit,
    value: (cell, wording) => roundFigure(cell?.mean ?? null, wording),
    isOfComparison: false,
  },
  {
    heading: (name, wording) => addUnit(`${name}, change`, wording, true),
    value: (cell, { decimals }) => {
      const { mean = null, before = null } = cell ?? {};
      return mean === null || before === null
        ? ''
        : shownDifference({ from: before, to: mean }, decimals);
    },
    isOfComparison: true,
  },
  {
    heading: (name) => `${name}, verdict`,
    value: (cell, wording) => describeVerdict(cell?.verdict ?? null, wording),
    isOfComparison: true,
  },
];

/**
 * Creates a CSV file of the matrix, with a row for each platform and one for all of them. Figures are rounded as on the
 * page. If periods are compared, the change and its verdict follow each figure. A cell that has no evidence or has not
 * loaded is empty.
 */
export async function createMatrixTableFile(shown: ShownMatrix): Promise<DownloadFile> {
  const { default: Papa } = await import('papaparse');
  const { matrix, wording } = shown;
  const exportedView = exportedViewOf(shown);
  const queryColumns = parameterColumns(exportedView);
  const shownColumns = figureColumns.filter(
    ({ isOfComparison }) => matrix.isCompared || !isOfComparison,
  );
  const columns = gridColumns(matrix).flatMap(({ label }) =>
    shownColumns.map(({ heading }) => heading(label, wording)),
  );
  const rows = gridRows(matrix).map((row): CsvCell[] => [
    ...queryColumns.map(([, value]) => value),
    rowName(row),
    ...row.cells.flatMap((cell) => shownColumns.map(({ value }) => value(cell, wording))),
  ]);
  const header = [...queryColumns.map(([name]) => name), 'Platform', ...columns];
  const text = byteOrderMark + formatCsvLines([header, ...rows], Papa.unparse);
  return {
    name: fileName(exportedView, 'csv', fileNameSuffix),
    content: new Blob([text], { type: 'text/csv;charset=utf-8' }),
  };
}
