import type { MatrixReport } from '../../contract/sightline/resources.ts';
import { tally } from '../reports/tally.ts';
import { valuesOf } from '../reports/values.ts';
import { joinCellGroup, splitCellGroup, type TimelineCounts } from '../store/store.ts';
import { writeJsonWithList } from './json-list.ts';
import { describePlatform, describeRegion, sortPlatforms, sortRegions } from './labels.ts';
import { createPointWriter } from './point-writer.ts';
import { type ReportParameters, toAppliedFilters, toScope } from './report-parameters.ts';
import {
  type AcceptedRequest,
  createSiteReportRoute,
  readFixedGroupingQuery,
} from './site-report.ts';

const emptyCounts: TimelineCounts = {
  scans: [],
  answers: { scan: [], group: [], answers: [], mentions: [] },
  brands: { scan: [], group: [], brandId: [], mentions: [], sentiments: [], sentimentSum: [] },
};

/** The platforms and regions that have cells, and a function for each cell that writes it as JSON text. */
function cellsOf({ metric, brand }: ReportParameters, counts: TimelineCounts) {
  const groups = tally(counts);
  const cells = [...groups.keys()].map(splitCellGroup);
  const platforms = sortPlatforms([...new Set(cells.map(({ platform }) => platform))]);
  const regions = sortRegions([...new Set(cells.map(({ region }) => region))]);
  const write = createPointWriter(counts.scans);
  const cellWriters = platforms.flatMap((platform) =>
    regions.flatMap((region) => {
      const group = groups.get(joinCellGroup(platform, region));
      if (!group || !brand) return [];
      return () => {
        const values = valuesOf(metric, brand.id, group, counts.scans.length);
        const head = JSON.stringify({ platform, region }).slice(0, -1);
        return `${head},"points":${write(values)}}`;
      };
    }),
  );
  return { platforms, regions, cellWriters };
}

/** Reads the matrix, and returns it as bytes of JSON. */
async function writeMatrix({ store, tenant, siteId, query, parameters, signal }: AcceptedRequest) {
  const scope = { ...toScope(parameters), groupBy: 'cell' } as const;
  const { metric, brand } = parameters;
  const counts = brand ? await store.timeline(tenant, siteId, scope, signal) : emptyCounts;
  const { platforms, regions, cellWriters } = cellsOf(parameters, counts);
  const head: Omit<MatrixReport, 'cells' | 'filters'> = {
    metric,
    brand: brand && { id: brand.id, name: brand.name },
    platforms: platforms.map(describePlatform),
    regions: regions.map(describeRegion),
  };
  const tail: Pick<MatrixReport, 'filters'> = { filters: toAppliedFilters(query) };
  return writeJsonWithList(head, 'cells', cellWriters, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/matrix: one metric of one brand by platform and region. */
export const matrixRoute = createSiteReportRoute('matrix', writeMatrix, readFixedGroupingQuery);
