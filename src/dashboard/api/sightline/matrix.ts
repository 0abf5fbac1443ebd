import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { matrixPath } from '../../../contract/endpoints/reports.ts';
import { defaultMetric } from '../../../contract/enums.ts';
import { presentListOf } from '../../../contract/resources.ts';
import { MatrixReport } from '../../../contract/sightline/resources.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { nameRegions } from '../../../figures/series/name-regions.ts';
import { get, type RequestContext } from '../get.ts';
import { readColumns } from '../reports.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

const { cells: _, ...entries } = MatrixReport.entries;
/** A matrix whose points are not decoded yet: decoding all of them at once would block the page. */
const MatrixOutline = v.object({
  ...entries,
  cells: presentListOf(v.object({ platform: v.string(), region: v.string(), points: v.unknown() })),
});

/**
 * Requests one metric of one brand by platform and region, for use in a query function.
 * @returns for each platform that has a cell, its timeline by region
 * @throws ApiError
 */
export async function getMatrix(
  context: RequestContext,
  { siteId, request }: SiteRequest,
): Promise<ReadonlyMap<string, ReportColumns>> {
  const path = fillPath(matrixPath, { siteId });
  const { search } = timelineCall({ siteId, request: { ...request, groupBy: null } });
  const report = await get(context, MatrixOutline, path, search);
  const { brand, filters } = report;
  const metric = report.metric ?? search.get('metric') ?? defaultMetric;
  const regions = nameRegions(report.regions, ({ code }) => code);
  const labels = new Map(regions.map(({ code, label }) => [code, label]));
  const rows = new Map<string, ReportColumns>();
  for (const [platform, platformCells] of Map.groupBy(report.cells, (cell) => cell.platform)) {
    const series = platformCells.map(({ region, points }) => ({
      key: region,
      label: labels.get(region) ?? null,
      points,
    }));
    const head = {
      metric,
      brand,
      isOfTrackedBrand: !search.has('brandId'),
      groupBy: 'region',
      filters: filters && { ...filters, platform: [platform] },
    };
    rows.set(platform, await readColumns(series, head, `GET ${path}`, context.signal));
  }
  return rows;
}
