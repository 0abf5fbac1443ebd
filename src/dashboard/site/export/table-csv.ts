import type Papa from 'papaparse';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import { parameterColumns } from '../../../contract/points-table.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { type SeriesContext, type SeriesRow, toSeriesRows } from '../comparison/series-rows.ts';
import { type Column, type CsvColumn, columnsIn, readOrder, sortRows } from '../layout/columns.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { ExportedView } from './csv.ts';
import { addUnit, roundFigure } from './figure-cells.ts';

/** A view's table, to be written as CSV. */
interface ExportedTable extends ExportedView {
  /** The table's columns, shown or not. */
  columns: readonly Column<SeriesRow, SeriesContext>[];
  /** The series, in any order. */
  rows: readonly DrawnSeries[];
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  namedFirst: SeriesContext['namedFirst'];
  /** The sort order as the URL spells it; null for the default order. */
  sort: string | null;
  wording: Wording;
}

/**
 * Writes the table as CSV, with the order of rows and the rounding of the page. A figure without evidence is an empty
 * cell. The columns of the query come first, as in the CSV file of all points.
 * @param unparse papaparse's function, which is loaded on demand
 */
export function toTableCsv(table: ExportedTable, unparse: typeof Papa.unparse): string {
  const { rows, comparison, sort, wording } = table;
  const context: SeriesContext = table;
  const queryColumns = parameterColumns(table);
  const columns = columnsIn(table.columns, context);
  const csvColumns = columns.flatMap(({ csv = [] }) => csv);
  const sorted = sortRows(
    toSeriesRows(rows, comparison),
    readOrder(sort, columns),
    context,
    wording.locale,
  );
  const cellOf = (row: SeriesRow, { value, unit }: CsvColumn<SeriesRow, SeriesContext>): Cell => {
    const content = value(row, context);
    return typeof content === 'number' && unit ? roundFigure(content, wording) : (content ?? '');
  };
  const lines = sorted.map((row): Cell[] => [
    ...queryColumns.map(([, value]) => value),
    ...csvColumns.map((column) => cellOf(row, column)),
  ]);
  const header = [
    ...queryColumns.map(([name]) => name),
    ...csvColumns.map(({ heading, unit }) =>
      unit ? addUnit(heading(context), wording, unit === 'change') : heading(context),
    ),
  ];
  return byteOrderMark + formatCsvLines([header, ...lines], unparse);
}
