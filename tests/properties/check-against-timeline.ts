import * as v from 'valibot';
import { expect } from 'vitest';
import { platformIds } from '../../src/contract/enums.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import {
  Answer,
  type ListedAnswer,
  ListedAnswerPage,
} from '../../src/contract/sightline/answers.ts';
import { DomainsReport } from '../../src/contract/sightline/domains.ts';
import { PromptPage } from '../../src/contract/sightline/prompts.ts';
import { maxPromptSeries, PromptsReport } from '../../src/contract/sightline/prompts-report.ts';
import { CountsReport, MatrixReport } from '../../src/contract/sightline/resources.ts';
import { SearchesReport } from '../../src/contract/sightline/searches.ts';
import { SourcesReport } from '../../src/contract/sightline/sources.ts';
import { endpointOf } from '../setup/endpoints.ts';

type JsonGetter = (path: string) => Promise<{ json: unknown }>;

/** Requests the v1 timeline of the same site with the same parameters, except those replaced. */
async function readTimeline(
  { pathname, searchParams }: URL,
  replacements: Readonly<Record<string, string>>,
  get: JsonGetter,
) {
  const search = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries(replacements)) search.set(name, value);
  const path = pathname.replace('/sightline', '').replace(/[^/]+$/, 'timeline');
  return v.parse(TimelineReport, (await get(`${path}?${search}`)).json);
}

/** Checks each platform's cells against its v1 series by region. */
async function checkMatrix(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { cells, platforms, regions, ...matrix } = v.parse(MatrixReport, json);
  const requestedPlatforms = url.searchParams.getAll('platform');
  for (const platform of platformIds) {
    const platformCells = cells.filter((cell) => cell.platform === platform);
    if (requestedPlatforms.length > 0 && !requestedPlatforms.includes(platform)) {
      expect(platformCells).toEqual([]);
      continue;
    }
    const { series, metric, brand } = await readTimeline(url, { groupBy: 'region', platform }, get);
    expect(matrix).toMatchObject({ metric, brand });
    expect(platformCells.map(({ region, points }) => ({ key: region, points }))).toEqual(
      series.map(({ key, points }) => ({ key, points })),
    );
    for (const { key, label } of series) expect(regions).toContainEqual({ code: key, label });
  }
  expect(platforms.map(({ id }) => id)).toEqual([...new Set(cells.map((cell) => cell.platform))]);
}

/** Lists the answers for the parameters of a report. @param scanId null for those of every scan */
async function listAnswers(
  { pathname, searchParams }: URL,
  scanId: string | null,
  get: JsonGetter,
): Promise<ListedAnswer[]> {
  const search = new URLSearchParams(searchParams);
  if (scanId !== null) search.set('scanId', scanId);
  search.set('limit', '100');
  const answers: ListedAnswer[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    if (cursor !== '') search.set('cursor', cursor);
    const { json } = await get(`${pathname.replace(/reports\/[^/]+$/, 'answers')}?${search}`);
    const page: ListedAnswerPage = v.parse(ListedAnswerPage, json);
    answers.push(...page.data);
    cursor = page.nextCursor;
  }
  return answers;
}

/**
 * Checks that the scans are those of the v1 series, that visibility has a value exactly where there are answers
 * and implies a whole number of mentions, and that the list of answers agrees with the count of each scan.
 */
async function checkCounts(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { data } = v.parse(CountsReport, json);
  const visibility = { groupBy: 'brand', metric: 'visibility' };
  const { series } = await readTimeline(url, visibility, get);
  for (const { points } of series) {
    expect(data.map(({ scanId, date }) => ({ scanId, date }))).toEqual(
      points.map(({ scanId, date }) => ({ scanId, date })),
    );
    for (const [at, { value }] of points.entries()) {
      const { answers, prompts } = data[at] ?? {};
      expect(value === null).toBe(answers === 0);
      const mentions = ((value ?? 0) * (answers ?? 0)) / 100;
      expect(mentions).toBeCloseTo(Math.round(mentions), 9);
      expect(prompts).toBeLessThanOrEqual(answers ?? 0);
    }
  }
  for (const { scanId, answers } of data) {
    expect(await listAnswers(url, scanId, get)).toHaveLength(answers ?? -1);
  }
}

