import * as v from 'valibot';
import { expect } from 'vitest';
import { platformIds } from '../../src/contract/enums.ts';
import { anyEndpointOf } from '../../src/contract/every-endpoint.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { MatrixReport } from '../../src/contract/sightline/resources.ts';

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

/**
 * Checks a report of Sightline's own interface against the v1 timeline under the same parameters.
 * @param path any path; those of other endpoints pass.
 * @param ask gives v1's response of the same service to the same key.
 */
export async function checkBesideTimeline(path: string, json: unknown, ask: Ask): Promise<void> {
  const url = new URL(path, 'http://service.test');
  const name = anyEndpointOf('GET', url.pathname);
  if (name === 'matrix') await checkMatrix(url, json, ask);
}
