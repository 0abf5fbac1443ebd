/** Reports and scans of a site that adds a platform, for testing pages. */
import { HttpResponse } from 'msw';
import { uuid } from '../service/small-world.ts';

export const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
export const scansPath = '*/sightline/v1/sites/:siteId/scans';
export const countsPath = '*/sightline/v1/sites/:siteId/reports/counts';

const acme = uuid(0x901);
/** Scatter from scan to scan, in percentage points. */
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const scanIdAt = (index: number) => uuid(0x1000 + index);
const scanIndices = Array.from({ length: 59 }, (_, index) => index);
/** Index of the scan on 12 February. */
export const changeIndex = 42;

/** Values around a level for the first 59 days of 2026, ten points higher in February; null before scan `from`. */
const pointsOf = (level: number, from: number) =>
  scanIndices.map((index) => ({
    date: dayAt(index),
    completedAt: `${dayAt(index)}T10:00:00Z`,
    value: index < from ? null : level + (index < 31 ? 0 : 10) + (noise[index % noise.length] ?? 0),
    scanId: scanIdAt(index),
  }));

type SeriesPlan = readonly [key: string, label: string, level: number, from: number];
/** Series by grouping: key, label, level and the index of the first scan with evidence. */
export type SeriesByGrouping = Readonly<Record<string, readonly SeriesPlan[]>>;

/** Perplexity is measured from 12 February on. */
export const seriesByGrouping: SeriesByGrouping = {
  brand: [
    [acme, 'Acme', 40, 0],
    [uuid(0x902), 'Beta', 20, 0],
  ],
  platform: [
    ['chatgpt_app', 'ChatGPT', 30, 0],
    ['perplexity_app', 'Perplexity', 30, changeIndex],
  ],
  region: [['DE', 'Germany', 30, 0]],
};
/** The same series without Perplexity. */
export const unchangedSeries: SeriesByGrouping = {
  ...seriesByGrouping,
  platform: [['chatgpt_app', 'ChatGPT', 30, 0]],
};

/** Responds to a request for a timeline with the planned series of the requested grouping. */
export function respondWithTimeline(query: URLSearchParams, plans: SeriesByGrouping) {
  const groupBy = query.get('groupBy') ?? 'brand';
  const [startDate, endDate] = [query.get('startDate'), query.get('endDate')];
  const [start, end] = [startDate ?? '', endDate ?? '9999'];
  return HttpResponse.json({
    metric: query.get('metric') ?? 'visibility',
    groupBy,
    brand: { id: acme, name: 'Acme' },
    series: (plans[groupBy] ?? []).map(([key, label, level, from]) => ({
      key,
      label,
      points: pointsOf(level, from).filter(({ date }) => date >= start && date <= end),
    })),
    filters: { platform: [], region: [], startDate, endDate },
  });
}

/** The number of prompts in the scan at an index: 60, and 12 more from 12 February on. */
export const growingPromptCount = (index: number): number => (index < changeIndex ? 60 : 72);

/** Names are found by new rules from 12 February on. */
export const newRulesAt = (index: number): number => (index < changeIndex ? 1 : 2);

/** The list of scans, newest first, all with the same platform and region; without rules, as from an older service. */
export const scansWith = (
  promptCountAt: (index: number) => number,
  rulesAt?: (index: number) => number | null,
) => ({
  data: scanIndices.toReversed().map((index) => ({
    id: scanIdAt(index),
    status: 'completed',
    createdAt: `${dayAt(index)}T08:00:00Z`,
    startedAt: `${dayAt(index)}T08:00:00Z`,
    completedAt: `${dayAt(index)}T10:00:00Z`,
    updatedAt: `${dayAt(index)}T10:00:00Z`,
    answers: 100,
    prompts: promptCountAt(index),
    platforms: ['chatgpt_app'],
    regions: ['DE'],
    ...(rulesAt && { rules: rulesAt(index) }),
  })),
  nextCursor: null,
});

/** The same list of scans on other platforms. ChatGPT has a new model from 12 February on. */
export const withNewModel = (list: ReturnType<typeof scansWith>, platforms: readonly string[]) => ({
  ...list,
  data: list.data.map((scan) => ({
    ...scan,
    platforms,
    models: [
      {
        platform: 'chatgpt_app',
        model: scan.createdAt < dayAt(changeIndex) ? 'gpt-6-sol' : 'gpt-6.1-sol',
      },
    ],
  })),
});

/** The counts of every scan. */
export const countsWith = (answers: number, promptCountAt: (index: number) => number) => ({
  data: scanIndices.map((index) => ({
    scanId: scanIdAt(index),
    date: dayAt(index),
    answers,
    prompts: promptCountAt(index),
  })),
  filters: {},
});
