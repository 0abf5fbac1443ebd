import type { ReactNode } from 'react';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import comparisonStyles from '../comparison/comparison.module.css';
import { Figure, figurePlaceholder } from '../comparison/figure.tsx';
import { MovedList } from '../comparison/moved-list.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { verdictDefinition } from '../report/column-definitions.ts';
import { valueText, type Wording } from '../report/reading.ts';
import { type CellKey, cellIdOf } from './cell-key.ts';
import type { Matrix } from './matrix.ts';

interface NamedCell {
  cellKey: CellKey;
  label: string;
  mean: number;
}

/** The cells with a mean, without totals, highest first. */
function rankCells({ rows, regions }: Matrix): NamedCell[] {
  const names = new Map(regions.map(({ key, label }) => [key, label]));
  return rows
    .flatMap(({ key: platform, label, cells }) =>
      [...cells].flatMap(([region, { mean }]) =>
        mean === null
          ? []
          : [
              {
                cellKey: { platform, region },
                label: `${label} in ${names.get(region) ?? region}`,
                mean,
              },
            ],
      ),
    )
    .toSorted((a, b) => b.mean - a.mean);
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

/** The highest and the lowest cell, and what moved most. */
export function MatrixStrip({ matrix, isLoading, wording }: MatrixStripProps) {
  const { largestMoves, isCompared, rows } = matrix;
  const sortedCells = rankCells(matrix);
  const isPartial = rows.some(({ state }) => state !== 'ready');
  const renderFigure = (name: string, cell: NamedCell | undefined) => (
    <Figure
      value={cell && !isLoading ? valueText(cell.mean, wording) : figurePlaceholder}
      name={
        cell && !isLoading ? (
          <CellButton cellKey={cell.cellKey}>
            {name}: {cell.label}
          </CellButton>
        ) : (
          name
        )
      }
    />
  );
  if (sortedCells.length === 0 && !isLoading) return null;
  return (
    <StripFrame size={isCompared ? 'short' : 'figures'}>
      <dl className={comparisonStyles['figures']}>
        {renderFigure('highest', sortedCells[0])}
        {sortedCells.length !== 1 && renderFigure('lowest', sortedCells.at(-1))}
      </dl>
      {isCompared && (
        <MovedList
          moves={largestMoves?.moves ?? []}
          wording={wording}
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
