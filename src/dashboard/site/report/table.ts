import { describePeriods } from '../../../figures/comparison/period-names.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { chartName } from '../../../figures/series/names.ts';
import { capitalise } from '../../../figures/text/capitalise.ts';
import { type SeriesContext, type SeriesRow, toSeriesRows } from '../comparison/series-rows.ts';
import { type Column, columnsIn, noFigure, readOrder, sortRows } from '../layout/columns.ts';
import { seriesColumns } from '../timeline/table/columns.tsx';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { TableRow, TableSection } from './model.ts';

/** What the table's figures are based on, and how many series or prompts it leaves out. */
function basisOf({ comparison, report, all, model, wording }: DocumentFigures): string {
  const { locale } = wording;
  const scans = countWithNoun(model.scans.length, 'scan', 'scans', locale);
  const basis = comparison ? `${capitalise(describePeriods(comparison, locale))}.` : `${scans}.`;
  const { leftOutCount = 0 } = comparison ?? {};
  const unshownCount = report.more ?? 0;
  return [
    basis,
    leftOutCount > 0 &&
      `${countWithNoun(leftOutCount, 'series has', 'series have', locale)} no evidence in either period and ${leftOutCount === 1 ? 'is' : 'are'} left out.`,
    unshownCount > 0 &&
      `The ${countText(all.length, locale)} prompts with the highest averages are shown; ${countWithNoun(unshownCount, 'more prompt has', 'more prompts have', locale)} answers.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function cellOf(
  { text, judged }: Column<SeriesRow, SeriesContext>,
  row: SeriesRow,
  figures: DocumentFigures,
): TableRow['cells'][number] {
  const change = judged?.(row, figures);
  if (change) return describeChange(change, change.isTracked, figures.wording);
  return text?.(row, figures) ?? noFigure;
}

/** Every series with its figures, in the timeline's order with the columns that have text. */
export function toTableSection(figures: DocumentFigures): TableSection {
  const { report, comparison, all, search, wording } = figures;
  const columns = columnsIn<SeriesRow, SeriesContext>(seriesColumns, figures);
  const printedColumns = columns.filter(({ text }) => text);
  const order = readOrder(search.sort, columns);
  const rows = sortRows<SeriesRow, SeriesContext>(
    toSeriesRows(all, comparison),
    order,
    figures,
    wording.locale,
  );
  return {
    name: 'table',
    title: chartName(report.metric, report.groupBy),
    basis: basisOf(figures),
    columns: printedColumns.map(({ heading, isNumber = false }) => ({
      title: heading(figures),
      isNumber,
    })),
    rows: rows.map((row) => {
      const { series, isTracked } = row.drawn.summary;
      return {
        id: series.id,
        label: series.label,
        isTracked,
        cells: printedColumns.slice(1).map((column) => cellOf(column, row, figures)),
      };
    }),
  };
}
