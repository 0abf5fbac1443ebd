import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultGroupBy, defaultMetric, type GroupBy } from '../../contract/enums.ts';
import {
  type ParameterFault,
  readQuery,
  type TimelineQuery,
  timelineParameters,
} from '../../contract/parameters.ts';
import type { Platform, Point, Series, TimelineReport } from '../../contract/resources.ts';
import { JointWork } from '../joint-work.ts';
import { describePlatform, inPlatformOrder, inRegionOrder, regionLabel } from '../labels.ts';
import { brandsNeeded } from '../metrics/comparators.ts';
import { type GroupTally, tally } from '../metrics/tally.ts';
import { valuesOf } from '../metrics/values.ts';
import { invalidParameters, notFound, untrackedCompetitor } from '../problems.ts';
import { type Coding, codingFor, type ReportBody, toReportBody } from '../report-body.ts';
import { atOneVersion, reportKey } from '../report-cache.ts';
import { reportResponder } from '../report-response.ts';
import type { BrandRecord } from '../store/records.ts';
import type { Store, Tenant, TimelineCounts, TimelineScope } from '../store/store.ts';
import { pathId, type Route, type RouteOptions, searchOf, timestamp } from './route.ts';

/** A valid query with its brands. */
interface Question {
  query: TimelineQuery;
  metric: NonNullable<TimelineQuery['metric']>;
  groupBy: GroupBy;
  /** All brands of the site, in the order of their series. */
  brands: readonly BrandRecord[];
  /** The tracked brand or, under platform and region, the requested one. */
  brand: BrandRecord | null;
  /** The brands that series describe. */
  described: readonly BrandRecord[];
}

function orderFaults(query: TimelineQuery): ParameterFault[] {
  const { startDate, endDate } = query;
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  return [{ parameter: 'startDate', message: 'must not be after endDate' }];
}

/** The question, or the error response if the query's brands are invalid. */
function questionOf(query: TimelineQuery, brands: readonly BrandRecord[]): Question | Response {
  const byId = new Map(brands.map((brand) => [brand.id, brand]));
  const tracked = brands.find((brand) => brand.role === 'tracked') ?? null;
  const groupBy = query.groupBy ?? defaultGroupBy;
  const metric = query.metric ?? defaultMetric;

  if (query.brandMention !== null && !tracked) {
    const message = 'needs a tracked brand, and this site has none';
    return invalidParameters([{ parameter: 'brandMention', message }]);
  }
  const wanted = [...query.brand, ...query.competitorId];
  const brandId = groupBy === 'brand' ? null : query.brandId;
  if ([...wanted, ...(brandId ? [brandId] : [])].some((id) => !byId.has(id))) {
    return notFound('brand');
  }
  const untracked = query.competitorId.filter((id) => byId.get(id)?.role === 'discovered');
  if (untracked.length > 0) return untrackedCompetitor(untracked.sort());

  const brand = (brandId ? byId.get(brandId) : null) ?? tracked;
  if (groupBy !== 'brand') {
    return { query, metric, groupBy, brands, brand, described: brand ? [brand] : [] };
  }
  const described = brands.filter((each) => wanted.length === 0 || wanted.includes(each.id));
  return { query, metric, groupBy, brands, brand, described };
}

const mentionsTracked = {
  mentions_tracked_brand: true,
  does_not_mention_tracked_brand: false,
} as const;

function toScope({ query, metric, groupBy, described, brands }: Question): TimelineScope {
  const { brandMention } = query;
  return {
    ...query,
    mentionsTracked: brandMention && mentionsTracked[brandMention],
    groupBy,
    brandIds: brandsNeeded(metric, described, brands),
  };
}

/** A series as written in a report: `platform` is left out unless series are platforms. */
type WrittenSeries = Omit<Series, 'platform'> & { platform?: Platform };
type WrittenReport = Omit<TimelineReport, 'series'> & { series: WrittenSeries[] };

/** Functions that each make one series of a report, in order, with its value at every scan. */
function toSeries(question: Question, counts: TimelineCounts): (() => WrittenSeries)[] {
  const { metric, groupBy, brand, brands, described } = question;
  const groups = tally(counts);
  const instants = counts.scans.map((scan) => timestamp(scan.completedAt));
  const points = (of: BrandRecord, group: GroupTally | undefined): Point[] => {
    const values = valuesOf(metric, of, brands, group, counts.scans.length);
    return counts.scans.map((scan, index) => ({
      date: scan.date,
      completedAt: instants[index] ?? null,
      value: values[index] ?? null,
      scanId: scan.id,
    }));
  };

  if (groupBy === 'brand') {
    const all = groups.get('');
    return described.map((each) => () => ({
      key: each.id,
      label: each.name,
      points: points(each, all),
    }));
  }
  if (!brand) return [];
  const names = [...groups.keys()];
  if (groupBy === 'region') {
    return inRegionOrder(names).map((code) => () => ({
      key: code,
      label: regionLabel(code),
      points: points(brand, groups.get(code)),
    }));
  }
  return inPlatformOrder(names).map((id) => () => ({
    key: id,
    label: describePlatform(id).name,
    platform: describePlatform(id),
    points: points(brand, groups.get(id)),
  }));
}

