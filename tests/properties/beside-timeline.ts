import * as v from 'valibot';
import { expect } from 'vitest';
import { platformIds } from '../../src/contract/enums.ts';
import { anyEndpointOf } from '../../src/contract/every-endpoint.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { CountsReport, MatrixReport } from '../../src/contract/sightline/resources.ts';

type Get = (path: string) => Promise<{ json: unknown }>;

/** The v1 timeline of the same site with the same parameters, except those replaced. */
async function timeline(
  { pathname, searchParams }: URL,
  replaced: Readonly<Record<string, string>>,
  get: Get,
) {
  const search = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries(replaced)) search.set(name, value);
  const path = pathname.replace('/sightline', '').replace(/[^/]+$/, 'timeline');
  return v.parse(TimelineReport, (await get(`${path}?${search}`)).json);
}

/** Checks that the cells are the v1 series by region of each platform. */
async function checkMatrix(url: URL, json: unknown, get: Get): Promise<void> {
  const { cells, platforms, regions, ...matrix } = v.parse(MatrixReport, json);
  const wanted = url.searchParams.getAll('platform');
  for (const platform of platformIds) {
    const ofPlatform = cells.filter((cell) => cell.platform === platform);
    if (wanted.length > 0 && !wanted.includes(platform)) {
      expect(ofPlatform).toEqual([]);
      continue;
    }
    const { series, metric, brand } = await timeline(url, { groupBy: 'region', platform }, get);
    expect(matrix).toMatchObject({ metric, brand });
    expect(ofPlatform.map(({ region, points }) => ({ key: region, points }))).toEqual(
      series.map(({ key, points }) => ({ key, points })),
    );
    for (const { key, label } of series) expect(regions).toContainEqual({ code: key, label });
  }
  expect(platforms.map(({ id }) => id)).toEqual([...new Set(cells.map((cell) => cell.platform))]);
}

/** How many answers of a scan are listed under the parameters of a report. */
async function listedAnswers({ pathname, searchParams }: URL, scanId: string, get: Get) {
  const search = new URLSearchParams(searchParams);
  search.set('scanId', scanId);
  search.set('limit', '100');
  let found = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    if (cursor !== '') search.set('cursor', cursor);
    const { json } = await get(`${pathname.replace(/reports\/[^/]+$/, 'answers')}?${search}`);
    const page: ListedAnswerPage = v.parse(ListedAnswerPage, json);
    found += page.data.length;
    cursor = page.nextCursor;
  }
  return found;
}

/**
 * Checks that the scans are those of the v1 series, that visibility has a value, a whole number of mentions, where there
 * are answers, and that as many answers are listed.
 */
async function checkCounts(url: URL, json: unknown, get: Get): Promise<void> {
  const { data } = v.parse(CountsReport, json);
  const visibility = { groupBy: 'brand', metric: 'visibility' };
  const { series } = await timeline(url, visibility, get);
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
    expect(await listedAnswers(url, scanId, get)).toBe(answers);
  }
}

/**
 * Checks a report of Sightline's own interface against the v1 timeline with the same parameters.
 * @param path any path; other endpoints are not checked.
 * @param get sends a v1 request to the same service with the same key.
 */
export async function checkBesideTimeline(path: string, json: unknown, get: Get): Promise<void> {
  const url = new URL(path, 'http://service.test');
  const name = anyEndpointOf('GET', url.pathname);
  if (name === 'counts') await checkCounts(url, json, get);
  if (name === 'matrix') await checkMatrix(url, json, get);
}
