import type { ReactNode } from 'react';
import comparisonStyles from '../comparison/comparison.module.css';
import { Figure, waiting } from '../comparison/figure.tsx';
import { MovedList } from '../comparison/moved-list.tsx';
import { movesUnknown, nothingMoved } from '../comparison/moved-words.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { valueText, type Wording } from '../timeline/chart/reading.ts';
import type { Matrix } from './matrix.ts';
import { cellIdOf, type Place } from './place.ts';

interface NamedCell {
  place: Place;
  label: string;
  mean: number;
}

/** The inner cells with a mean, the highest first. */
function rankedCells({ rows, regions }: Matrix): NamedCell[] {
  const names = new Map(regions.map(({ key, label }) => [key, label]));
  return rows
    .flatMap(({ key: platform, label, cells }) =>
      [...cells].flatMap(([region, { mean }]) =>
        mean === null
          ? []
          : [
              {
                place: { platform, region },
                label: `${label} in ${names.get(region) ?? region}`,
                mean,
              },
            ],
      ),
    )
    .toSorted((a, b) => b.mean - a.mean);
}

/** A button that moves the focus to a cell. */
function CellButton({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <button
      type="button"
      data-printed
      className={comparisonStyles['cellButton']}
      onClick={() => document.getElementById(cellIdOf(place))?.focus()}
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
  const { moved, isCompared, rows } = matrix;
  const ranked = rankedCells(matrix);
  const isPartial = rows.some(({ state }) => state !== 'ready');
  const figure = (side: string, cell: NamedCell | undefined) => (
    <Figure
      value={cell && !isLoading ? valueText(cell.mean, wording) : waiting}
      name={
        cell && !isLoading ? (
          <CellButton place={cell.place}>
            {side}: {cell.label}
          </CellButton>
        ) : (
          side
        )
      }
    />
  );
  if (ranked.length === 0 && !isLoading) return null;
  return (
    <StripFrame size={isCompared ? 'short' : 'figures'}>
      <dl className={comparisonStyles['figures']}>
        {figure('highest', ranked[0])}
        {ranked.length !== 1 && figure('lowest', ranked.at(-1))}
      </dl>
      {isCompared && (
        <MovedList
          moved={moved?.moved ?? []}
          wording={wording}
          subjectOf={({ subject }) => subject}
          linkTo={({ place }, content) => <CellButton place={place}>{content}</CellButton>}
        >
          {moved === null && (isLoading || !isPartial) && <p>Comparing platforms and regions…</p>}
          {moved === null && !isLoading && isPartial && (
            <p>Some comparisons could not be loaded.</p>
          )}
          {moved?.moved.length === 0 && <p>{moved.isJudged ? nothingMoved : movesUnknown}</p>}
        </MovedList>
      )}
    </StripFrame>
  );
}
