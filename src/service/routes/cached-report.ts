import { shareFilterKeyOf } from '../access/share-filter.ts';
import { SingleFlight } from '../limits/single-flight.ts';
import { type Coding, codingFor, type ReportBody, toReportBody } from '../reports/report-body.ts';
import { readAtOneVersion, reportKeyOf } from '../reports/report-cache.ts';
import { createReportResponder } from '../reports/report-response.ts';
import type { RouteContext, RouteOptions } from './route.ts';

/** A report to respond with, from the cache or newly made. */
export interface CacheableReport {
  /** Everything that the report depends on besides the tenant and the data. */
  identity: string;
  /** The site whose data it is made from; absent if it is made from several. */
  siteId?: string;
  /**
   * Whether it is made only once even if the data changes meanwhile, since making it takes so long that a site that keeps
   * changing would never have one. It is then not found in the cache.
   */
  isMadeOnce?: boolean;
  /**
   * Makes the report as bytes of JSON.
   * @param signal aborts when nobody is waiting for the report any more.
   */
  make: (signal: AbortSignal) => Promise<Buffer<ArrayBuffer>>;
}

interface ReportReadInput extends CacheableReport {
  keyId: string;
  cacheKey: string;
  /** The content coding to compress the report with; null for the best one. */
  coding: Coding | null;
}

/** Makes a report when it is the key's turn, unless the cache has the report by then. */
async function readQueued(
  { cache, queues, store }: RouteOptions,
  { keyId, cacheKey, siteId, isMadeOnce = false, coding, make }: ReportReadInput,
  signal: AbortSignal,
): Promise<ReportBody> {
  const readVersion = () => store.dataVersion(siteId);
  const outcome = await queues.reports.run(keyId, signal, async () => {
    const cachedBody = cache.peek(cacheKey, await readVersion());
    if (cachedBody) return { cachedBody };
    if (isMadeOnce) return { version: await readVersion(), result: await make(signal) };
    return readAtOneVersion(readVersion, () => make(signal));
  });
  if ('cachedBody' in outcome) return outcome.cachedBody;
  const { version, result } = outcome;
  const body = await toReportBody(result, coding);
  cache.set(cacheKey, version, body);
  return body;
}

/** Creates a function that responds with a report from the cache, or makes the report when it is the key's turn. */
export function createCachedResponder(
  options: RouteOptions,
): (context: RouteContext, report: CacheableReport) => Promise<Response> {
  const { store, cache } = options;
  const runningReads = new SingleFlight<ReportBody>();
  const respond = createReportResponder(cache, options.queues.reports);
  return async (context, report) => {
    const { keyId, tenant } = context.get('access');
    const request = context.req.raw;
    const { accountId, clientId, shareFilter } = tenant;
    const sharePart = shareFilter ? ` ${shareFilterKeyOf(shareFilter)}` : '';
    const cacheKey = reportKeyOf(`${accountId} ${clientId}${sharePart} ${report.identity}`);
    const version = await store.dataVersion(report.siteId);
    const cachedBody = cache.find(cacheKey, version);
    if (cachedBody) return respond({ body: cachedBody, cacheKey, version, keyId }, request);
    const input = { ...report, keyId, cacheKey, coding: codingFor(request) };
    // A read is shared only among requests with the same key: others would have to wait for that key's turn.
    const body = await runningReads.run(
      `${keyId} ${version} ${cacheKey}`,
      request.signal,
      (signal) => readQueued(options, input, signal),
    );
    return respond({ body, cacheKey, version, keyId }, request);
  };
}
