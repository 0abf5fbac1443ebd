import * as v from 'valibot';
import { expect } from 'vitest';
import { platformIds } from '../../src/contract/enums.ts';
import { anyEndpointOf } from '../../src/contract/every-endpoint.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { CountsReport, MatrixReport } from '../../src/contract/sightline/resources.ts';

type Ask = (path: string) => Promise<{ json: unknown }>;

/** The v1 timeline of the same site under the same parameters, but for those given. */
async function timeline(
  { pathname, searchParams }: URL,
  instead: Readonly<Record<string, string>>,
  ask: Ask,
) {
  const search = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries(instead)) search.set(name, value);
  const path = pathname.replace('/sightline', '').replace(/[^/]+$/, 'timeline');
  return v.parse(TimelineReport, (await ask(`${path}?${search}`)).json);
}

/** The cells are the v1 series by region, platform by platform. */
async function checkMatrix(url: URL, json: unknown, ask: Ask): Promise<void> {
  const { cells, platforms, regions, ...matrix } = v.parse(MatrixReport, json);
  const wanted = url.searchParams.getAll('platform');
  for (const platform of platformIds) {
    const ofPlatform = cells.filter((cell) => cell.platform === platform);
    if (wanted.length > 0 && !wanted.includes(platform)) {
      expect(ofPlatform).toEqual([]);
      continue;
    }
    const { series, metric, brand } = await timeline(url, { groupBy: 'region', platform }, ask);
    expect(matrix).toMatchObject({ metric, brand });
    expect(ofPlatform.map(({ region, points }) => ({ key: region, points }))).toEqual(
      series.map(({ key, points }) => ({ key, points })),
    );
    for (const { key, label } of series) expect(regions).toContainEqual({ code: key, label });
  }
  expect(platforms.map(({ id }) => id)).toEqual([...new Set(cells.map((cell) => cell.platform))]);
}

/** The scans are those of the v1 series, and have answers where visibility has a value: a multiple of one answer's. */
async function checkCounts(url: URL, json: unknown, ask: Ask): Promise<void> {
  const { data } = v.parse(CountsReport, json);
  const visibility = { groupBy: 'brand', metric: 'visibility' };
  const { series } = await timeline(url, visibility, ask);
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
}

/**
 * Checks a report of Sightline's own interface against the v1 timeline under the same parameters.
 * @param path any path; those of other endpoints pass.
 * @param ask gives v1's response of the same service to the same key.
 */
export async function checkBesideTimeline(path: string, json: unknown, ask: Ask): Promise<void> {
  const url = new URL(path, 'http://service.test');
  const name = anyEndpointOf('GET', url.pathname);
  if (name === 'counts') await checkCounts(url, json, ask);
  if (name === 'matrix') await checkMatrix(url, json, ask);
}
