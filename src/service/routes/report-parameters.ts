import { defaultGroupBy, defaultMetric, type GroupBy } from '../../contract/enums.ts';
import type { ParameterFault, TimelineQuery } from '../../contract/parameters.ts';
import type { BrandRecord } from '../store/records.ts';
import type { SiteDetails, TimelineScope } from '../store/store.ts';
import { sortPlatforms, sortRegions } from './labels.ts';
import {
  createInvalidParametersProblem,
  createNotFoundProblem,
  createUntrackedCompetitorProblem,
} from './problems.ts';

/** A valid query with its brands. */
export interface ReportParameters {
  query: TimelineQuery;
  metric: NonNullable<TimelineQuery['metric']>;
  groupBy: GroupBy;
  /** All brands of the site that the caller may see, in the order of `SiteDetails`. */
  brands: readonly BrandRecord[];
  /**
   * The brand requested in a report that is not grouped by brand; otherwise the tracked brand, or null if there is
   * none.
   */
  brand: BrandRecord | null;
  /** The brands that the series of the report describe. */
  describedBrands: readonly BrandRecord[];
}

export function findDateOrderFaults(query: TimelineQuery): ParameterFault[] {
  const { startDate, endDate } = query;
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  return [{ parameter: 'startDate', message: 'must not be after endDate' }];
}

/** The parameters of a report. @throws ProblemError if the query does not fit the site's brands */
export function toReportParameters(
  query: TimelineQuery,
  { brands }: Pick<SiteDetails, 'brands'>,
): ReportParameters {
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]));
  const trackedBrand = brands.find(({ role }) => role === 'tracked') ?? null;
  const groupBy = query.groupBy ?? defaultGroupBy;
  const metric = query.metric ?? defaultMetric;

  if (query.brandMention !== null && !trackedBrand) {
    const message = 'needs a tracked brand, and this site has none';
    throw createInvalidParametersProblem([{ parameter: 'brandMention', message }]);
  }
  const requestedIds = [...query.brand, ...query.competitorId];
  const brandId = groupBy === 'brand' ? null : query.brandId;
  if ([...requestedIds, ...(brandId ? [brandId] : [])].some((id) => !brandsById.has(id))) {
    throw createNotFoundProblem('brand');
  }
  const untrackedIds = query.competitorId.filter((id) => brandsById.get(id)?.role === 'discovered');
  if (untrackedIds.length > 0) throw createUntrackedCompetitorProblem(untrackedIds.sort());

  const brand = (brandId ? brandsById.get(brandId) : null) ?? trackedBrand;
  if (groupBy !== 'brand') {
    return {
      query,
      metric,
      groupBy,
      brands,
      brand,
      describedBrands: brand ? [brand] : [],
    };
  }
  const describedBrands = brands.filter(
    ({ id }) => requestedIds.length === 0 || requestedIds.includes(id),
  );
  return { query, metric, groupBy, brands, brand, describedBrands };
}

const mentionsTrackedByValue = {
  mentions_tracked_brand: true,
  does_not_mention_tracked_brand: false,
} as const;

export function toScope({
  query,
  groupBy,
  describedBrands,
  brands,
}: ReportParameters): TimelineScope {
  const { brandMention } = query;
  return {
    ...query,
    mentionsTracked: brandMention && mentionsTrackedByValue[brandMention],
    groupBy,
    brandIds: describedBrands.length === brands.length ? null : describedBrands.map(({ id }) => id),
  };
}

/** Writes equivalent queries as the same text: without repeats, in a fixed order, and with defaults filled in. */
export function normaliseQuery(query: TimelineQuery): string {
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

/** The filters as they are returned with a report. */
export const toAppliedFilters = ({ platform, region, startDate, endDate }: TimelineQuery) => ({
  platform: sortPlatforms(platform),
  region: sortRegions(region),
  startDate,
  endDate,
});
