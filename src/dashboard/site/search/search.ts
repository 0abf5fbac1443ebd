import * as v from 'valibot';
import { comparisonOf, daysInView } from '../../../contract/dates/days-in-view.ts';
import { compareModes, spanOf } from '../../../contract/dates/periods.ts';
import { ranges } from '../../../contract/dates/ranges.ts';
import { isZone } from '../../../contract/dates/zone.ts';
import { defaultGroupBy, defaultMetric, type Metric } from '../../../contract/enums.ts';
import { isDay, isUuid } from '../../../contract/fields.ts';
import {
  maxValuesPerParameter,
  type ParameterTable,
  type QueryOf,
  readQuery,
  timelineParameters,
  writeQuery,
} from '../../../contract/parameters.ts';
import { everyGrouping, type Grouping, groupingsOf } from '../../../figures/series/grouping.ts';

const text = v.pipe(v.string(), v.minLength(1));
const textList = { isRepeatable: true, value: text } as const;
const singleText = { isRepeatable: false, value: text } as const;

/**
 * The parameters of v1 as the dashboard reads them. Platforms and brand-mention tokens may be newer
 * than this code, so any text passes and the service decides.
 */
const requestParameters = {
  ...timelineParameters,
  groupBy: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(everyGrouping)) },
  brandMention: singleText,
  platform: textList,
} as const;
/** The query of a timeline, as the dashboard sends it. */
export type TimelineRequest = QueryOf<typeof requestParameters>;

const day = { isRepeatable: false, value: v.pipe(v.string(), v.check(isDay)) } as const;

export const buckets = ['week', 'month'] as const;
/** The calendar span over which each chart point averages scans. */
export type Bucket = (typeof buckets)[number];

const views = ['lines', 'multiples'] as const;

/** The parameters that open a panel. */
const panelParameters = {
  scan: singleText,
  prompt: singleText,
  recommendation: { isRepeatable: false, value: v.pipe(v.string(), v.check(isUuid)) },
} as const;

/** The dashboard's own parameters: dates, zone, what is shown and how, and the open panel. */
const viewParameters = {
  range: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(ranges)) },
  /** All dates. Without any dates, the timeline and the report choose a range that fits the site. */
  dates: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(['all'])) },
  compare: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(compareModes)) },
  compareStart: day,
  compareEnd: day,
  sort: singleText,
  bucket: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(buckets)) },
  view: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(views)) },
  zone: { isRepeatable: false, value: v.pipe(v.string(), v.check(isZone)) },
  show: textList,
  hide: textList,
  ...panelParameters,
} as const;

const searchParameters = { ...requestParameters, ...viewParameters } as const;
/** The names of all parameters. */
export const searchNames = Object.keys(searchParameters);

/** The state of the timeline that its URL holds. `metric` and `groupBy` are never null. */
export type TimelineSearch = Omit<QueryOf<typeof searchParameters>, 'metric' | 'groupBy'> & {
  metric: Metric;
  groupBy: Grouping;
};
/** Search parameters as the router stores them: text, or a list if a parameter has several values. */
export type WrittenSearch = Record<string, string | string[]>;

type Dates = Pick<TimelineSearch, 'range' | 'startDate' | 'endDate'>;

/** Whether a search limits the days in view. */
export const hasDates = ({ range, startDate, endDate }: Dates): boolean =>
  range !== null || startDate !== null || endDate !== null;

/** Whether a search chooses its dates, which may be all dates. */
export const choosesDates = (search: TimelineSearch): boolean =>
  hasDates(search) || search.dates !== null;

/** The search with other dates, or all dates if none are given. */
export const withDates = (search: TimelineSearch, dates: Partial<Dates>): TimelineSearch => {
  const chosen = { range: null, startDate: null, endDate: null, ...dates };
  return { ...search, ...chosen, dates: hasDates(chosen) ? null : 'all' };
};

const itemsOf = (raw: Readonly<Record<string, unknown>>, name: string): unknown[] =>
  (Object.hasOwn(raw, name) ? [raw[name] ?? []] : []).flat();

/** The text values of parameters by name, as `readQuery` takes them. */
export const valuesIn = (raw: Readonly<Record<string, unknown>>) => ({
  getAll: (name: string): string[] =>
    itemsOf(raw, name).filter((value) => typeof value === 'string'),
});

/** Writes a query as plain parameters, in the order of its table and without those that are not set. */
export function writeValues<T extends ParameterTable>(
  table: T,
  query: Partial<QueryOf<T>>,
): WrittenSearch {
  const written: WrittenSearch = {};
  const valuesByName: Partial<Record<string, unknown>> = query;
  for (const name of Object.keys(table)) {
    const values = [valuesByName[name] ?? []].flat().map(String);
    const [first] = values;
    if (first !== undefined) written[name] = values.length === 1 ? first : values;
  }
  return written;
}

