import { canonicalRegion } from '../../../contract/canonical-region.ts';
import { defaultGroupBy, defaultMetric } from '../../../contract/enums.ts';
import { isSameId } from '../../../contract/fields.ts';
import { calendarDay, type Locale } from '../../../figures/formats/dates.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { groupingName, metricName } from '../../../figures/series/names.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { listedFilter } from '../search/filters.ts';
import type { TimelineRequest } from '../search/search.ts';

const describeDifference = (requested: string, applied: string): string =>
  `You asked for ${requested}; the service used ${applied}.`;

const describeGrouping = (grouping: Parameters<typeof groupingName>[0]): string =>
  `grouping by ${groupingName(grouping).toLowerCase()}`;

/** The maximum number of values in a sentence, since a service may echo any number. */
const maxNames = 10;
/** The maximum number of characters per value, for the same reason. */
const maxNameLength = 100;

function joinNames(values: readonly string[], nameOf: (value: string) => string): string {
  const names = values
    .slice(0, maxNames)
    .map((value) => isolate(nameOf(value).slice(0, maxNameLength)));
  const remainingCount = values.length - names.length;
  return remainingCount > 0 ? `${names.join(', ')} and ${remainingCount} more` : names.join(', ');
}

function subtract(values: readonly string[], removed: readonly string[]): string[] {
  const excluded = new Set(removed);
  return [...new Set(values)].filter((value) => !excluded.has(value));
}

/**
 * Describes how two lists differ as sets, where an empty list means `all`.
 * @param applied null if the service does not echo the list
 * @returns null if the lists do not differ or cannot be compared
 */
function describeListDifference(
  requested: readonly string[],
  applied: readonly string[] | null,
  all: string,
  nameOf: (value: string) => string,
): string | null {
  if (applied === null) return null;
  const missing = subtract(requested, applied);
  const added = subtract(applied, requested);
  if (missing.length === 0 && added.length === 0) return null;
  const missingText = joinNames(missing, nameOf);
  const addedText = joinNames(added, nameOf);
  if (requested.length === 0) return describeDifference(all, addedText);
  if (applied.length === 0) return describeDifference(missingText, all);
  if (added.length === 0) return `The service did not apply: ${missingText}.`;
  if (missing.length === 0) return `The service also applied: ${addedText}.`;
  return describeDifference(missingText, addedText);
}

/** The filters that a report echoes, and what an empty list stands for. */
const echoedFilters = [
  ['platform', 'all platforms'],
  ['region', 'all regions'],
] as const;

function describeDateDifferences(
  requested: Pick<TimelineRequest, 'startDate' | 'endDate'>,
  applied: { startDate: string | null; endDate: string | null },
  areListsEchoed: boolean,
  locale: Locale,
): (string | null)[] {
  const bounds = [
    ['startDate', 'days from', 'days from the first scan onward'],
    ['endDate', 'days up to', 'days up to the latest scan'],
  ] as const;
  return bounds.map(([bound, prefix, openText]) => {
    const requestedDay = requested[bound];
    const appliedDay = applied[bound];
    if (appliedDay === requestedDay || (appliedDay === null && !areListsEchoed)) return null;
    const daysText = (day: string | null) =>
      day === null ? openText : `${prefix} ${calendarDay(day, locale)}`;
    return describeDifference(daysText(requestedDay), daysText(appliedDay));
  });
}

/**
 * Describes each parameter that the service applied differently from what was requested, in one sentence. Parameters
 * that the service does not echo are not compared.
 * @param request the query of this report
 */
export function differencesOf(
  report: ReportColumns,
  request: TimelineRequest,
  locale: Locale,
): string[] {
  const { metric, groupBy, brand, filters } = report;
  const sentences: (string | null)[] = [];
  const requestedMetric = request.metric ?? defaultMetric;
  if (metric !== requestedMetric) {
    sentences.push(describeDifference(metricName(requestedMetric), metricName(metric)));
  }
  const requestedGrouping = request.groupBy ?? defaultGroupBy;
  if (groupBy !== requestedGrouping) {
    sentences.push(
      describeDifference(describeGrouping(requestedGrouping), describeGrouping(groupBy)),
    );
  }
  // In a report by brand, the service returns the tracked brand, even if another was requested.
  const { brandId } = request;
  const isForOneBrand = requestedGrouping !== 'brand' && groupBy !== 'brand';
  if (isForOneBrand && brandId !== null && brand && !isSameId(brand.id, brandId)) {
    sentences.push(describeDifference(`brand ${brandId}`, isolate(brand.name ?? brand.id)));
  }
  if (filters) {
    sentences.push(
      ...echoedFilters.map(([name, all]) =>
        describeListDifference(
          // A service may store the requested region `UK` as `GB`.
          request[name].map(canonicalRegion),
          filters[name]?.map(canonicalRegion) ?? null,
          all,
          (value) => listedFilter(name).nameOf?.(value) ?? value,
        ),
      ),
      // A service that echoes lists echoes dates too: null means that none was applied.
      ...describeDateDifferences(
        request,
        filters,
        filters.platform !== null && filters.region !== null,
        locale,
      ),
    );
  }
  return sentences.filter((sentence) => sentence !== null);
}
