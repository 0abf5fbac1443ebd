import { defaultGroupBy, defaultMetric } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { calendarDay, type Locale } from '../../time/format.ts';
import { groupingName, metricName } from '../report/names.ts';
import { listedFilter } from './filters.ts';
import type { TimelineQuestion } from './search.ts';

const sentence = (asked: string, applied: string): string =>
  `Asked for ${asked}; the service applied ${applied}.`;

/** A service may say that it applied anything: so many values are told, and of each so many letters. */
const mostTold = 10;
const lettersTold = 100;

function listed(values: readonly string[], nameOf: (value: string) => string): string {
  const names = values.slice(0, mostTold).map((value) => nameOf(value).slice(0, lettersTold));
  const left = values.length - names.length;
  return left > 0 ? `${names.join(', ')} and ${left} more` : names.join(', ');
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(some)].filter((value) => !known.has(value));
}

/** Two lists as sets, of which an empty one means `all`; null when they are the same or nothing is told. */
function listDifference(
  asked: readonly string[],
  applied: readonly string[] | null,
  all: string,
  nameOf: (value: string) => string,
): string | null {
  if (applied === null) return null;
  const missing = without(asked, applied);
  const added = without(applied, asked);
  if (missing.length === 0 && added.length === 0) return null;
  const missed = listed(missing, nameOf);
  const extra = listed(added, nameOf);
  if (asked.length === 0) return sentence(all, extra);
  if (applied.length === 0) return sentence(missed, all);
  if (added.length === 0) return `Asked for, but not applied: ${missed}.`;
  if (missing.length === 0) return `Applied, but not asked for: ${extra}.`;
  return sentence(missed, extra);
}

/** Filters that a report echoes, and what none of their values stands for. */
const echoed = [
  ['platform', 'all platforms'],
  ['region', 'all regions'],
] as const;

function dateDifferences(
  asked: Pick<TimelineQuestion, 'startDate' | 'endDate'>,
  applied: { startDate: string | null; endDate: string | null },
  isTold: boolean,
  locale: Locale,
): (string | null)[] {
  const ends = [
    ['startDate', 'days from', 'days from the first scan on'],
    ['endDate', 'days until', 'days until the latest scan'],
  ] as const;
  return ends.map(([end, words, open]) => {
    const wanted = asked[end];
    const given = applied[end];
    if (given === wanted || (given === null && !isTold)) return null;
    const inWords = (day: string | null) =>
      day === null ? open : `${words} ${calendarDay(day, locale)}`;
    return sentence(inWords(wanted), inWords(given));
  });
}

/**
 * What a report says it applied where that is not what was asked, a sentence each. What the service does
 * not tell cannot be confirmed and is no difference; filters that it never tells are not looked at.
 * @param question what this report answers
 */
export function differencesOf(
  report: ReportColumns,
  question: TimelineQuestion,
  locale: Locale,
): string[] {
  const { metric, groupBy, brand, filters } = report;
  const found: (string | null)[] = [];
  const wantedMetric = question.metric ?? defaultMetric;
  if (metric !== wantedMetric) {
    found.push(sentence(metricName(wantedMetric), metricName(metric)));
  }
  const wantedGrouping = question.groupBy ?? defaultGroupBy;
  if (groupBy !== wantedGrouping) {
    found.push(sentence(`grouping by ${groupingName(wantedGrouping)}`, groupingName(groupBy)));
  }
  // Under brand it names the tracked one, whatever was asked.
  const { brandId } = question;
  const isScoped = wantedGrouping !== 'brand' && groupBy !== 'brand';
  if (isScoped && brandId !== null && brand && brand.id.toLowerCase() !== brandId.toLowerCase()) {
    found.push(sentence(`brand ${brandId}`, brand.name ?? brand.id));
  }
  if (filters) {
    found.push(
      ...echoed.map(([name, all]) =>
        listDifference(
          question[name],
          filters[name],
          all,
          (value) => listedFilter(name).nameOf?.(value) ?? value,
        ),
      ),
      // Whoever echoes lists echoes dates: without a day none was applied.
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
