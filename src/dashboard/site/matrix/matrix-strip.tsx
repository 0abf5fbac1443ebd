import type { ReactNode } from 'react';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { verdictDefinition } from '../../../figures/series/column-definitions.ts';
import { type NamedValue, spreadOf } from '../../../figures/series/spread.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import comparisonStyles from '../comparison/comparison.module.css';
import { Figure, figurePlaceholder } from '../comparison/figure.tsx';
import { MovedList } from '../comparison/moved-list.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { type CellKey, cellIdOf } from './cell-key.ts';
import type { Matrix } from './matrix.ts';

interface NamedCell extends NamedValue {
  cellKey: CellKey;
}

/** The cells with a mean, without totals. */
function nameCells({ rows, regions }: Matrix): NamedCell[] {
  const names = new Map(regions.map(({ key, label }) => [key, label]));
  return rows.flatMap(({ key: platform, label, cells }) =>
    [...cells].flatMap(([region, { mean }]) =>
      mean === null
        ? []
        : [
            {
              cellKey: { platform, region },
              label: `${isolate(label)} in ${isolate(names.get(region) ?? region)}`,
              value: mean,
            },
          ],
    ),
  );
}

/** A button that moves the focus to a cell. */
function CellButton({ cellKey, children }: { cellKey: CellKey; children: ReactNode }) {
  return (
    <button
      type="button"
      data-printed
      className={comparisonStyles['cellButton']}
      onClick={() => document.getElementById(cellIdOf(cellKey))?.focus()}
    >
      {children}
    </button>
  );
}

interface MatrixStripProps {
  matrix: Matrix;
  /** True while cells are still loading. */
  isLoading: boolean;
  wording: Wording;
}

interface CellFiguresProps extends Pick<MatrixStripProps, 'isLoading' | 'wording'> {
  cells: readonly NamedCell[];
}

/** The highest and the lowest cell; the only one; or that all are level. */
function CellFigures({ cells, isLoading, wording }: CellFiguresProps) {
  const [first] = cells;
  const spread = spreadOf(cells, wording);
  if (isLoading || !first) {
    return (
      <>
        <Figure value={figurePlaceholder} name="highest" />
        <Figure value={figurePlaceholder} name="lowest" />
      </>
    );
  }
  if (!spread && cells.length > 1) {
    const countedCells = countWithNoun(cells.length, 'cell', 'cells', wording.locale);
    return <Figure value={valueText(first.value, wording)} name={`${countedCells}, all level`} />;
  }
  const renderFigure = (name: string, { cellKey, value }: NamedCell, label: string) => (
    <Figure
      value={valueText(value, wording)}
      name={
        <CellButton cellKey={cellKey}>
          {name}
          <span className={comparisonStyles['cellName']}>{label}</span>
        </CellButton>
      }
    />
  );
  if (!spread) return renderFigure('', first, first.label);
  const { highest, lowest } = spread;
  return (
    <>
      {renderFigure('highest: ', highest.first, highest.label)}
      {renderFigure('lowest: ', lowest.first, lowest.label)}
    </>
  );
}

/** The highest and the lowest cell, and what moved most. */
export function MatrixStrip({ matrix, isLoading, wording }: MatrixStripProps) {
  const { largestMoves, isCompared, rows } = matrix;
  const cells = nameCells(matrix);
  const isPartial = rows.some(({ state }) => state !== 'ready');
  if (cells.length === 0 && !isLoading) return null;
  return (
    <StripFrame size={isCompared ? 'short' : 'figures'}>
      <dl className={comparisonStyles['figures']} data-long-names>
        <CellFigures cells={cells} isLoading={isLoading} wording={wording} />
      </dl>
      {isCompared && (
        <MovedList
          moves={largestMoves?.moves ?? []}
          wording={wording}
          isTracked={() => matrix.isOfTrackedBrand}
          subjectOf={({ subject }) => subject}
          explanation={<DefinitionButton {...verdictDefinition} />}
          renderLink={({ cellKey }, content) => (
            <CellButton cellKey={cellKey}>{content}</CellButton>
          )}
        >
          {largestMoves === null && (isLoading || !isPartial) && (
            <p>Comparing platforms and regions…</p>
          )}
          {largestMoves === null && !isLoading && isPartial && (
            <p>Some comparisons could not be loaded.</p>
          )}
          {largestMoves?.moves.length === 0 && <p>{largestMoves.emptyText}</p>}
        </MovedList>
      )}
    </StripFrame>
  );
}
