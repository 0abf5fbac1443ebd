import { periodNamesOf } from '../../../../figures/comparison/period-names.ts';
import { countText, countWithNoun } from '../../../../figures/formats/counts.ts';
import { calendarDay } from '../../../../figures/formats/dates.ts';
import {
  noEvidence,
  shortChange,
  shortValue,
  shownDifference,
} from '../../../../figures/formats/values.ts';
import { describeVerdict } from '../../../../figures/sentences/describe-verdict.ts';
import { slopeMeaning, verdictDefinition } from '../../../../figures/series/column-definitions.ts';
import { isEvidence } from '../../../../figures/series/columns.ts';
import type { Definition } from '../../../../figures/series/definitions.ts';
import { groupingName } from '../../../../figures/series/names.ts';
import { isTrackedFigure } from '../../../../figures/series/tracked-brand.ts';
import { valueText } from '../../../../figures/series/wording.ts';
import type { ValueChange } from '../../../../figures/verdicts/verdicts.ts';
import { Sparkline } from '../../chart/sparkline.tsx';
import { Change } from '../../comparison/move.tsx';
import type { SeriesContext, SeriesRow } from '../../comparison/series-rows.ts';
import { ShownVerdictText } from '../../comparison/shown-verdict-text.tsx';
import type { Column } from '../../layout/columns.ts';
import styles from '../../layout/table.module.css';

type SeriesColumn = Column<SeriesRow, SeriesContext>;

const isCompared = ({ comparison }: SeriesContext): boolean => comparison !== null;
const isNotCompared = ({ comparison }: SeriesContext): boolean => comparison === null;

/** What columns of values with the metric's unit have in common. */
const valueColumn = (
  heading: string,
  figure: (row: SeriesRow) => number | null,
  csvHeading: (context: SeriesContext) => string = () => heading,
) =>
  ({
    heading: () => heading,
    isNumber: true,
    sorting: { figure },
    text: (row, { wording }) => {
      const value = figure(row);
      return value === null ? null : valueText(value, wording);
    },
    csv: [{ heading: csvHeading, value: figure, unit: 'value' }],
  }) satisfies Omit<SeriesColumn, 'id'>;

const evidenceCountOf = ({ drawn }: SeriesRow): number => drawn.summary.evidence.count;
const pointCountOf = ({ drawn }: SeriesRow): number => drawn.summary.evidence.points;
const latestOf = ({ drawn }: SeriesRow): number | null => drawn.summary.latest;
const labelOf = ({ drawn }: SeriesRow): string => drawn.summary.series.label;

/** The values of the two periods, or of the previous and the newest scan if nothing is compared. */
function changedValuesOf({ drawn, move }: SeriesRow): ValueChange | null {
  if (!move) return drawn.summary.change;
  const { now, before } = move;
  return now === null || before === null ? null : { from: before, to: now };
}

/** The change as the page shows it. */
function changeOf(row: SeriesRow, { wording }: SeriesContext): number | null {
  const values = changedValuesOf(row);
  return values && shownDifference(values, wording.decimals);
}

const verdictTextOf = ({ move }: SeriesRow, { wording }: SeriesContext): string =>
  describeVerdict(move?.verdict ?? null, wording);

const groupingHeading = ({ model }: SeriesContext): string => groupingName(model.groupBy);

const changeHeading = (context: SeriesContext): string =>
  isCompared(context) ? 'Change' : 'Change since the previous scan';

/** The last value with evidence and its day, for series without evidence at the newest scan; null if there is none. */
function olderValueOf({ drawn }: SeriesRow, { model, wording }: SeriesContext): string | null {
  const { series, lastEvidenceIndex } = drawn.summary;
  const value = series.values[lastEvidenceIndex];
  if (!isEvidence(value)) return null;
  const day = calendarDay(model.scans[lastEvidenceIndex]?.date ?? '', wording.locale);
  return `${valueText(value, wording)} on ${day} (UTC day)`;
}

function changeTextOf(row: SeriesRow, { wording }: SeriesContext): string | null {
  const values = changedValuesOf(row);
  const { unit, locale, decimals } = wording;
  return values && shortChange(values, unit, locale, decimals);
}

/** The change between the two periods with its verdict; null if nothing is compared. */
const judgedOf = ({ drawn, move }: SeriesRow, { model }: SeriesContext) =>
  move ? { ...move, isTracked: isTrackedFigure(model, drawn.summary.series.id) } : null;

/** How many answers name the brand of a row, and in how many it is named first; null if none does, or if unknown. */
function firstMentionsOf({ drawn }: SeriesRow, { namedFirst }: SeriesContext) {
  if (namedFirst === null || typeof namedFirst === 'string') return null;
  return namedFirst.get(drawn.summary.series.key.toLowerCase()) ?? null;
}

/** The share of a brand's answers that name it first, in percent. */
function firstShareOf(row: SeriesRow, context: SeriesContext): number | null {
  const mentions = firstMentionsOf(row, context);
  return mentions && (100 * mentions.first) / mentions.answers;
}

function firstShareText(row: SeriesRow, context: SeriesContext): string | null {
  const share = firstShareOf(row, context);
  return share === null ? null : shortValue(share, '%', context.wording.locale);
}

export const namedFirstDefinition: Definition = {
  term: 'Named first',
  meaning:
    'Of the answers in view that name the brand, the share in which it is the first brand named. Answers whose order of mentions is unknown do not count.',
};

export const medianDefinition: Definition = {
  term: 'Median',
  meaning: 'The middle value: half of the scans with a value are above it, and half are below.',
};

