import { defaultGroupBy, defaultMetric, type GroupBy } from '../../contract/enums.ts';
import type { ParameterFault, TimelineQuery } from '../../contract/parameters.ts';
import { inPlatformOrder, inRegionOrder } from '../labels.ts';
import { brandsNeeded } from '../metrics/comparators.ts';
import { invalidParameters, notFound, untrackedCompetitor } from '../problems.ts';
import type { BrandRecord } from '../store/records.ts';
import type { SiteDetails, TimelineScope } from '../store/store.ts';

/** A valid query with its brands. */
export interface Question {
  query: TimelineQuery;
  metric: NonNullable<TimelineQuery['metric']>;
  groupBy: GroupBy;
  /**
   * All brands of the site, against which the metrics are computed. Those that the caller may see come first, in the
   * order of their series.
   */
  brands: readonly BrandRecord[];
  /** The tracked brand or, in a report by platform or region, the requested one if there is one. */
  brand: BrandRecord | null;
  /** The brands that series describe. */
  described: readonly BrandRecord[];
}

export function orderFaults(query: TimelineQuery): ParameterFault[] {
  const { startDate, endDate } = query;
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  return [{ parameter: 'startDate', message: 'must not be after endDate' }];
}

/** The question, or the error response if the query does not fit the site's brands. */
export function questionOf(
  query: TimelineQuery,
  { brands, hiddenBrands = [] }: Pick<SiteDetails, 'brands' | 'hiddenBrands'>,
): Question | Response {
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
  const everyBrand = [...brands, ...hiddenBrands];
  if (groupBy !== 'brand') {
    return { query, metric, groupBy, brands: everyBrand, brand, described: brand ? [brand] : [] };
  }
  const described = brands.filter((each) => wanted.length === 0 || wanted.includes(each.id));
  return { query, metric, groupBy, brands: everyBrand, brand, described };
}

const mentionsTracked = {
  mentions_tracked_brand: true,
  does_not_mention_tracked_brand: false,
} as const;

export function toScope({ query, metric, groupBy, described, brands }: Question): TimelineScope {
  const { brandMention } = query;
  return {
    ...query,
    mentionsTracked: brandMention && mentionsTracked[brandMention],
    groupBy,
    brandIds: brandsNeeded(metric, described, brands),
  };
}

/** The same text for equivalent queries: without repeats, in a fixed order, and with defaults filled in. */
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

/** The filters as a report repeats them. */
export const appliedFilters = ({ platform, region, startDate, endDate }: TimelineQuery) => ({
  platform: inPlatformOrder(platform),
  region: inRegionOrder(region),
  startDate,
  endDate,
});
