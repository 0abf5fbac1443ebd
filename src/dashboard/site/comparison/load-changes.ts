import { addDays } from '../../../contract/dates/days.ts';
import type { Range } from '../../../contract/dates/ranges.ts';
import { defaultMetric } from '../../../contract/enums.ts';
import type { MeasuredScan } from '../../../contract/sightline/resources.ts';
import {
  findChangesInScans,
  rulesVersionsOf,
  type ScanMeasurement,
} from '../../../figures/comparison/changes-in-scans.ts';
import {
  type ChangedScan,
  type Coverage,
  coverageOf,
  findChanges,
  type PromptCount,
} from '../../../figures/comparison/measurement-changes.ts';
import type { ReportColumns, ReportScan } from '../../../figures/series/columns.ts';
import { cluesOf, timeOf } from '../../../figures/series/scan-clues.ts';
import type { RequestContext } from '../../api/get.ts';
import { createLimiter } from '../../api/limiter.ts';
import { loadPart, resultOrNull } from '../../api/load-part.ts';
import { getTimeline, timelineQuery } from '../../api/reports.ts';
import { countsReportQuery } from '../../api/sightline/counts.ts';
import { getScans } from '../../api/sightline/scans.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import type { SiteRequest } from '../../api/timeline-call.ts';
import { hasFilters } from '../search/filters.ts';
import { readSearch, requestOf, type TimelineRequest } from '../search/search.ts';

/** Milliseconds to wait for each optional part at first, so that a slow one does not delay the verdicts for long. */
const firstPartTimeout = 2_000;
/** Milliseconds to wait for each optional part after that. */
const lastPartTimeout = 30_000;
/** Allows two requests at a time, so that a query's reports by platform and by region load before the next query's. */
const limiter = createLimiter(2);

/** How to load the parts. */
interface LoadOptions {
  /** Whether the report is compared with an earlier period. */
  isCompared: boolean;
  /**
   * Whether every part but the list of scans has to load, however long it takes; otherwise failed parts and slow optional
   * ones are left out.
   */
  shouldLoadAll?: boolean;
  /** Milliseconds to wait for each optional part. */
  partTimeout?: number;
  /** Called if an optional part is left out because it is slow. */
  onSlowPart?: () => void;
}

/** Waits for a part. If it fails, resolves to null, or rejects if every part has to load or the part was cancelled. */
const waitForPart = <T>(
  loading: Promise<T>,
  { shouldLoadAll = false }: LoadOptions,
): Promise<T | null> => (shouldLoadAll ? loading : resultOrNull(loading));

/** Waits for a part as `waitForPart` does, but also resolves to null if it is slow, unless every part has to load. */
async function waitForPartInTime<T>(
  loading: Promise<T>,
  { shouldLoadAll = false, partTimeout = firstPartTimeout, onSlowPart }: LoadOptions,
): Promise<T | null> {
  if (shouldLoadAll) return loading;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    onSlowPart?.();
    late.resolve(null);
  }, partTimeout);
  const part = await Promise.race([resultOrNull(loading), late.promise]);
  clearTimeout(timer);
  return part;
}

/**
 * Loads a report. Uses the page's query if the page shows this report or is about to; otherwise sends a separate
 * request whose response is not cached.
 * @param isShared whether the page is about to show this report
 */
function loadReport(
  context: RequestContext,
  about: SiteRequest<TimelineRequest>,
  isShared: boolean,
): Promise<ReportColumns> {
  const { client } = context;
  const pageQuery = timelineQuery(about);
  const { queryKey } = pageQuery;
  if (isShared || client.getQueryCache().find({ queryKey, exact: true })?.isActive()) {
    return loadPart(context, pageQuery);
  }
  return loadPart(context, {
    queryKey: ['measured by', ...queryKey],
    queryFn: (queryContext: RequestContext) =>
      limiter(queryContext.signal, () => getTimeline(queryContext, about)),
    gcTime: 0,
  });
}

const reportScanOf = ({ id, completedAt }: MeasuredScan): ReportScan => ({
  scanId: id,
  ...timeOf(cluesOf({ scanId: id, completedAt, date: null })),
});

/** Loads what was measured in the scans that completed on the days of a request, oldest first. */
async function loadCompletedScans(
  context: RequestContext,
  { siteId, request: { startDate, endDate } }: SiteRequest<TimelineRequest>,
  { shouldLoadAll = false, partTimeout = firstPartTimeout, onSlowPart }: LoadOptions,
): Promise<ScanMeasurement[]> {
  const timeout = AbortSignal.timeout(partTimeout);
  const signal = shouldLoadAll ? context.signal : AbortSignal.any([context.signal, timeout]);
  // Assumes that a scan is created at most two days before the day on which it completes.
  const since = startDate === null ? '' : addDays(startDate, -2);
  const scans = await getScans(
    { ...context, signal },
    siteId,
    ({ createdAt }) => createdAt !== null && createdAt < since,
  ).catch((error: unknown) => {
    if (timeout.aborted && !shouldLoadAll) onSlowPart?.();
    throw error;
  });
  return scans
    .map((measured) => ({ ...measured, scan: reportScanOf(measured) }))
    .filter(({ status, scan: { date, moment } }) => {
      const isInRange = date >= (startDate ?? '') && date <= (endDate ?? date);
      return status === 'completed' && !Number.isNaN(moment) && isInRange;
    })
    .sort((a, b) => a.scan.moment - b.scan.moment);
}