/** The same text for equivalent queries: without repeats, in a fixed order, and with defaults filled in. */
function normaliseQuery(query: TimelineQuery): string {
  const sorted = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...new Set(value)].sort() : value,
  ]);
  const { metric, brandId } = query;
  const groupBy = query.groupBy ?? defaultGroupBy;
  return JSON.stringify({
    ...Object.fromEntries(sorted),
    metric: metric ?? defaultMetric,
    groupBy,
    brandId: groupBy === 'brand' ? null : brandId,
  });
}

/** How long series are written before other work gets a turn, in milliseconds. */
const writeTurnMs = 10;

/**
 * The bytes of a JSON text with series in the middle. Takes turns with other work, since encoding thousands of series
 * can take a second.
 */
async function writeSeries(
  start: string,
  series: readonly (() => WrittenSeries)[],
  end: string,
): Promise<Buffer<ArrayBuffer>> {
  const written: Buffer[] = [];
  let text = start;
  let turnBegan = performance.now();
  for (const [index, make] of series.entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(make())}`;
    if (performance.now() - turnBegan < writeTurnMs) continue;
    written.push(Buffer.from(text));
    text = '';
    await nextTurn();
    turnBegan = performance.now();
  }
  written.push(Buffer.from(text + end));
  return Buffer.concat(written);
}

/** The input for reading a report. */
interface Reading {
  store: Store;
  tenant: Tenant;
  siteId: string;
  query: TimelineQuery;
  /** The coding to pack the report in; null for any. */
  coding: Coding | null;
  /** Aborts when nobody is waiting for the report any more. */
  signal: AbortSignal;
}

/** The report as bytes of JSON, or an error response. */
async function report(reading: Reading): Promise<Buffer<ArrayBuffer> | Response> {
  const { store, tenant, siteId, query, signal } = reading;
  const details = await store.site(tenant, siteId);
  if (!details) return notFound('site');
  const question = questionOf(query, details.brands);
  if (question instanceof Response) return question;

  const { metric, groupBy, brand, described } = question;
  const series =
    described.length === 0
      ? []
      : toSeries(question, await store.timeline(tenant, siteId, toScope(question), signal));
  const head: Pick<WrittenReport, 'metric' | 'groupBy' | 'brand'> = {
    metric,
    groupBy,
    brand: brand && { id: brand.id, name: brand.name },
  };
  const tail: Pick<WrittenReport, 'filters'> = {
    filters: {
      platform: inPlatformOrder(query.platform),
      region: inRegionOrder(query.region),
      startDate: query.startDate,
      endDate: query.endDate,
    },
  };
  const [start, end] = [JSON.stringify(head).slice(0, -1), JSON.stringify(tail).slice(1)];
  return writeSeries(`${start},"series":[`, series, `],${end}`);
}

/** Decides by shape: a host may replace the global `Response` class. */
const isReport = (outcome: ReportBody | Response): outcome is ReportBody => 'forms' in outcome;

/** Reads a report when it is the key's turn, unless it is in the cache by then. */
async function readInTurn(
  { cache, queues }: RouteOptions,
  keyId: string,
  cacheKey: string,
  reading: Reading,
): Promise<ReportBody | Response> {
  const { store, siteId, signal } = reading;
  const versionOf = () => store.dataVersion(siteId);
  const read = await queues.reports.run(keyId, signal, async () => {
    const kept = cache.peek(cacheKey, await versionOf());
    return kept ? { kept } : atOneVersion(versionOf, () => report(reading));
  });
  if ('kept' in read) return read.kept;
  const { version, result } = read;
  if (!Buffer.isBuffer(result)) return result;
  const body = await toReportBody(result, reading.coding);
  cache.keep(cacheKey, version, body);
  return body;
}

/** GET /v1/sites/{siteId}/reports/timeline: one metric at every completed scan, by brand, platform or region. */
export const timelineRoute: Route = (options) => {
  const { store, cache } = options;
  const underWay = new JointWork<ReportBody | Response>();
  const respond = reportResponder(cache, options.queues.reports);
  return async (context) => {
    const { query, faults } = readQuery(timelineParameters, searchOf(context));
    faults.push(...orderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { keyId, tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    const request = context.req.raw;
    const cacheKey = reportKey(
      `${tenant.accountId} ${tenant.clientId} ${siteId} ${normaliseQuery(query)}`,
    );
    const version = await store.dataVersion(siteId);
    const kept = cache.find(cacheKey, version);
    if (kept) return respond({ body: kept, key: cacheKey, version, keyId }, request);
    // Shared only among readers with the same key: others would have to wait for that key's turn.
    const outcome = await underWay.run(
      `${keyId} ${version} ${cacheKey}`,
      request.signal,
      (signal) =>
        readInTurn(options, keyId, cacheKey, {
          store,
          tenant,
          siteId,
          query,
          signal,
          coding: codingFor(request),
        }),
    );
    return isReport(outcome)
      ? respond({ body: outcome, key: cacheKey, version, keyId }, request)
      : outcome.clone();
  };
};
