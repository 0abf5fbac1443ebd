import { defaultGroupBy, defaultMetric } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { calendarDay, type Locale } from '../../time/format.ts';
import { listedFilter } from '../question/filters.ts';
import type { TimelineRequest } from '../question/search.ts';
import { groupingName, metricName } from '../report/names.ts';

const describeDifference = (requested: string, applied: string): string =>
  `You asked for ${requested}; the service used ${applied}.`;

const describeGrouping = (grouping: Parameters<typeof groupingName>[0]): string =>
  `grouping by ${groupingName(grouping).toLowerCase()}`;

/** The maximum number of values in a sentence, and of characters of each, since a service may echo anything. */
const maxNames = 10;
const maxNameLength = 100;

function joinNames(values: readonly string[], nameOf: (value: string) => string): string {
  const names = values.slice(0, maxNames).map((value) => nameOf(value).slice(0, maxNameLength));
  const left = values.length - names.length;
  return left > 0 ? `${names.join(', ')} and ${left} more` : names.join(', ');
}

function subtract(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(some)].filter((value) => !known.has(value));
}

/** Compares two lists as sets, where an empty one means `all`; null when equal or nothing is echoed. */
function listDifference(
  requested: readonly string[],
  applied: readonly string[] | null,
  all: string,
  nameOf: (value: string) => string,
): string | null {
  if (applied === null) return null;
  const missing = subtract(requested, applied);
  const added = subtract(applied, requested);
  if (missing.length === 0 && added.length === 0) return null;
  const missed = joinNames(missing, nameOf);
  const extra = joinNames(added, nameOf);
  if (requested.length === 0) return describeDifference(all, extra);
  if (applied.length === 0) return describeDifference(missed, all);
  if (added.length === 0) return `The service did not apply: ${missed}.`;
  if (missing.length === 0) return `The service also applied: ${extra}.`;
  return describeDifference(missed, extra);
}

/** The filters that a report echoes, and what an empty list stands for. */
const echoedFilters = [
  ['platform', 'all platforms'],
  ['region', 'all regions'],
] as const;

function dateDifferences(
  requested: Pick<TimelineRequest, 'startDate' | 'endDate'>,
  applied: { startDate: string | null; endDate: string | null },
  areListsEchoed: boolean,
  locale: Locale,
): (string | null)[] {
  const ends = [
    ['startDate', 'days from', 'days from the first scan onward'],
    ['endDate', 'days until', 'days until the latest scan'],
  ] as const;
  return ends.map(([end, words, open]) => {
    const requestedDay = requested[end];
    const appliedDay = applied[end];
    if (appliedDay === requestedDay || (appliedDay === null && !areListsEchoed)) return null;
    const daysText = (day: string | null) =>
      day === null ? open : `${words} ${calendarDay(day, locale)}`;
    return describeDifference(daysText(requestedDay), daysText(appliedDay));
  });
}

/**
 * One sentence for each thing that the service applied differently than requested. What the service does not echo
 * is not compared.
 * @param question the query of this report
 */
export function differencesOf(
  report: ReportColumns,
  question: TimelineRequest,
  locale: Locale,
): string[] {
  const { metric, groupBy, brand, filters } = report;
  const found: (string | null)[] = [];
  const wantedMetric = question.metric ?? defaultMetric;
  if (metric !== wantedMetric) {
    found.push(describeDifference(metricName(wantedMetric), metricName(metric)));
  }
  const wantedGrouping = question.groupBy ?? defaultGroupBy;
  if (groupBy !== wantedGrouping) {
    found.push(describeDifference(describeGrouping(wantedGrouping), describeGrouping(groupBy)));
  }
  // When grouping by brand, the service returns the tracked brand, whatever was requested.
  const { brandId } = question;
  const isScoped = wantedGrouping !== 'brand' && groupBy !== 'brand';
  if (isScoped && brandId !== null && brand && brand.id.toLowerCase() !== brandId.toLowerCase()) {
    found.push(describeDifference(`brand ${brandId}`, brand.name ?? brand.id));
  }
  if (filters) {
    found.push(
      ...echoedFilters.map(([name, all]) =>
        listDifference(
          question[name],
          filters[name],
          all,
          (value) => listedFilter(name).nameOf?.(value) ?? value,
        ),
      ),
      // A service that echoes lists echoes dates too: null means that none was applied.
      ...dateDifferences(
        question,
        filters,
        filters.platform !== null && filters.region !== null,
        locale,
      ),
    );
  }
  return found.filter((each) => each !== null);
}
