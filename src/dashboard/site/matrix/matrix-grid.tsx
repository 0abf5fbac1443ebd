import { memo, type ReactNode } from 'react';
import type { ShownVerdict } from '../../../figures/comparison/shown-verdict.ts';
import { versionSentence } from '../../../figures/comparison/versions.ts';
import { unsignedChange } from '../../../figures/formats/values.ts';
import { describeVerdict } from '../../../figures/sentences/describe-verdict.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { Block } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Sparkline } from '../chart/sparkline.tsx';
import comparisonStyles from '../comparison/comparison.module.css';
import { Change } from '../comparison/move.tsx';
import { ShownVerdictText } from '../comparison/shown-verdict-text.tsx';
import type { TimelineSearch } from '../search/search.ts';
import { shadeOf } from '../series/shade.ts';
import { CellBox } from './cell-box.tsx';
import type { CellKey } from './cell-key.ts';
import { CellLink } from './cell-link.tsx';
import { type GridRow, gridColumns, gridRows } from './grid.ts';
import styles from './matrix.module.css';
import type { Cell, Matrix, MatrixRow } from './matrix.ts';
import { useGridKeys } from './use-grid-keys.ts';

interface FiguresProps {
  cell: Cell;
  matrix: Matrix;
  wording: Wording;
}

/** Shown for a move within the usual scatter instead of words, so that real moves stand out. */
export const scatterMark = '≈';
/** Likewise for periods that were measured differently: the words do not fit into a cell, and would make its row taller. */
export const changedMark = '≠';

/** The mark that a cell shows for a verdict; null if it shows words. */
function markOf(verdict: ShownVerdict): string | null {
  if (verdict.kind === 'changed') return changedMark;
  return verdict.kind === 'scatter' && verdict.remark === undefined ? scatterMark : null;
}

interface CellVerdictProps {
  verdict: ShownVerdict | null;
  isTracked: boolean;
  wording: Wording;
}

function CellVerdict({ verdict, isTracked, wording }: CellVerdictProps) {
  if (!verdict) return <span className={`${comparisonStyles['verdict']} ${styles['noVerdict']}`} />;
  const mark = markOf(verdict);
  if (mark === null)
    return <ShownVerdictText isShort verdict={verdict} isTracked={isTracked} wording={wording} />;
  const sentence = describeVerdict(verdict, wording);
  return (
    <span title={sentence}>
      <span aria-hidden="true">{mark}</span>
      <VisuallyHidden>{sentence}</VisuallyHidden>
    </span>
  );
}

/** A cell's mean, change, verdict and line. */
function Figures({ cell, matrix, wording }: FiguresProps) {
  const { mean, before, verdict, series, instants } = cell;
  const isTracked = matrix.isOfTrackedBrand;
  return (
    <>
      <span className={styles['mean']}>
        {valueText(mean, wording)}
        {mean !== null && matrix.valueRange && (
          <Sparkline
            className={styles['line']}
            values={series.values}
            present={series.present}
            instants={instants}
            timeRange={matrix.timeRange}
            valueRange={matrix.valueRange}
            stroke="currentcolor"
            width={56}
            height={22}
            strokeWidth={1.25}
          />
        )}
      </span>
      {matrix.isCompared && mean !== null && before !== null && (
        <span
          className={styles['move']}
          data-marked={(verdict && markOf(verdict) !== null) || undefined}
        >
          {/* Until its verdict arrives, a change is shown without an arrow. */}
          <Change
            now={mean}
            before={before}
            verdict={verdict ?? { kind: 'unchanged' }}
            isTracked={isTracked}
            wording={wording}
          />
          <CellVerdict {...{ verdict, isTracked, wording }} />
        </span>
      )}
    </>
  );
}

interface GridProps {
  search: TimelineSearch;
  matrix: Matrix;
  wording: Wording;
  /** What the cells show: "Visibility by platform and region". */
  name: string;
}

const emptyCellContents = {
  loading: (
    <>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Block width="4rem" height="1rem" />
    </>
  ),
  failed: 'not loaded',
  ready: 'no evidence',
} satisfies Record<MatrixRow['state'], ReactNode>;

/** Shown in a cell without figures. */
function fallbackOf(
  { key, state }: GridRow,
  region: string | null,
  { overallState }: Matrix,
): ReactNode {
  if (region !== null) return emptyCellContents[state];
  if (key !== null) return emptyCellContents.ready;
  return overallState === 'ready' ? 'Open timeline' : emptyCellContents[overallState];
}

interface RowHeaderProps {
  row: GridRow;
  sizeText: (size: number) => string;
}

/** The name of a row, with how a platform's website and API differ. */
function RowHeader({ row, sizeText }: RowHeaderProps) {
  const { key, label, isWeb, versionDifference } = row;
  if (key === null) return <th scope="row">{label}</th>;
  return (
    <th scope="row" abbr={label}>
      <bdi>{label}</bdi>
      {isWeb && <small> web</small>}
      {versionDifference && (
        <p className={styles['versions']} data-kind={versionDifference.verdict.kind}>
          {versionSentence(versionDifference, sizeText)}
        </p>
      )}
    </th>
  );
}

/**
 * A row for each platform and a column for each region, with totals. Every cell links to its timeline, except in a
 * share that leaves the timeline out.
 */
export const MatrixGrid = memo((props: GridProps) => {
  const { search, matrix, wording, name } = props;
  const columns = gridColumns(matrix);
  const rows = gridRows(matrix);
  const hasAnswers = useCapability('answers');
  const regionKeys = matrix.regions.map(({ key }) => key);
  const { isActive, tableProps, bodyProps } = useGridKeys(rows.length, columns.length);
  const sizeText = (size: number) =>
    unsignedChange(size, wording.unit, wording.locale, wording.decimals);
  const renderCell = (
    [row, column]: readonly [number, number],
    cellKey: CellKey,
    cell: Cell | null,
    fallback: ReactNode,
  ) => {
    const mean = cell?.mean ?? null;
    const cellProps = { cellKey, isActive: isActive(row, column) };
    // A filter by country includes its areas, but the country's cell does not, so the answers would not match the cell.
    const hasAreas = regionKeys.some((key) => key.startsWith(`${cellKey.region}:`));
    return (
      <CellBox
        key={column}
        {...cellProps}
        isTotal={cellKey.platform === null || cellKey.region === null}
        shade={mean === null ? null : shadeOf(mean, matrix)}
        hasAnswers={hasAnswers && cell !== null && !hasAreas}
      >
        <CellLink {...{ search, regions: regionKeys }} {...cellProps}>
          {cell ? <Figures cell={cell} matrix={matrix} wording={wording} /> : fallback}
        </CellLink>
      </CellBox>
    );
  };
  return (
    <table className={styles['grid']} {...tableProps} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Platform</th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {key === null ? label : <bdi>{label}</bdi>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...bodyProps}>
        {rows.map((row, rowIndex) => (
          <tr key={row.key}>
            <RowHeader {...{ row, sizeText }} />
            {columns.map(({ key }, column) =>
              renderCell(
                [rowIndex, column],
                { platform: row.key, region: key },
                row.cells[column] ?? null,
                fallbackOf(row, key, matrix),
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
