import type Papa from 'papaparse';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import {
  latestColumns,
  periodColumns,
  readOrder,
  type SortKey,
  sortRows,
} from '../comparison/order.ts';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { groupingName } from '../series/names.ts';
import type { Wording } from '../series/reading.ts';
import { type ExportedView, questionColumns } from './csv.ts';
import { addUnit, describeVerdict, roundFigure } from './figure-cells.ts';

/** A view's table, to be written as CSV. */
interface ExportedTable extends ExportedView {
  /** The rows, in any order. */
  rows: readonly DrawnSeries[];
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** The sort order as the URL spells it; null for the default order. */
  sort: string | null;
  wording: Wording;
}

type Row = Parameters<typeof sortRows>[0][number];

type CsvColumns = [headings: string[], cellsOf: (row: Row) => Cell[]];

/** The CSV columns for one column of the table: two for `evidence`, none for `trend`, one for any other. */
function columnsOf(key: SortKey, table: ExportedTable): CsvColumns {
  const { model, wording, comparison } = table;
  const makeColumn = (name: string, figureOf: (row: Row) => number | null): CsvColumns => [
    [addUnit(name, wording)],
    (row) => [roundFigure(figureOf(row), wording)],
  ];
  switch (key) {
    case 'label':
      return [[groupingName(model.groupBy)], ({ summary }) => [summary.series.label]];
    case 'latest':
      return makeColumn('Latest', ({ summary }) => summary.latest);
    case 'now':
      return makeColumn(`Now, ${comparison?.names.now}`, ({ move }) => move?.now ?? null);
    case 'before':
      return makeColumn(`Before, ${comparison?.names.before}`, ({ move }) => move?.before ?? null);
    case 'change':
      return [
        [addUnit(comparison ? 'Change' : 'Change since the previous scan', wording, true)],
        ({ summary: { change }, move }) => {
          const difference = move ? move.change : change && change.to - change.from;
          return [roundFigure(difference, wording)];
        },
      ];
    case 'move':
      return [['Verdict'], ({ move }) => [describeVerdict(move?.verdict ?? null, wording)]];
    case 'median':
      return makeColumn('Median', ({ summary }) => summary.median);
    case 'evidence':
      return [
        ['Scans with evidence', 'Scans'],
        ({ summary: { evidence } }) => [evidence.count, evidence.points],
      ];
    case 'trend':
      // The trend is drawn as a line and has no single figure; the CSV file of all points contains its values.
      return [[], () => []];
  }
}

/**
 * Writes the table as CSV, with the order of rows and the rounding of the page. A figure without evidence is an empty
 * cell. The columns of the query come first, as in the CSV file of all points.
 * @param unparse papaparse's function, which is loaded on demand
 */
export function toTableCsv(table: ExportedTable, unparse: typeof Papa.unparse): string {
  const { rows, comparison, sort, wording } = table;
  const queryColumns = questionColumns(table);
  const keys = comparison ? periodColumns : latestColumns;
  const columns = keys.map((key) => columnsOf(key, table));
  const rowsWithMoves = rows.map(({ summary }) => ({
    summary,
    move: comparison?.moves.get(summary.series.id),
  }));
  const sorted = sortRows(rowsWithMoves, readOrder(sort, keys), wording.locale);
  const lines = sorted.map((row): Cell[] => [
    ...queryColumns.map(([, value]) => value),
    ...columns.flatMap(([, cellsOf]) => cellsOf(row)),
  ]);
  const header = [
    ...queryColumns.map(([name]) => name),
    ...columns.flatMap(([headings]) => headings),
  ];
  return byteOrderMark + formatCsvLines([header, ...lines], unparse);
}