/**
 * Reads the parameters of a timeline's URL. Never throws; values that cannot be read are left out.
 * @param raw values by name, each a string or a list of strings; unknown names are ignored.
 * @param capabilities what the service offers beyond v1.
 * @returns the search, and in `dropped` the names of the parameters that were left out, wholly or in part.
 */
export function readSearch(
  raw: Readonly<Record<string, unknown>>,
  capabilities: readonly string[] = [],
): TimelineSearch & { dropped: readonly string[] } {
  const dropped = new Set<string>();
  const { getAll } = valuesIn(raw);
  const getDistinct = (name: string): string[] => {
    const values = getAll(name);
    const distinctValues = [...new Set(values)];
    // If too many lines are shown or hidden, the last ones are kept.
    const isShowOrHide = name === 'show' || name === 'hide';
    const isTooLong = isShowOrHide && distinctValues.length > maxValuesPerParameter;
    if (values.length < itemsOf(raw, name).length || isTooLong) dropped.add(name);
    return isTooLong ? distinctValues.slice(-maxValuesPerParameter) : distinctValues;
  };
  const { query, faults } = readQuery(searchParameters, { getAll: getDistinct });
  for (const { parameter } of faults) dropped.add(parameter);

  const search = {
    ...query,
    metric: query.metric ?? defaultMetric,
    groupBy: query.groupBy ?? defaultGroupBy,
  };
  if (!groupingsOf(capabilities).includes(search.groupBy)) {
    search.groupBy = defaultGroupBy;
    dropped.add('groupBy');
  }
  if (search.startDate !== null && search.endDate !== null && search.startDate > search.endDate) {
    search.startDate = null;
    search.endDate = null;
    dropped.add('startDate').add('endDate');
  }
  if (search.range !== null && (search.startDate !== null || search.endDate !== null)) {
    // Explicit dates win over a rolling range.
    search.range = null;
    dropped.add('range');
  }
  if (search.dates !== null && hasDates(search)) {
    search.dates = null;
    dropped.add('dates');
  }
  const { compareStart, compareEnd } = search;
  const isCustom = search.compare === 'custom';
  const hasValidDates = compareStart !== null && compareEnd !== null && compareStart <= compareEnd;
  if (isCustom ? !hasValidDates : compareStart !== null || compareEnd !== null) {
    if (isCustom) search.compare = null;
    search.compareStart = null;
    search.compareEnd = null;
    dropped.add('compareStart').add('compareEnd');
  }
  const hidden = new Set(search.hide);
  if (search.show.some((key) => hidden.has(key))) {
    search.show = search.show.filter((key) => !hidden.has(key));
    dropped.add('show');
  }
  return { ...search, dropped: searchNames.filter((name) => dropped.has(name)) };
}

/** Writes a search as plain parameters, in the order of `searchParameters` and without defaults. */
export function writeSearch(search: TimelineSearch): WrittenSearch {
  return writeValues(searchParameters, {
    ...search,
    dates: hasDates(search) ? null : search.dates,
    metric: search.metric === defaultMetric ? null : search.metric,
    groupBy: search.groupBy === defaultGroupBy ? null : search.groupBy,
  });
}

const closedPanels = readQuery(panelParameters, new URLSearchParams()).query;

/** The search with every panel closed. */
export const withoutPanels = (search: TimelineSearch): TimelineSearch => ({
  ...search,
  ...closedPanels,
});

/** Whether a search opens a panel. */
export const hasPanel = (search: TimelineSearch): boolean =>
  writeQuery(panelParameters, search).size > 0;

/** The query for the days in view on the UTC day `today`, YYYY-MM-DD. */
export function requestInView(search: TimelineSearch, today: string): TimelineRequest {
  return {
    ...readQuery(requestParameters, valuesIn(search)).query,
    ...daysInView(search, today),
    // Left out when grouping by brand, where the service ignores it, so that the report is cached once.
    brandId: search.groupBy === 'brand' ? null : search.brandId,
  };
}

/** The query of the report that a search needs on the UTC day `today`: all days in view or used by a comparison. */
export function requestOf(search: TimelineSearch, today: string): TimelineRequest {
  const request = requestInView(search, today);
  const compared = comparisonOf(search, today);
  if (compared === null || compared === 'halves') return request;
  return { ...request, startDate: spanOf(compared).start };
}
