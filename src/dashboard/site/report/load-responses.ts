import { comparisonOf } from '../../../contract/dates/days-in-view.ts';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import { defaultGroupBy } from '../../../contract/enums.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { SourcesReport } from '../../../contract/sightline/sources.ts';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { type Grouping, groupingsOf } from '../../../figures/series/grouping.ts';
import type { RequestContext } from '../../api/get.ts';
import { loadPart, resultOrNull } from '../../api/load-part.ts';
import { timelineQuery } from '../../api/reports.ts';
import {
  type AnswerCountsReport,
  countsReportQuery,
  type NamedFirst,
} from '../../api/sightline/counts.ts';
import { matrixRowsQuery, rowReportQuery } from '../../api/sightline/matrix-rows.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import type { SiteRequest } from '../../api/timeline-call.ts';
import { canHaveChanges } from '../comparison/use-measurement-changes.ts';
import { completeRows } from '../matrix/complete-rows.ts';
import type { RowReport } from '../matrix/matrix.ts';
import {
  requestInView,
  requestOf,
  type TimelineRequest,
  type TimelineSearch,
} from '../search/search.ts';
import { allBrandsRequest } from '../use-brand-report.ts';
import type { SectionName } from './sections.ts';

/** What determines the requests for a report. */
export interface DocumentRequest {
  siteId: string;
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  /** What the service offers beyond v1. */
  capabilities: readonly string[];
  sections: readonly SectionName[];
}

/**
 * The service's responses for a report. Unless stated otherwise, parts that could not be loaded, are not offered or are
 * not needed are null.
 */
export interface Responses {
  /** The names of the parts that could not be loaded, such as "the sources". */
  missing: readonly string[];
  /** The report that the request asks for, over the compared periods and any earlier ones that show the scatter. */
  fullReport: ReportColumns;
  compared: ComparedPeriods;
  /** The report by the request's grouping and, if the report has a brand, by the others that could be loaded. */
  groups: Partial<Record<Grouping, ReportColumns>>;
  /** Empty if nothing is compared, or if the report cannot have changes. */
  changes: readonly ChangedScan[] | null;
  options: FilterOptions | null;
  counts: AnswerCountsReport | null;
  /** How often brands are named first in the days in view. */
  namedFirst: NamedFirst | null;
  /** Reports by region, keyed by platform. */
  rows: ReadonlyMap<string, RowReport> | null;
  sources: SourcesReport | null;
}

/** Waits for an optional part. Records its name as missing and returns null if it could not be loaded. */
type PartLoader = <T>(name: string, loading: Promise<T>) => Promise<T | null>;

/** Loads the changes in what was measured. */
async function loadChanges(
  context: RequestContext,
  about: SiteRequest<TimelineRequest>,
  capabilities: readonly string[],
): Promise<readonly ChangedScan[]> {
  // Imported on demand, as in the timeline: a static import would bundle that file with this one.
  const { loadChanges } = await import('../comparison/load-changes.ts');
  return loadChanges(context, about, capabilities, {
    isCompared: true,
    shouldLoadAll: true,
  });
}

async function loadGroups(
  context: RequestContext,
  siteId: string,
  request: TimelineRequest,
  fullReport: ReportColumns,
  offeredGroupings: readonly Grouping[],
  loadOptional: PartLoader,
): Promise<Responses['groups']> {
  const requestedGrouping = request.groupBy ?? defaultGroupBy;
  const groups: Responses['groups'] = { [requestedGrouping]: fullReport };
  if (!fullReport.brand) return groups;
  const loadGroup = async (groupBy: Grouping) => {
    const query = timelineQuery({
      siteId,
      request: groupBy === 'brand' ? allBrandsRequest(request) : { ...request, groupBy },
    });
    const report = await loadOptional(`the figures by ${groupBy}`, loadPart(context, query));
    if (report) groups[groupBy] = report;
  };
  await Promise.all(
    offeredGroupings.filter((grouping) => grouping !== requestedGrouping).map(loadGroup),
  );
  return groups;
}

/**
 * Loads the rows of the matrix: in one call if possible, otherwise in one call per platform.
 * @returns null if the report by platform is not among the groups
 */
