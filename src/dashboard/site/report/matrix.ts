import { markTrackedBrand } from '../../api/tracked-brand.ts';
import { capitalise } from '../../ui/capitalise.ts';
import { shortVerdictText } from '../comparison/shown-verdict.ts';
import { versionSentence } from '../comparison/versions.ts';
import { describeScale } from '../matrix/describe-scale.ts';
import {
  type Cell,
  type Matrix,
  type MatrixRow,
  scalePositionOf,
  toMatrix,
} from '../matrix/matrix.ts';
import { unsignedChange } from '../series/figures.ts';
import { metricName } from '../series/names.ts';
import { isWebVersion } from '../series/platforms.ts';
import { valueText } from '../series/reading.ts';
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
      scalePosition: null,
    };
  }
  const { mean, change, verdict } = cell;
  const isCompared = matrix.isCompared && change !== null;
  const wordedChange = describeChange(
    { change, verdict: verdict ?? { kind: 'unchanged' } },
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
    scalePosition: mean === null ? null : scalePositionOf(mean, matrix.meanRange),
  };
}

/** The name of a platform's row: "ChatGPT web" if ChatGPT's API has a separate row. */
function platformNameOf({ key, label }: MatrixRow, { rows }: Matrix): string {
  const keys = rows.map((row) => row.key);
  return isWebVersion(key, keys) ? `${label} web` : label;
}

function basisOf({ isCompared, meanRange }: Matrix, figures: DocumentFigures): string {
  const { comparison, wording } = figures;
  const names = comparison?.names;
  return [
    isCompared && names && `${capitalise(names.now)} compared with ${names.before}.`,
    meanRange && `${describeScale(meanRange, wording)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface Column {
  /** The key of a region; null for all regions together. */
  key: string | null;
  label: string;
  /** The total of the region; null if it has none, and for all regions together. */
  total: Cell | null;
}

/** The columns of each table: a few regions each. The last column of the last table is for all regions together. */
function columnsOf({ regions }: Matrix): Column[][] {
  const parts: Column[][] = [];
  for (let start = 0; start < regions.length; start += maxRegionsPerTable) {
    parts.push(regions.slice(start, start + maxRegionsPerTable));
  }
  const all = { key: null, label: 'All regions', total: null };
  return [...parts.slice(0, -1), [...(parts.at(-1) ?? []), all]];
}

const blankCell: MatrixCell = { mean: '', change: null, scalePosition: null };

/** Platforms down and regions across, with totals, split into tables of a few regions each. */
export function toMatrixSection(matrix: Matrix, figures: DocumentFigures): MatrixSection {
  const { unit, locale, decimals } = figures.wording;
  const sizeText = (size: number) => unsignedChange(size, unit, locale, decimals);
  const rowOf = (row: MatrixRow, columns: readonly Column[]) => ({
    platform: platformNameOf(row, matrix),
    note: row.versionDifference ? versionSentence(row.versionDifference, sizeText) : '',
    cells: columns.map(({ key }) =>
      key === null
        ? cellOf(row.total, 'ready', matrix, figures)
        : cellOf(row.cells.get(key), row.state, matrix, figures),
    ),
  });
  return {
    name: 'matrix',
    title: `${metricName(figures.report.metric)} by platform and region`,
    basis: basisOf(matrix, figures),
    parts: columnsOf(matrix).map((columns) => ({
      regions: columns.map(({ label }) => label),
      rows: [
        ...matrix.rows.map((row) => rowOf(row, columns)),
        {
          platform: 'All platforms',
          note: '',
          cells: columns.map(({ key, total }) =>
            key === null ? blankCell : cellOf(total, matrix.totalsState, matrix, figures),
          ),
        },
      ],
    })),
  };
}

/** Whether any cell or total really moved. */
export const hasMovedCell = ({ rows, regions }: Matrix): boolean =>
  [
    ...rows.flatMap(({ cells, total }) => [...cells.values(), total]),
    ...regions.map(({ total }) => total),
  ].some((cell) => cell?.verdict?.kind === 'real');