type TextAndId = [text: string | null, id: string];

/** Expects two prompts to be in order by text, then ID. */
function expectInOrder([text, id]: TextAndId, [nextText, nextId]: TextAndId): void {
  const isInOrder = text === nextText ? id < nextId : (text ?? '') < (nextText ?? '');
  expect(isInOrder, `${text} ${id} before ${nextText} ${nextId}`).toBe(true);
}

/** The mean of the known values; -Infinity if there are none. */
const meanOf = (points: readonly { value: number | null }[]): number => {
  const values = points.flatMap(({ value }) => value ?? []);
  return values.length === 0
    ? -Infinity
    : values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** Checks each prompt's points against the v1 series of that prompt alone, and the documented order of the series. */
async function checkPromptsReport(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { series, metric, brand, more } = v.parse(PromptsReport, json);
  const urlForAllBrands = new URL(url);
  // In a timeline by brand, these filters could remove the series of the report's brand.
  for (const name of ['brand', 'competitorId']) urlForAllBrands.searchParams.delete(name);
  const byBrand = { groupBy: 'brand', metric: metric ?? '' };
  for (const { key, label, points } of series) {
    const timeline = await readTimeline(urlForAllBrands, { ...byBrand, promptId: key }, get);
    expect(points).toEqual(timeline.series.find((series) => series.key === brand?.id)?.points);
    const path = url.pathname.replace('/sightline', '').replace(/reports.*$/, `prompts/${key}`);
    expect((await get(path)).json).toMatchObject({ text: label });
  }
  for (const [at, { key, label, points }] of series.entries()) {
    const next = series[at + 1];
    if (!next) continue;
    const [mean, nextMean] = [meanOf(points), meanOf(next.points)];
    expect(mean).toBeGreaterThanOrEqual(nextMean);
    if (mean === nextMean) expectInOrder([label, key], [next.label, next.key]);
  }
  expect(series.length).toBeLessThanOrEqual(maxPromptSeries);
  if (series.length < maxPromptSeries) expect(more).toBe(0);
}

/** Checks that the prompts are in order, contain the search words, and equal those of v1. */
async function checkPromptList(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { data } = v.parse(PromptPage, json);
  const search = url.searchParams.get('q') ?? '';
  const words = search.toLowerCase().split(/\s+/);
  for (const [at, prompt] of data.entries()) {
    const path = `${url.pathname.replace('/sightline', '')}/${prompt.promptId}`;
    expect((await get(path)).json).toEqual(prompt);
    for (const word of words) expect(prompt.text?.toLowerCase()).toContain(word);
    const next = data[at + 1];
    if (!next) continue;
    expectInOrder([prompt.text, prompt.promptId], [next.text, next.promptId]);
  }
}

/** Checks the points against those of the v1 series, and the numbers against each other and the counts report. */
async function checkSources(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { domains, ...sources } = v.parse(SourcesReport, json);
  const countsPath = `${url.pathname.replace(/[^/]+$/, 'counts')}${url.search}`;
  const { data } = v.parse(CountsReport, (await get(countsPath)).json);
  const answersAt = new Map(data.map(({ scanId, answers }) => [scanId, answers ?? 0]));
  const sum = (values: Iterable<number | null>) =>
    [...values].reduce<number>((total, value) => total + (value ?? 0), 0);
  expect(sources.answers).toBe(sum(answersAt.values()));
  expect(sources.answersWithSources).toBeLessThanOrEqual(sources.answers ?? -1);
  expect(sources.citedOwn).toBeLessThanOrEqual(sources.answersWithSources ?? -1);
  expect(sources.citedNotNamed).toBeLessThanOrEqual(sources.citedOwn ?? -1);
  const { series } = await readTimeline(url, { groupBy: 'brand', metric: 'visibility' }, get);
  for (const { points, answers, citations, namedTracked } of domains) {
    expect(points.map(({ answers, ...point }) => point)).toEqual(
      (series[0]?.points ?? points).map(({ scanId, date, completedAt }) => ({
        scanId,
        date,
        completedAt,
      })),
    );
    expect(points.map(({ scanId }) => scanId)).toEqual([...answersAt.keys()]);
    expect(sum(points.map((point) => point.answers))).toBe(answers);
    for (const point of points) {
      expect(point.answers).toBeLessThanOrEqual(answersAt.get(point.scanId) ?? -1);
    }
    expect(answers).toBeGreaterThan(0);
    expect(citations).toBeGreaterThanOrEqual(answers ?? Number.NaN);
    expect(namedTracked).toBeLessThanOrEqual(answers ?? -1);
  }
}

/** Checks the numbers by scan against the report on the sources and the counts report. */
async function checkDomains(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const { scans, domains, more } = v.parse(DomainsReport, json);
  const pathOf = (name: string) => `${url.pathname.replace(/[^/]+$/, name)}${url.search}`;
  const counts = v.parse(CountsReport, (await get(pathOf('counts'))).json);
  const sources = v.parse(SourcesReport, (await get(pathOf('sources'))).json);
  expect(scans.map(({ scanId, date, answers }) => ({ scanId, date, answers }))).toEqual(
    counts.data.map(({ scanId, date, answers }) => ({ scanId, date, answers })),
  );
  expect(more).toBe(sources.more);
  expect(domains).toEqual(
    sources.domains.map(({ domain, points }) => ({
      domain,
      answers: points.map(({ answers }) => answers),
    })),
  );
  for (const { points } of sources.domains) {
    expect(points.map(({ completedAt }) => completedAt)).toEqual(
      scans.map(({ completedAt }) => completedAt),
    );
  }
}

/** Checks the counts against the searches of each answer that is listed for the same parameters. */
async function checkSearches(url: URL, json: unknown, get: JsonGetter): Promise<void> {
  const report = v.parse(SearchesReport, json);
  const counts = new Map<string, number>();
  let answers = 0;
  for (const { id } of await listAnswers(url, null, get)) {
    const path = `${url.pathname.replace(/reports\/[^/]+$/, 'answers')}/${id}`;
    const queries = new Set(v.parse(Answer, (await get(path)).json).queries);
    answers += queries.size > 0 ? 1 : 0;
    for (const query of queries) counts.set(query, (counts.get(query) ?? 0) + 1);
  }
  expect(report.answers).toBe(answers);
  expect(new Map(report.searches.map((search) => [search.query, search.answers]))).toEqual(counts);
  expect(report.more).toBe(0);
}

/**
 * Checks a report of Sightline's own API against the v1 timeline with the same parameters, or a list of prompts against
 * v1's prompts.
 * @param path the path of any endpoint; responses other than these reports and lists of prompts are not checked.
 * @param get sends a request to the same service with the same key.
 */
export async function checkAgainstTimeline(
  path: string,
  json: unknown,
  get: JsonGetter,
): Promise<void> {
  const url = new URL(path, 'http://service.test');
  const name = endpointOf('GET', url.pathname);
  if (name === 'counts') await checkCounts(url, json, get);
  if (name === 'sources') await checkSources(url, json, get);
  if (name === 'domains') await checkDomains(url, json, get);
  if (name === 'searches') await checkSearches(url, json, get);
  if (name === 'matrix') await checkMatrix(url, json, get);
  if (name === 'prompts') await checkPromptList(url, json, get);
  if (name === 'promptsReport') await checkPromptsReport(url, json, get);
}
