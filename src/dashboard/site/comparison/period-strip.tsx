import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import {
  brandFigures,
  changeName,
  isTested,
  leadFigure,
  namedMoves,
  nameOfAll,
  spreadFigures,
} from '../../../figures/sentences/period-figures.ts';
import { exploratoryDefinition } from '../../../figures/series/answer-counts.ts';
import { verdictDefinition } from '../../../figures/series/column-definitions.ts';
import { missingLeadText } from '../../../figures/series/missing-lead.ts';
import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import styles from './comparison.module.css';
import { Figure, figurePlaceholder } from './figure.tsx';
import { Change } from './move.tsx';
import { ShownVerdictText } from './shown-verdict-text.tsx';
import { StripFrame } from './strip-frame.tsx';

interface PeriodStripProps {
  comparison: PeriodComparison;
  summaries: readonly SeriesSummary[];
  groupBy: string;
  /** The name of the report's brand; null if it has none. */
  brand: string | null;
  /** The IDs of the brands that filters choose; empty if all brands are ranked. */
  chosenBrandIds: readonly string[];
  /** The move of all platforms, regions or prompts together; null in a report by brand, and while it is unknown. */
  overallMove: SeriesMove | null;
  /** Whether the figures are still loading. */
  isLoading: boolean;
  /** Whether the figures rest on few prompts or answers. */
  isExploratory: boolean;
  wording: Wording;
  /**
   * Where everything but the first two figures is shown: an element below the chart on a phone, which is null until it
   * has been drawn; undefined to show it in the strip.
   */
  restSlot?: HTMLElement | null | undefined;
  /** Shown beside or below the figures. */
  children?: ReactNode;
}

/**
 * The figures of a period compared with an earlier one, above the chart. A report by brand without the tracked brand's
 * figures leads with none.
 */
export function PeriodStrip(props: PeriodStripProps) {
  const { comparison, groupBy, chosenBrandIds, isLoading, isExploratory, wording, children } =
    props;
  const { restSlot } = props;
  const { fullReport } = comparison;
  const { moves, lead } = namedMoves(props);
  if (groupBy === 'brand' && !lead) {
    return (
      <StripFrame size="short">
        <p className={styles['noFigures']}>{missingLeadText(fullReport, chosenBrandIds)}</p>
        {children}
      </StripFrame>
    );
  }
  const isTracked = groupBy === 'brand' || fullReport.isOfTrackedBrand;
  const others =
    groupBy === 'brand' && lead
      ? brandFigures(lead, moves, chosenBrandIds.length > 0, wording)
      : spreadFigures(moves, groupBy, (fullReport.more ?? 0) > 0, wording);
  const isSplit = restSlot !== undefined && (lead !== null || isLoading);
  const otherFigures = others.map((figure) => <Figure key={figure.name} {...figure} />);
  return (
    <StripFrame size={isSplit ? 'lead' : 'full'}>
      <dl className={styles['figures']} data-of-all={groupBy !== 'brand' || undefined}>
        {/* Renders the same elements with and without values, so that an open definition stays open. */}
        {(lead || isLoading) && (
          <>
            <Figure
              {...(lead
                ? leadFigure(lead, comparison, wording)
                : { value: figurePlaceholder, name: nameOfAll(groupBy) })}
            />
            <Figure
              value={
                lead ? (
                  <Change {...lead.move} isTracked={isTracked} wording={wording} />
                ) : (
                  figurePlaceholder
                )
              }
              name={
                <>
                  {lead ? changeName(lead, comparison, wording) : 'change'}{' '}
                  <DefinitionButton {...verdictDefinition} />
                </>
              }
              remark={
                lead && (
                  <>
                    <ShownVerdictText
                      verdict={lead.move.verdict}
                      isTracked={isTracked}
                      wording={wording}
                    />
                    {isExploratory && isTested(lead.move.verdict) && (
                      <>
                        {' '}
                        <div className={styles['exploratory']}>
                          exploratory <DefinitionButton {...exploratoryDefinition} />
                        </div>
                      </>
                    )}
                  </>
                )
              }
            />
          </>
        )}
        {!isSplit && otherFigures}
      </dl>
      {!isSplit && children}
      {isSplit &&
        restSlot &&
        createPortal(
          <>
            <dl className={styles['figures']}>{otherFigures}</dl>
            {children}
          </>,
          restSlot,
        )}
    </StripFrame>
  );
}
