import { readQuery, type TimelineQuery } from '../../../contract/parameters.ts';
import { matrixParameters } from '../../../contract/sightline/parameters.ts';
import type { MatrixReport } from '../../../contract/sightline/resources.ts';
import { describePlatform, inPlatformOrder, inRegionOrder, regionLabel } from '../../labels.ts';
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
import { cachedReports } from '../cached-report.ts';
import { writeJsonList } from '../json-list.ts';
import { pointWriter } from '../point-writer.ts';
import {
  appliedFilters,
  normaliseQuery,
  orderFaults,
  type Question,
  questionOf,
  toScope,
} from '../report-question.ts';
import { pathId, type Route, searchOf } from '../route.ts';

const noCounts: TimelineCounts = {
  scans: [],
  answers: { scan: [], group: [], answers: [], mentions: [] },
  brands: { scan: [], group: [], brandId: [], mentions: [], sentiments: [], sentimentSum: [] },
};

/** The platforms and regions that have a cell, and functions that each make the JSON text of one cell. */
function cellsOf({ metric, brand, brands }: Question, counts: TimelineCounts) {
  const groups = tally(counts);
  const cells = [...groups.keys()].map(splitCellGroup);
  const platforms = inPlatformOrder([...new Set(cells.map(({ platform }) => platform))]);
  const regions = inRegionOrder([...new Set(cells.map(({ region }) => region))]);
  const write = pointWriter(counts.scans);
  const makers = platforms.flatMap((platform) =>
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
  return { platforms, regions, makers };
}

/** The report as bytes of JSON, or an error response. */
async function report(
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
  const counts = brand ? await store.timeline(tenant, siteId, scope, signal) : noCounts;
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
  const respond = cachedReports(options);
  return async (context) => {
    const { query: given, faults } = readQuery(matrixParameters, searchOf(context));
    const query: TimelineQuery = { ...given, groupBy: 'region' };
    faults.push(...orderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    return respond(context, {
      question: `matrix ${siteId} ${normaliseQuery(query)}`,
      siteId,
      make: (signal) => report(options.store, { tenant, siteId, query }, signal),
    });
  };
};
