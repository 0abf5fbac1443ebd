import { describePeriods } from '../../../figures/comparison/period-names.ts';
import { shortVerdictText } from '../../../figures/comparison/shown-verdict.ts';
import { versionSentence } from '../../../figures/comparison/versions.ts';
import { unsignedChange } from '../../../figures/formats/values.ts';
import { metricName } from '../../../figures/series/names.ts';
import { markTrackedBrand } from '../../../figures/series/tracked-brand.ts';
import { valueText } from '../../../figures/series/wording.ts';
import { capitalise } from '../../../figures/text/capitalise.ts';
import { describeScale } from '../matrix/describe-scale.ts';
import { gridColumns, gridRows, rowName } from '../matrix/grid.ts';
import { type Cell, type Matrix, type MatrixRow, toMatrix } from '../matrix/matrix.ts';
import { shadeOf } from '../series/shade.ts';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { MatrixCell, MatrixSection } from './model.ts';

/** The maximum number of regions in one table, so that it fits the width of a page. */
const maxRegionsPerTable = 5;

/** The matrix in a report document; null if the reports that it needs were not loaded. */
export function matrixOf({ responses }: DocumentFigures): Matrix | null {
  const { groups, rows, compared, changes } = responses;
  if (!groups.platform || !rows) return null;
  return toMatrix({
    byPlatform: markTrackedBrand(groups.platform, groups.brand),
    byRegion: groups.region ?? null,
    byBrand: groups.brand ?? null,
    rows,
    compared,
    changes,
  });
}

function cellOf(
  cell: Cell | null | undefined,
  state: MatrixRow['state'],
  matrix: Matrix,
  { wording }: DocumentFigures,
): MatrixCell {
  if (!cell) {
    return {
      mean: state === 'ready' ? 'no evidence' : 'not loaded',
      change: null,
      shade: null,
    };
  }
  const { mean, before, verdict } = cell;
  const isCompared = matrix.isCompared && mean !== null && before !== null;
  const wordedChange = describeChange(
    { now: mean, before, verdict: verdict ?? { kind: 'unchanged' } },
    matrix.isOfTrackedBrand,
    wording,
  );
  return {
    mean: valueText(mean, wording),
    change: isCompared
      ? {
          ...wordedChange,
          verdictText: verdict && verdict.kind !== 'pending' ? shortVerdictText(verdict) : '',
        }
      : null,
    shade: mean === null ? null : shadeOf(mean, matrix),
  };
}

function basisOf(matrix: Matrix, figures: DocumentFigures): string {
  const { isCompared, meanRange } = matrix;
  const { comparison, wording } = figures;
  return [
    isCompared && comparison && `${capitalise(describePeriods(comparison, wording.locale))}.`,
    meanRange && `${describeScale(matrix, wording)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where the tables start and end: a few regions each. The last one also has the column for all regions together. */
function partsOf({ regions }: Matrix): [start: number, end: number][] {
  const starts = [...regions.keys()].filter((index) => index % maxRegionsPerTable === 0);
  if (starts.length === 0) starts.push(0);
  return starts.map((start, part) => [start, starts[part + 1] ?? regions.length + 1]);
}

const blankCell: MatrixCell = { mean: '', change: null, shade: null };

/** Platforms down and regions across, with totals, split into tables of a few regions each. */
export function toMatrixSection(matrix: Matrix, figures: DocumentFigures): MatrixSection {
  const { unit, locale, decimals } = figures.wording;
  const sizeText = (size: number) => unsignedChange(size, unit, locale, decimals);
  const columns = gridColumns(matrix);
  const rows = gridRows(matrix).map((row) => ({
    platform: rowName(row),
    note: row.versionDifference ? versionSentence(row.versionDifference, sizeText) : '',
    cells: row.cells.map((cell, column) => {
      const isOfAllRegions = columns[column]?.key === null;
      if (row.key === null && isOfAllRegions && !cell) return blankCell;
      return cellOf(cell, isOfAllRegions ? 'ready' : row.state, matrix, figures);
    }),
  }));
  return {
    name: 'matrix',
    title: `${metricName(figures.report.metric)} by platform and region`,
    basis: basisOf(matrix, figures),
    parts: partsOf(matrix).map(([start, end]) => ({
      regions: columns.slice(start, end).map(({ label }) => label),
      rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.slice(start, end) })),
    })),
  };
}

/** Whether any cell or total really moved. */
export const hasMovedCell = ({ rows, regions }: Matrix): boolean =>
  [
    ...rows.flatMap(({ cells, total }) => [...cells.values(), total]),
    ...regions.map(({ total }) => total),
  ].some((cell) => cell?.verdict?.kind === 'real');
