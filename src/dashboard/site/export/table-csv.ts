import type Papa from 'papaparse';
import { byteOrderMark, type Cell, csvLines } from '../../../contract/csv-lines.ts';
import {
  latestColumns,
  periodColumns,
  readOrder,
  type SortKey,
  sortRows,
} from '../comparison/order.ts';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import { groupingName } from '../report/names.ts';
import type { Wording } from '../report/reading.ts';
import { type ExportedView, questionColumns } from './csv.ts';
import { addUnit, describeVerdict, roundFigure } from './figure-cells.ts';

/** The table of a view. */
interface ExportedTable extends ExportedView {
  /** The rows, in any order. */
  rows: readonly DrawnSeries[];
  /** Null where nothing is compared. */
  comparison: PeriodComparison | null;
  /** The order as the address names it. */
  sort: string | null;
  wording: Wording;
}

type Row = Parameters<typeof sortRows>[0][number];

/** A column's headings and cells; `evidence` takes up two columns. */
function columnOf(key: SortKey, table: ExportedTable): [string[], (row: Row) => Cell[]] {
  const { model, wording, comparison } = table;
  const makeColumn = (
    name: string,
    figureOf: (row: Row) => number | null,
  ): [string[], (row: Row) => Cell[]] => [
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
      return [['Move'], ({ move }) => [describeVerdict(move?.verdict ?? null, wording)]];
    case 'median':
      return makeColumn('Median', ({ summary }) => summary.median);
    case 'evidence':
      return [
        ['Scans with evidence', 'Scans'],
        ({ summary: { evidence } }) => [evidence.count, evidence.points],
      ];
    case 'trend':
      // The trend is drawn as a line and has no single figure; the file of every point has its values.
      return [[], () => []];
  }
}

/**
 * Writes the table as CSV, in the order that the page shows. Figures are rounded as on the page; no evidence is an
 * empty cell. The columns of the query come first, as in the file of every point.
 * @param unparse papaparse's function, which is loaded on demand
 */
export function toTableCsv(table: ExportedTable, unparse: typeof Papa.unparse): string {
  const { rows, comparison, sort, wording } = table;
  const question = questionColumns(table);
  const keys = comparison ? periodColumns : latestColumns;
  const columns = keys.map((key) => columnOf(key, table));
  const compared = rows.map(({ summary }) => ({
    summary,
    move: comparison?.moves.get(summary.series.id),
  }));
  const sorted = sortRows(compared, readOrder(sort, keys), wording.locale);
  const lines = sorted.map((row): Cell[] => [
    ...question.map(([, value]) => value),
    ...columns.flatMap(([, cellsOf]) => cellsOf(row)),
  ]);
  const header = [...question.map(([name]) => name), ...columns.flatMap(([names]) => names)];
  return byteOrderMark + csvLines([header, ...lines], unparse);
}
