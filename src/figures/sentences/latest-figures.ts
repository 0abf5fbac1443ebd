import { countText, countWithNoun } from '../formats/counts.ts';
import { ordinal, shortChange, unsignedChange } from '../formats/values.ts';
import { lowestName, nameInSentence } from '../series/names.ts';
import type { SeriesSummary } from '../series/series-summary.ts';
import { areLevel, seriesNoun, spreadOf } from '../series/spread.ts';
import { valueText, type Wording } from '../series/wording.ts';
import { isolate } from '../text/isolate.ts';

export interface LatestFiguresInput {
  /** The series that the figures are about. */
  lead: SeriesSummary;
  summaries: readonly SeriesSummary[];
  groupBy: string;
  /** The brand that platforms, regions or prompts are measured for; null if the series are brands, or if unknown. */
  brand: string | null;
  /** Whether filters chose the brands, so that `lead` is ranked only among those. */
  areBrandsFiltered: boolean;
  /** Whether the service omitted series, which may be lower than those in the report. */
  hasOmittedSeries: boolean;
  wording: Wording;
}

/** A figure of the strip. */
interface LatestFigure {
  key: string;
  name: string;
  text: string;
}

/**
 * The highest and the lowest platform, region or prompt at the latest scan, or that all are level; null if fewer than
 * two have a value.
 */
function spreadFiguresOf(
  { summaries, groupBy, hasOmittedSeries, wording }: Omit<LatestFiguresInput, 'brand'>,
  brand: string,
): LatestFigure[] | null {
  const values = summaries.flatMap(({ series, latest }) =>
    latest === null ? [] : [{ label: nameInSentence(groupBy, series.label), value: latest }],
  );
  const [first] = values;
  if (!first || values.length < 2) return null;
  const { unit, locale, decimals } = wording;
  const spread = spreadOf(values, wording);
  if (!spread) {
    const countedSeries = `${countText(values.length, locale)} ${seriesNoun(groupBy)}`;
    return [
      {
        key: 'level',
        name: `${isolate(brand)} · ${countedSeries}, all level at the latest scan`,
        text: valueText(first.value, wording),
      },
    ];
  }
  const { highest, lowest } = spread;
  return [
    {
      key: 'highest',
      name: `${isolate(brand)} · highest at the latest scan: ${highest.label}`,
      text: valueText(highest.first.value, wording),
    },
    {
      key: 'lowest',
      name: `${lowestName(hasOmittedSeries)}: ${lowest.label}, ${unsignedChange({ from: lowest.first.value, to: highest.first.value }, unit, locale, decimals)} below the highest`,
      text: valueText(lowest.first.value, wording),
    },
  ];
}

/** The rank of `lead` at the latest scan, such as “2nd of 8”, or that all are level. */
function rankOf({
  lead,
  summaries,
  groupBy,
  areBrandsFiltered,
  wording,
}: LatestFiguresInput): LatestFigure {
  const ranked = summaries.filter(({ latest }) => latest !== null);
  const isFiltered = groupBy === 'brand' && areBrandsFiltered;
  const caption = `${seriesNoun(groupBy)} ${isFiltered ? 'chosen' : 'measured'}`;
  if (lead.rank === null) return { key: 'rank', name: caption, text: '–' };
  const isLevel = areLevel(
    ranked.flatMap(({ latest }) => latest ?? []),
    wording,
  );
  const rankText = `${ordinal(lead.rank, wording.locale)} of ${ranked.length}`;
  if (!isLevel) return { key: 'rank', name: caption, text: rankText };
  const others = ranked.filter((summary) => summary !== lead);
  const name =
    others.length === 1 && others[0]
      ? `with ${nameInSentence(groupBy, others[0].series.label)}`
      : `with ${others.length === 2 ? 'both' : `all ${countText(others.length, wording.locale)}`} other ${caption}`;
  return { key: 'rank', name, text: 'Level' };
}

/**
 * The series that the latest figures are about: in a report by brand, the tracked brand's; in any other, the first one
 * drawn. Null if there is none.
 */
export const latestLeadOf = (
  groupBy: string,
  summaries: readonly SeriesSummary[],
  drawn: readonly { summary: SeriesSummary }[],
): SeriesSummary | null =>
  (groupBy === 'brand'
    ? summaries.find(({ isTracked }) => isTracked)
    : (drawn[0]?.summary ?? summaries[0])) ?? null;

/**
 * The key figures of a timeline: the highest and the lowest series if they are platforms, regions or prompts of a known
 * brand, and at least two have a value at the latest scan; otherwise, four figures about `lead`.
 */
export function latestFiguresOf(input: LatestFiguresInput): LatestFigure[] {
  const { lead, brand, wording } = input;
  const { unit, locale, decimals } = wording;
  const spread = brand === null ? null : spreadFiguresOf(input, brand);
  return (
    spread ?? [
      {
        key: 'latest',
        name: `${brand === null ? '' : `${isolate(brand)} · `}${isolate(lead.series.label)}, latest scan`,
        text: valueText(lead.latest, wording),
      },
      {
        key: 'change',
        name: 'since the previous scan',
        text: lead.change ? shortChange(lead.change, unit, locale, decimals) : '–',
      },
      {
        key: 'median',
        name: `median of ${countWithNoun(lead.evidence.count, 'scan', 'scans', locale)}`,
        text: valueText(lead.median, wording),
      },
      rankOf(input),
    ]
  );
}
