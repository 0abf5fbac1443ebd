import type { Cell } from './csv-lines.ts';
import { localTime } from './dates/wall-clock.ts';

/** The filters of a query or a report: for each its value or values, if any. */
type Filters = Readonly<Record<string, string | readonly string[] | null>>;

const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Leading columns and their constant values, for the filters that are set. */
export function filterColumns(
  prefix: 'requested' | 'applied',
  filters: Filters,
): [string, string][] {
  return Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' ? value : (value ?? []).join('; ');
    return text === '' ? [] : [[`${prefix}_${toSnakeCase(name)}`, text]];
  });
}

/**
 * The query as leading columns: the requested and the applied filters, and the requested metric and grouping if the
 * service applied others.
 */
export function parameterColumns({
  report,
  request,
}: {
  report: { metric: string; groupBy: string; filters: Filters | null };
  request: Filters;
}): [string, string][] {
  const { metric = null, groupBy = null, ...filters } = request;
  return [
    ...filterColumns('requested', {
      metric: metric === report.metric ? null : metric,
      groupBy: groupBy === report.groupBy ? null : groupBy,
      ...filters,
    }),
    ...filterColumns('applied', { ...report.filters }),
  ];
}

/** What all points of the table have in common. */
interface PointsContext {
  /** The leading columns; see `parameterColumns`. */
  parameters: readonly [name: string, value: string][];
  metric: string;
  groupBy: string;
  /** The brand that the series describe, unless they are brands. */
  brand: { id: string; name: string | null } | null;
  /** The IANA zone of the times. */
  zone: string;
  seriesKeys: readonly string[];
}

/** A series of the table. */
interface PointsSeries {
  label: string;
  key: string;
  /** Its place in the report, from 1. */
  number: number;
}

/** A scan of the table. */
interface PointsScan {
  /** Milliseconds since 1970; null if it is unknown. */
  completedAt: number | null;
  /** YYYY-MM-DD. */
  date: string;
  scanId: string | null;
}

/**
 * The table of every point of a timeline, for the download and for feeds: one row per point, series by series, in time
 * order. Values have full precision, and are empty without evidence; a point of unknown time has only its UTC day.
 * @returns the names of the columns, and functions that return the cells of a series and of a scan, which a row
 * consists of, followed by its value
 */
export function createPointsTable(context: PointsContext) {
  const { parameters, metric, groupBy, brand, zone, seriesKeys } = context;
  const isByBrand = groupBy === 'brand';
  // If the service repeats a key, the number tells its series apart.
  const isNumbered = new Set(seriesKeys).size < seriesKeys.length;
  const columns = [
    ...parameters.map(([name]) => name),
    'metric',
    'group_by',
    ...(isNumbered ? ['series_number'] : []),
    'series',
    'series_key',
    ...(isByBrand ? [] : ['brand']),
    'completed_at',
    'zone',
    'utc_day',
    'scan_id',
    'value',
  ];
  const seriesCells = ({ label, key, number }: PointsSeries): Cell[] => [
    ...parameters.map(([, value]) => value),
    metric,
    groupBy,
    ...(isNumbered ? [number] : []),
    label,
    key,
    ...(isByBrand ? [] : [brand?.name ?? brand?.id ?? '']),
  ];
  const scanCells = ({ completedAt, date, scanId }: PointsScan): Cell[] => [
    completedAt === null ? '' : localTime(completedAt, zone),
    zone,
    date,
    scanId ?? '',
  ];
  return { columns, seriesCells, scanCells };
}