/**
 * Finds changes in the filtered reports by platform and by region, in prompt counts if the service has them, and in the
 * rules and models of the listed scans.
 */
async function findChangesInReports(
  context: RequestContext,
  about: SiteRequest<TimelineRequest>,
  hasCounts: boolean,
  listedScans: Promise<readonly ScanMeasurement[]>,
  loadOptions: LoadOptions,
): Promise<ChangedScan[]> {
  const { siteId, request } = about;
  // A comparison also loads these reports, to list what moved by platform and by region.
  const isShared = loadOptions.isCompared && (request.metric ?? defaultMetric) === defaultMetric;
  // Visibility has a value wherever there are answers; other metrics may have none.
  const loadFilteredReport = (groupBy: Coverage['kind']) =>
    waitForPart(
      loadReport(context, { siteId, request: { ...request, metric: null, groupBy } }, isShared),
      loadOptions,
    );
  const [byPlatform, byRegion, scanCounts, scans] = await Promise.all([
    loadFilteredReport('platform'),
    loadFilteredReport('region'),
    hasCounts ? waitForPartInTime(loadPart(context, countsReportQuery(about)), loadOptions) : null,
    listedScans,
  ]);
  // Throws, so that the query keeps the changes it found before.
  if (!byPlatform && !byRegion)
    throw new Error('Neither the report by platform nor the report by region could be loaded.');
  const scansById = new Map(
    (byPlatform ?? byRegion)?.scans.map((scan) => [scan.scanId?.toLowerCase(), scan]),
  );
  const counts = (scanCounts?.scans ?? []).flatMap(({ scanId, prompts }): PromptCount[] => {
    const scan = scansById.get(scanId);
    return scan && prompts > 0 ? [{ scan, prompts }] : [];
  });
  const coverages = [
    ...(byPlatform ? [coverageOf(byPlatform, 'platform')] : []),
    ...(byRegion ? [coverageOf(byRegion, 'region')] : []),
  ];
  return findChanges(coverages, counts, rulesVersionsOf(scans), scans);
}

/**
 * Finds the scans of a report at which the measured platforms, models, regions, number of prompts or rules changed. Uses the
 * list of scans if it names platforms or regions and no filter narrows the report; otherwise uses the reports by
 * platform and by region, and the list only for rules and models. Must be called in a query function.
 * @returns changes, oldest first
 * @throws ApiError if a part that has to load fails; Error if neither report could be loaded
 */
export async function loadChanges(
  context: RequestContext,
  about: SiteRequest<TimelineRequest>,
  capabilities: readonly string[],
  loadOptions: LoadOptions,
): Promise<ChangedScan[]> {
  const listedScans = capabilities.includes('scans')
    ? resultOrNull(loadCompletedScans(context, about, loadOptions)).then((scans) => scans ?? [])
    : Promise.resolve([]);
  if (!hasFilters(about.request)) {
    const scans = await listedScans;
    context.signal.throwIfAborted();
    const hasCoverage = scans.some(
      ({ platforms, regions }) => platforms.length + regions.length > 0,
    );
    if (hasCoverage) {
      const options = await waitForPartInTime(
        loadPart(context, filtersQuery(about.siteId)),
        loadOptions,
      );
      return findChangesInScans(scans, options);
    }
  }
  return findChangesInReports(
    context,
    about,
    capabilities.includes('counts'),
    listedScans,
    loadOptions,
  );
}

/**
 * Loads the changes as `loadChanges` does. If optional parts are slow, first passes on what it finds without them.
 * @param onFirstChanges called at most once, before the slow parts have arrived
 */
export async function loadChangesInSteps(
  context: RequestContext,
  about: SiteRequest<TimelineRequest>,
  capabilities: readonly string[],
  isCompared: boolean,
  onFirstChanges: (changes: ChangedScan[]) => void,
): Promise<ChangedScan[]> {
  let isIncomplete = false;
  const onSlowPart = () => {
    isIncomplete = true;
  };
  const load = (options: { partTimeout?: number; onSlowPart?: () => void }) =>
    loadChanges(context, about, capabilities, { isCompared, ...options });
  const firstChanges = await load({ onSlowPart });
  if (!isIncomplete) return firstChanges;
  context.signal.throwIfAborted();
  onFirstChanges(firstChanges);
  return load({ partTimeout: lastPartTimeout });
}

/**
 * Finds the changes that the timeline of a range of days shows, in the same way as `loadChangesInSteps`.
 * @param today the UTC day, YYYY-MM-DD
 * @throws Error if the reports are needed and neither could be loaded
 */
export const loadRecentChanges = (
  context: RequestContext,
  { siteId, request: range }: SiteRequest<Range>,
  today: string,
  capabilities: readonly string[],
  onFirstChanges: (changes: ChangedScan[]) => void,
): Promise<ChangedScan[]> => {
  const request = requestOf(readSearch({ range }), today);
  // Not compared, so that the reports loaded here do not stay cached.
  return loadChangesInSteps(context, { siteId, request }, capabilities, false, onFirstChanges);
};