export const evidenceDefinition: Definition = {
  term: 'Evidence',
  meaning:
    'How many of the scans in view have a value. A scan has no value if there was nothing to measure, such as no answers or, for sentiment, no mentions with a sentiment. That is not the same as zero.',
};

/** The columns of the timeline's table, in order: for the page, its CSV file and the table of a report. */
export const seriesColumns: readonly SeriesColumn[] = [
  {
    id: 'label',
    heading: groupingHeading,
    sorting: { compare: (a, b, collator) => collator.compare(labelOf(a), labelOf(b)) },
    text: labelOf,
    csv: [{ heading: groupingHeading, value: labelOf }],
  },
  {
    id: 'latest',
    isShown: isNotCompared,
    ...valueColumn('Latest', latestOf),
    text: (row, context) => {
      const latest = latestOf(row);
      if (latest !== null) return valueText(latest, context.wording);
      const older = olderValueOf(row, context);
      return older === null ? noEvidence : `${noEvidence}; ${older}`;
    },
    cell: (row, context) => {
      const latest = latestOf(row);
      if (latest !== null) return valueText(latest, context.wording);
      const older = olderValueOf(row, context);
      return (
        <span className={styles['none']}>
          {noEvidence}
          {older !== null && <small>{older}</small>}
        </span>
      );
    },
  },
  {
    id: 'now',
    isShown: isCompared,
    ...valueColumn(
      'Now',
      ({ move }) => move?.now ?? null,
      ({ comparison, wording }) =>
        `Now, ${comparison && periodNamesOf(comparison, wording.locale).now}`,
    ),
  },
  {
    id: 'before',
    isShown: isCompared,
    ...valueColumn(
      'Before',
      ({ move }) => move?.before ?? null,
      ({ comparison, wording }) =>
        `Before, ${comparison && periodNamesOf(comparison, wording.locale).before}`,
    ),
  },
  {
    id: 'change',
    heading: changeHeading,
    definition: (context) => ({
      term: 'Change',
      meaning: `${
        isCompared(context)
          ? '“Now” minus “Before”'
          : 'The value at the latest scan minus the value at the previous one'
      }, as they are shown. Verdicts compare unrounded values.`,
    }),
    isNumber: true,
    sorting: { figure: changeOf },
    text: changeTextOf,
    cell: (row, context) => {
      const judged = judgedOf(row, context);
      const { change } = row.drawn.summary;
      if (judged) return <Change {...judged} wording={context.wording} />;
      return (
        change && (
          <span title={`from ${valueText(change.from, context.wording)}`}>
            {changeTextOf(row, context)}
          </span>
        )
      );
    },
    csv: [{ heading: changeHeading, value: changeOf, unit: 'change' }],
  },
  {
    id: 'move',
    heading: () => 'Verdict',
    definition: () => verdictDefinition,
    isShown: isCompared,
    cellClass: styles['move'],
    sorting: {
      figure: ({ move }) => (move?.verdict.kind === 'real' ? move.verdict.change : null),
    },
    text: verdictTextOf,
    judged: judgedOf,
    cell: (row, context) => {
      const judged = judgedOf(row, context);
      return judged && <ShownVerdictText {...judged} wording={context.wording} />;
    },
    csv: [{ heading: () => 'Verdict', value: verdictTextOf }],
  },
  {
    id: 'first',
    heading: () => 'Named first',
    definition: () => namedFirstDefinition,
    isShown: ({ namedFirst }) => namedFirst !== null,
    isNumber: true,
    sorting: { figure: firstShareOf },
    text: firstShareText,
    cell: (row, context) => {
      const { namedFirst, wording } = context;
      if (namedFirst === 'loading') return <span className={styles['none']}>…</span>;
      if (namedFirst === 'failed') return <span className={styles['none']}>not loaded</span>;
      const mentions = firstMentionsOf(row, context);
      return (
        mentions && (
          <span
            title={`${countText(mentions.first, wording.locale)} of ${countWithNoun(mentions.answers, 'answer', 'answers', wording.locale)}`}
          >
            {firstShareText(row, context)}
          </span>
        )
      );
    },
    csv: [
      {
        heading: () => 'Named first (%)',
        value: (row, context) => {
          const share = firstShareOf(row, context);
          return share === null ? null : Math.round(10 * share) / 10;
        },
      },
    ],
  },
  {
    id: 'median',
    ...valueColumn('Median', ({ drawn }) => drawn.summary.median),
    definition: () => medianDefinition,
  },
  {
    id: 'evidence',
    heading: () => 'Evidence',
    definition: () => evidenceDefinition,
    isNumber: true,
    sorting: { figure: evidenceCountOf },
    text: (row, { wording: { locale } }) =>
      `${countText(evidenceCountOf(row), locale)} of ${countText(pointCountOf(row), locale)}`,
    csv: [
      { heading: () => 'Scans with evidence', value: evidenceCountOf },
      { heading: () => 'Scans', value: pointCountOf },
    ],
  },
  {
    // Only drawn: a line has no single figure, and the CSV file of all points contains its values.
    id: 'trend',
    heading: () => 'Trend',
    definition: () => ({
      term: 'Trend',
      meaning: `The values of the scans in view as a line, each line on its own scale. ${slopeMeaning}`,
    }),
    cellClass: styles['trendCell'],
    sorting: { figure: ({ drawn }) => drawn.summary.slope },
    cell: ({ drawn: { summary, look } }, { model, comparison }) => (
      <Sparkline
        className={styles['trend']}
        values={summary.series.values}
        present={summary.series.present}
        instants={model.instants}
        stroke={look.colour}
        width={comparison ? 80 : 120}
      />
    ),
  },
];
