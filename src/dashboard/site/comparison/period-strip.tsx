import type { ReactNode } from 'react';
import { Explained } from '../../ui/explained.tsx';
import { exploratory } from '../report/definitions.ts';
import { counted, ordinal, sizeOfChange } from '../report/figures.ts';
import { lowestName, nameInSentence } from '../report/names.ts';
import type { SeriesSummary } from '../report/series-summary.ts';
import { valueText, type Wording } from '../timeline/chart/reading.ts';
import styles from './comparison.module.css';
import { Figure, waiting } from './figure.tsx';
import { Change } from './move.tsx';
import type { SeriesMove } from './moves.ts';
import { isVerdict, type ShownVerdict } from './shown-verdict.ts';
import { ShownVerdictText } from './shown-verdict-text.tsx';
import { StripFrame } from './strip-frame.tsx';
import type { PeriodComparison } from './use-comparison.ts';

interface Named {
  label: string;
  move: SeriesMove;
}

interface PeriodStripProps {
  comparison: PeriodComparison;
  summaries: readonly SeriesSummary[];
  groupBy: string;
  /** The brand that platforms or regions describe; null where each series is a brand. */
  brand: string | null;
  /** Whether filters choose brands, so that not all are ranked. */
  isSelection: boolean;
  /** All platforms or regions together; null until loaded, and in a report by brand. */
  together: SeriesMove | null;
  /** Whether `together` is still loading. */
  isLoading: boolean;
  /** Whether the figures rest on few answers. */
  isExploratory: boolean;
  wording: Wording;
  /** Shown beside the figures. */
  children?: ReactNode;
}

const everything = new Map([
  ['platform', 'all platforms'],
  ['region', 'all regions'],
  ['prompt', 'all prompts'],
]);
/** Whether a verdict says something that more answers could contradict. */
const isTested = (verdict: ShownVerdict): boolean =>
  isVerdict(verdict) && verdict.kind !== 'tooFew';

/** How far a series is ahead of the next, or behind the first. */
function gapTo(lead: Named, others: readonly Named[], of: 'now' | 'before') {
  const own = lead.move[of];
  const rivals = others.flatMap(({ label, move }) => {
    const value = move[of];
    return value === null ? [] : [{ label, value }];
  });
  const first = rivals.toSorted((a, b) => b.value - a.value)[0];
  return own === null || !first ? null : { rival: first.label, gap: own - first.value };
}

const sideOf = ({ gap, rival }: { gap: number; rival: string }) =>
  `${gap < 0 ? 'behind' : 'ahead of'} ${rival}`;

function BrandFigures({
  lead,
  others,
  isSelection,
  wording,
}: {
  lead: Named;
  others: Named[];
  isSelection: boolean;
  wording: Wording;
}) {
  const { unit, locale, decimals } = wording;
  const { rankNow, rankBefore } = lead.move;
  const ranked = [lead, ...others].filter(({ move }) => move.now !== null).length;
  const now = gapTo(lead, others, 'now');
  const before = gapTo(lead, others, 'before');
  const size = (gap: number) => sizeOfChange(Math.abs(gap), unit, locale, decimals);
  return (
    <>
      <Figure
        value={rankNow === null ? '–' : `${ordinal(rankNow, locale)} of ${ranked}`}
        name={isSelection ? 'brands chosen' : 'brands measured'}
        extra={rankBefore !== null && `was ${ordinal(rankBefore, locale)}`}
      />
      {now && (
        <Figure
          value={size(now.gap)}
          name={sideOf(now)}
          extra={
            before &&
            `was ${size(before.gap)}${sideOf(before) === sideOf(now) ? '' : ` ${sideOf(before)}`}`
          }
        />
      )}
    </>
  );
}

/** The highest and lowest values, and the difference between them. */
function SpreadFigures({
  parts,
  isPartial,
  wording,
}: {
  parts: readonly Named[];
  /** Whether there are others, which the service left out. */
  isPartial: boolean;
  wording: Wording;
}) {
  const ranked = parts
    .flatMap(({ label, move }) => (move.now === null ? [] : [{ label, value: move.now }]))
    .toSorted((a, b) => b.value - a.value);
  const highest = ranked[0];
  const lowest = ranked.at(-1);
  if (!highest || !lowest || ranked.length < 2) return null;
  const { unit, locale, decimals } = wording;
  return (
    <>
      <Figure value={valueText(highest.value, wording)} name={`highest: ${highest.label}`} />
      <Figure
        value={valueText(lowest.value, wording)}
        name={`${lowestName(isPartial)}: ${lowest.label}`}
        extra={`${sizeOfChange(highest.value - lowest.value, unit, locale, decimals)} below the highest`}
      />
    </>
  );
}

/** The figures of a period compared with an earlier one, to read before the chart. */
export function PeriodStrip(props: PeriodStripProps) {
  const {
    comparison,
    summaries,
    groupBy,
    brand,
    together,
    isLoading,
    isExploratory,
    wording,
    children,
  } = props;
  const { moves, names, slices, compared } = comparison;
  const named = summaries.flatMap(({ series, tracked }) => {
    const move = moves.get(series.id);
    return move ? [{ label: nameInSentence(groupBy, series.label), move, tracked }] : [];
  });
  const isBrands = groupBy === 'brand';
  const lead = isBrands
    ? (named.find(({ tracked }) => tracked) ?? named[0])
    : together && { label: `${brand ?? ''} · ${everything.get(groupBy) ?? ''}`, move: together };
  // Both halves are in view, so the label names this one.
  const shown =
    compared === 'halves'
      ? names.now
      : counted(slices.now.scans.length, 'scan', 'scans', wording.locale);
  return (
    <StripFrame>
      <dl className={styles['figures']}>
        {!lead && isLoading && (
          <>
            <Figure value={waiting} name={everything.get(groupBy)} />
            <Figure value={waiting} name="change" />
          </>
        )}
        {lead && (
          <>
            <Figure
              value={valueText(lead.move.now, wording)}
              name={`${lead.label}, average of ${shown}`}
            />
            <Figure
              value={<Change {...lead.move} wording={wording} />}
              name={
                lead.move.before === null
                  ? `no evidence over ${names.before}`
                  : `from ${valueText(lead.move.before, wording)} over ${names.before}`
              }
              extra={
                <>
                  <ShownVerdictText verdict={lead.move.verdict} wording={wording} />
                  {isExploratory && isTested(lead.move.verdict) && (
                    <small>
                      {' '}
                      exploratory <Explained {...exploratory} />
                    </small>
                  )}
                </>
              }
            />
          </>
        )}
        {isBrands && lead ? (
          <BrandFigures
            lead={lead}
            isSelection={props.isSelection}
            others={named.filter(({ move }) => move !== lead.move)}
            wording={wording}
          />
        ) : (
          <SpreadFigures
            parts={named}
            isPartial={(comparison.whole.more ?? 0) > 0}
            wording={wording}
          />
        )}
      </dl>
      {children}
    </StripFrame>
  );
}
