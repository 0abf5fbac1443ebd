import { readQuery, type TimelineQuery } from '../../../contract/parameters.ts';
import { regionLabel } from '../../../contract/region-label.ts';
import { matrixParameters } from '../../../contract/sightline/parameters.ts';
import type { MatrixReport } from '../../../contract/sightline/resources.ts';
import { describePlatform, sortPlatforms, sortRegions } from '../../labels.ts';
import { tally } from '../../metrics/tally.ts';
import { valuesOf } from '../../metrics/values.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import {
  cellGroup,
  type Store,
  splitCellGroup,
  type Tenant,
  type TimelineCounts,
} from '../../store/store.ts';
import { createCachedResponder } from '../cached-report.ts';
import { writeJsonList } from '../json-list.ts';
import { createPointWriter } from '../point-writer.ts';
import {
  appliedFilters,
  dateOrderFaults,
  normaliseQuery,
  type Question,
  questionOf,
  toScope,
} from '../report-question.ts';
import { pathId, type Route, searchOf } from '../route.ts';

const emptyCounts: TimelineCounts = {
  scans: [],
  answers: { scan: [], group: [], answers: [], mentions: [] },
  brands: { scan: [], group: [], brandId: [], mentions: [], sentiments: [], sentimentSum: [] },
};

/** The platforms and regions that have a cell, and functions that each make the JSON text of one cell. */
function cellsOf({ metric, brand, brands }: Question, counts: TimelineCounts) {
  const groups = tally(counts);
  const cells = [...groups.keys()].map(splitCellGroup);
  const platforms = sortPlatforms([...new Set(cells.map(({ platform }) => platform))]);
  const regions = sortRegions([...new Set(cells.map(({ region }) => region))]);
  const write = createPointWriter(counts.scans);
  const cellMakers = platforms.flatMap((platform) =>
    regions.flatMap((region) => {
      const group = groups.get(cellGroup(platform, region));
      if (!group || !brand) return [];
      return () => {
        const values = valuesOf(metric, brand, brands, group, counts.scans.length);
        const head = JSON.stringify({ platform, region }).slice(0, -1);
        return `${head},"points":${write(values)}}`;
      };
    }),
  );
  return { platforms, regions, makers: cellMakers };
}

/** The report as bytes of JSON, or an error response. */
async function createReport(
  store: Store,
  { tenant, siteId, query }: { tenant: Tenant; siteId: string; query: TimelineQuery },
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | Response> {
  const details = await store.site(tenant, siteId);
  if (!details) return notFound('site');
  const question = questionOf(query, details);
  if (question instanceof Response) return question;

  const scope = { ...toScope(question), groupBy: 'cell' } as const;
  const { metric, brand } = question;
  const counts = brand ? await store.timeline(tenant, siteId, scope, signal) : emptyCounts;
  const { platforms, regions, makers } = cellsOf(question, counts);
  const head: Omit<MatrixReport, 'cells' | 'filters'> = {
    metric,
    brand: brand && { id: brand.id, name: brand.name },
    platforms: platforms.map(describePlatform),
    regions: regions.map((code) => ({ code, label: regionLabel(code) })),
  };
  const tail: Pick<MatrixReport, 'filters'> = { filters: appliedFilters(query) };
  const [start, end] = [JSON.stringify(head).slice(0, -1), JSON.stringify(tail).slice(1)];
  return writeJsonList(`${start},"cells":[`, makers, `],${end}`);
}

/** GET /sightline/v1/sites/{siteId}/reports/matrix: one metric of one brand by platform and region. */
export const matrixRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  return async (context) => {
    const { query: matrixQuery, faults } = readQuery(matrixParameters, searchOf(context));
    const query: TimelineQuery = { ...matrixQuery, groupBy: 'region' };
    faults.push(...dateOrderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    return respond(context, {
      identity: `matrix ${siteId} ${normaliseQuery(query)}`,
      siteId,
      make: (signal) => createReport(options.store, { tenant, siteId, query }, signal),
    });
  };
};