async function loadRows(
  context: RequestContext,
  siteId: string,
  request: TimelineRequest,
  groupsLoading: Promise<Responses['groups']>,
  hasMatrix: boolean,
  loadOptional: PartLoader,
): Promise<Responses['rows']> {
  const regionRequest = { ...request, groupBy: 'region' } as const;
  const [{ platform: byPlatform }, rowsInOneCall] = await Promise.all([
    groupsLoading,
    hasMatrix
      ? resultOrNull(loadPart(context, matrixRowsQuery({ siteId, request: regionRequest })))
      : null,
  ]);
  if (!byPlatform) return null;
  if (rowsInOneCall) return completeRows(byPlatform, rowsInOneCall);
  const rows = byPlatform.series.map(async ({ key, label }): Promise<[string, RowReport]> => {
    const row = loadPart(
      context,
      rowReportQuery({ siteId, request: { ...regionRequest, platform: [key] } }),
    );
    return [key, (await loadOptional(`the matrix row for ${label}`, row)) ?? 'failed'];
  });
  return new Map(await Promise.all(rows));
}

/**
 * Loads the responses for a report, for use in a query function. The requests are the same as those of the
 * timeline, matrix and sources pages, so that cached responses are reused.
 * @throws ApiError if the full report could not be loaded; CancelledError if a request was cancelled
 */
export async function loadResponses(
  context: RequestContext,
  { siteId, search, today, capabilities, sections }: DocumentRequest,
): Promise<Responses> {
  const request = requestOf(search, today);
  const compared = comparisonOf(search, today);
  const fullReport = await loadPart(context, timelineQuery({ siteId, request }));
  const missingNames: string[] = [];
  const loadOptional: PartLoader = async (name, loading) => {
    const loaded = await resultOrNull(loading);
    if (loaded === null) missingNames.push(name);
    return loaded;
  };
  const hasCapability = (name: string) => capabilities.includes(name);
  const sourcesRequest = {
    ...requestInView(search, today),
    metric: null,
    groupBy: null,
    brandId: null,
  };
  const isCompared = compared !== null;
  // The prompts are needed only to find out which of them moved.
  const offeredGroupings = groupingsOf(isCompared ? capabilities : []);
  const needsChanges = isCompared && canHaveChanges(fullReport);
  const hasCounts = hasCapability('counts');
  const countsLoading = hasCounts
    ? loadOptional(
        'the number of answers',
        loadPart(context, countsReportQuery({ siteId, request })),
      )
    : null;
  const needsNamedFirst = hasCounts && fullReport.groupBy === 'brand' && sections.includes('table');
  // Counts of two compared periods are not only about the days in view.
  const hasEarlierDays = compared !== null && compared !== 'halves';
  const groupsLoading = loadGroups(
    context,
    siteId,
    request,
    fullReport,
    offeredGroupings,
    loadOptional,
  );
  // The cells are compared in any case, so that what moved does not depend on the sections. Only reports with a brand, and
  // those by platform, have cells.
  const needsRows =
    (isCompared || sections.includes('matrix')) &&
    (fullReport.brand !== null || request.groupBy === 'platform');
  const [groups, rows, changes, options, counts, countsInView, sources] = await Promise.all([
    groupsLoading,
    needsRows
      ? loadRows(context, siteId, request, groupsLoading, hasCapability('matrix'), loadOptional)
      : null,
    needsChanges
      ? loadOptional(
          'the changes in what was measured',
          loadChanges(context, { siteId, request }, capabilities),
        )
      : [],
    loadOptional('the filter options', loadPart(context, filtersQuery(siteId))),
    countsLoading,
    needsNamedFirst
      ? hasEarlierDays
        ? loadOptional(
            'how often brands are named first',
            loadPart(context, countsReportQuery({ siteId, request: requestInView(search, today) })),
          )
        : countsLoading
      : null,
    hasCapability('sources') && sections.includes('sources')
      ? loadOptional(
          'the sources',
          loadPart(context, sourcesQuery({ siteId, request: sourcesRequest })),
        )
      : null,
  ]);
  return {
    missing: missingNames.toSorted(),
    fullReport,
    compared,
    groups,
    changes,
    options,
    counts,
    namedFirst: countsInView?.namedFirst ?? null,
    rows,
    sources,
  };
}
