import type Papa from 'papaparse';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { isEvidence, isPresent } from '../../api/columns.ts';
import { createYielder } from '../../api/pace.ts';
import { wallClockAt } from '../../time/clock.ts';
import type { TimelineRequest } from '../search/search.ts';
import type { TimelineModel } from '../series/model.ts';
import { chartName } from '../series/names.ts';

/** What a file is made from: a view's model, the report that it shows, and the query of that report. */
export interface ExportedView {
  model: TimelineModel;
  report: ReportColumns;
  question: TimelineRequest;
  /** The IANA zone of the view. */
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
}

/** Rows written before each chance to yield. Writing them takes much less than a frame. */
const rowsAtOnce = 200;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** An instant in a zone as ISO 8601 with its offset from UTC: 2026-11-08T00:37:12+01:00. */
export function localTime(instant: number, zone: string): string {
  const { day, time } = wallClockAt(instant, zone);
  const fraction = ((instant % 1000) + 1000) % 1000;
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) + fraction - instant) / 60_000);
  const offset = `${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
  const fractionText = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`;
  return `${day}T${time}${fractionText}${minutes < 0 ? '-' : '+'}${offset}`;
}

const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Leading columns and their constant values, for the filters that are set. */
export function filterColumns(
  prefix: 'requested' | 'applied',
  filters: Readonly<Record<string, string | readonly string[] | null>>,
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
export function questionColumns({
  report,
  question,
}: Pick<ExportedView, 'report' | 'question'>): [string, string][] {
  const { metric, groupBy, ...filters } = question;
  return [
    ...filterColumns('requested', {
      metric: metric === report.metric ? null : metric,
      groupBy: groupBy === report.groupBy ? null : groupBy,
      ...filters,
    }),
    ...filterColumns('applied', { ...report.filters }),
  ];
}

/**
 * Writes every point of a view, drawn or not, as CSV (RFC 4180, UTF-8 with byte order mark), series by series and in
 * time order. Values have full precision, and are empty without evidence; a point of unknown time has only its UTC day.
 * Text that a spreadsheet might run as a formula is escaped; see `escapeFormulas`.
 * @param unparse papaparse's function, which is loaded on demand
 * @returns the file's text in parts, yielding to the browser between them
 */
export async function* toCsv(
  exported: ExportedView,
  unparse: typeof Papa.unparse,
): AsyncGenerator<string> {
  const yieldIfDue = createYielder();
  const { model, zone } = exported;
  const question = questionColumns(exported);
  const questionValues = question.map(([, value]) => value);
  const isByBrand = model.groupBy === 'brand';
  const keys = new Set(model.series.map(({ key }) => key));
  const hasRepeatedKeys = keys.size < model.series.length;
  const columnNames = [
    ...question.map(([name]) => name),
    'metric',
    'group_by',
    // If the service repeats a key, the number tells its series apart.
    ...(hasRepeatedKeys ? ['series_number'] : []),
    'series',
    'series_key',
    ...(isByBrand ? [] : ['brand']),
    'completed_at',
    'zone',
    'utc_day',
    'scan_id',
    'value',
  ];
  const scans: Cell[][] = [];
  for (const [scan, { scanId, date, hasTime }] of model.scans.entries()) {
    if (scan % rowsAtOnce === 0) await yieldIfDue();
    const completedAt = hasTime ? localTime(model.instants[scan] ?? 0, zone) : '';
    scans.push([completedAt, zone, date, scanId ?? '']);
  }
  yield byteOrderMark + formatCsvLines([columnNames], unparse);
  for (const [index, series] of model.series.entries()) {
    const firstCells: Cell[] = [
      ...questionValues,
      model.metric,
      model.groupBy,
      ...(hasRepeatedKeys ? [index + 1] : []),
      series.label,
      series.key,
      ...(isByBrand ? [] : [model.brand?.name ?? model.brand?.id ?? '']),
    ];
    const presentScans = [...model.reportOrder].filter((scan) => isPresent(series, scan));
    for (let from = 0; from < presentScans.length; from += rowsAtOnce) {
      const rows = presentScans.slice(from, from + rowsAtOnce).map((scan): Cell[] => {
        const value = series.values[scan];
        return [...firstCells, ...(scans[scan] ?? []), isEvidence(value) ? value : ''];
      });
      yield formatCsvLines(rows, unparse);
      await yieldIfDue();
    }
  }
}

/** The maximum number of UTF-8 bytes of each text in a file name; most systems allow 255 for the whole name. */
const maxTextBytes = 80;

/** Makes text valid in a file name on any system. */
const toValidText = (text: string): string =>
  text
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

/** Makes text valid in a file name, and cuts it between two characters if it is too long. */
function cutText(text: string): string {
  const valid = toValidText(text);
  const { read } = new TextEncoder().encodeInto(valid, new Uint8Array(maxTextBytes));
  return valid.slice(0, read);
}

/** Makes a file name, without its extension, from texts of any length. */
export const safeFileName = (texts: readonly string[]): string =>
  toValidText(texts.map(cutText).join(' '));

/**
 * The first and the last UTC day of a view, YYYY-MM-DD: those applied, or those requested if the service echoes no
 * dates. An open end is the day of the first or the last scan; undefined without scans.
 */
export function daysInFile({ model, report, question }: ExportedView): {
  from: string | undefined;
  to: string | undefined;
} {
  const { filters } = report;
  // A service that echoes lists also echoes dates, so a missing day means that none was applied.
  const areDatesEchoed = filters?.platform != null && filters.region != null;
  const requested = areDatesEchoed ? { startDate: null, endDate: null } : question;
  const [first = -1, last = -1] = [model.reportOrder[0], model.reportOrder.at(-1)];
  return {
    from: filters?.startDate ?? requested.startDate ?? model.scans[first]?.date,
    to: filters?.endDate ?? requested.endDate ?? model.scans[last]?.date,
  };
}

/**
 * A name for the file: site, the brand unless grouped by brand, metric, grouping, and days.
 * For example, "northwind.example visibility by brand 2026-08-24 to 2026-11-21.csv".
 * @param suffix text to add after the grouping, such as "table" or "and region"; empty for none
 */
export function fileName(exported: ExportedView, extension = 'csv', suffix = ''): string {
  const { model, siteName } = exported;
  const { from, to } = daysInFile(exported);
  const days = [from, to].filter((day) => day !== undefined);
  // Other groupings are measured for one brand, which need not be the tracked one.
  const brand = model.groupBy === 'brand' ? '' : model.brand?.name || model.brand?.id || '';
  const chart = chartName(model.metric, model.groupBy).toLowerCase();
  const parts = [siteName, brand, chart, suffix, [...new Set(days)].join(' to ')];
  return `${safeFileName(parts)}.${extension}`;
}
