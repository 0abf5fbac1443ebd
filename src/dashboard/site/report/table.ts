import { isEvidence } from '../../api/columns.ts';
import { isTrackedFigure } from '../../api/tracked-brand.ts';
import { calendarDay } from '../../time/format.ts';
import { capitalise } from '../../ui/capitalise.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { latestColumns, periodColumns, readOrder, sortRows } from '../comparison/order.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { countText, countWithNoun, noEvidence, shortChange } from '../series/figures.ts';
import { chartName, groupingName } from '../series/names.ts';
import { valueText } from '../series/reading.ts';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { TableRow, TableSection } from './model.ts';

const noFigure = '–';

/** A row's figures for the two periods. */
function periodCellsOf(
  move: SeriesMove,
  isTracked: boolean,
  { wording }: DocumentFigures,
): TableRow['cells'] {
  const figureText = (value: number | null) =>
    value === null ? noFigure : valueText(value, wording);
  const wordedChange = describeChange(move, isTracked, wording);
  return [
    figureText(move.now),
    figureText(move.before),
    wordedChange.text || noFigure,
    wordedChange,
  ];
}

/** A row's figures for the newest scan. */
function latestCellsOf({ summary }: DrawnSeries, figures: DocumentFigures): TableRow['cells'] {
  const { model, wording } = figures;
  const { unit, locale, decimals } = wording;
  const last = summary.series.values[summary.lastEvidenceIndex];
  const day = model.scans[summary.lastEvidenceIndex]?.date ?? '';
  const olderText = isEvidence(last)
    ? `${noEvidence}; ${valueText(last, wording)} on ${calendarDay(day, locale)} (UTC day)`
    : noEvidence;
  return [
    summary.latest === null ? olderText : valueText(summary.latest, wording),
    summary.change ? shortChange(summary.change, unit, locale, decimals) : noFigure,
  ];
}

const toNumberColumn = (title: string) => ({ title, isNumber: true });
const periodTitles = [
  toNumberColumn('Now'),
  toNumberColumn('Before'),
  toNumberColumn('Change'),
  { title: 'Verdict', isNumber: false },
];
const latestTitles = [toNumberColumn('Latest'), toNumberColumn('Change since the previous scan')];

/** What the table's figures are based on, and how many series or prompts it leaves out. */
function basisOf({ comparison, report, all, model, wording }: DocumentFigures): string {
  const { locale } = wording;
  const scans = countWithNoun(model.scans.length, 'scan', 'scans', locale);
  const basis = comparison
    ? `${capitalise(comparison.names.now)} compared with ${comparison.names.before}.`
    : `${scans}.`;
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

/** Every series with its figures, in the timeline's order. */
export function toTableSection(figures: DocumentFigures): TableSection {
  const { report, comparison, all, search, wording } = figures;
  const order = readOrder(search.sort, comparison ? periodColumns : latestColumns);
  const comparedRows = all.map((drawn) => ({
    drawn,
    summary: drawn.summary,
    move: comparison?.moves.get(drawn.summary.series.id),
  }));
  return {
    name: 'table',
    title: chartName(report.metric, report.groupBy),
    basis: basisOf(figures),
    columns: [
      { title: groupingName(report.groupBy), isNumber: false },
      ...(comparison ? periodTitles : latestTitles),
      toNumberColumn('Median'),
      toNumberColumn('Evidence'),
    ],
    rows: sortRows(comparedRows, order, wording.locale).map(({ drawn, move }) => {
      const { series, isTracked, median, evidence } = drawn.summary;
      const evidenceText = countText(evidence.count, wording.locale);
      return {
        id: series.id,
        label: series.label,
        isTracked,
        cells: [
          ...(move
            ? periodCellsOf(move, isTrackedFigure(report, series.id), figures)
            : latestCellsOf(drawn, figures)),
          median === null ? noFigure : valueText(median, wording),
          `${evidenceText} of ${countText(evidence.points, wording.locale)}`,
        ],
      };
    }),
  };
}
