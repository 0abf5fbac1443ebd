import { countWithNoun, ordinal, shortChange, unsignedChange } from '../report/figures.ts';
import { lowestName, nameInSentence } from '../report/names.ts';
import { valueText, type Wording } from '../report/reading.ts';
import type { SeriesSummary } from '../report/series-summary.ts';

/** The caption of a rank such as “2nd of 8”, by grouping. */
const rankCaptions = new Map([
  ['brand', 'brands measured'],
  ['platform', 'platforms measured'],
  ['region', 'regions measured'],
  ['prompt', 'prompts measured'],
]);

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

/** The highest and the lowest platform, region or prompt at the latest scan; null if fewer than two have a value. */
function spreadOf(
  { summaries, groupBy, hasOmittedSeries, wording }: Omit<LatestFiguresInput, 'brand'>,
  brand: string,
) {
  const ranked = summaries
    .flatMap(({ series, latest }) =>
      latest === null ? [] : [{ label: nameInSentence(groupBy, series.label), latest }],
    )
    .toSorted((a, b) => b.latest - a.latest);
  const [highest, lowest] = [ranked[0], ranked.at(-1)];
  if (!highest || !lowest || ranked.length < 2) return null;
  const { unit, locale, decimals } = wording;
  return [
    {
      key: 'highest',
      name: `${brand} · highest at the latest scan: ${highest.label}`,
      text: valueText(highest.latest, wording),
    },
    {
      key: 'lowest',
      name: `${lowestName(hasOmittedSeries)}: ${lowest.label}, ${unsignedChange(highest.latest - lowest.latest, unit, locale, decimals)} below the highest`,
      text: valueText(lowest.latest, wording),
    },
  ];
}

/**
 * The key figures of a timeline: the highest and the lowest series if they are platforms, regions or prompts of a known
 * brand, and at least two have a value at the latest scan; otherwise, four figures about `lead`.
 */
export function latestFiguresOf(
  input: LatestFiguresInput,
): { key: string; name: string; text: string }[] {
  const { lead, summaries, groupBy, brand, areBrandsFiltered, wording } = input;
  const { unit, locale, decimals } = wording;
  const rankedCount = summaries.filter(({ rank }) => rank !== null).length;
  const spread = brand === null ? null : spreadOf(input, brand);
  return (
    spread ?? [
      {
        key: 'latest',
        name: `${brand === null ? '' : `${brand} · `}${lead.series.label}, latest scan`,
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
      {
        key: 'rank',
        name:
          groupBy === 'brand' && areBrandsFiltered
            ? 'brands chosen'
            : (rankCaptions.get(groupBy) ?? 'measured'),
        text: lead.rank === null ? '–' : `${ordinal(lead.rank, locale)} of ${rankedCount}`,
      },
    ]
  );
}
