import type Papa from 'papaparse';
import type { ReportColumns } from '../../api/columns.ts';
import { isEvidence, isPresent } from '../../api/columns.ts';
import { createPace } from '../../api/pace.ts';
import { wallClock } from '../../time/clock.ts';
import type { TimelineQuestion } from '../question/search.ts';
import type { TimelineModel } from '../report/model.ts';
import { chartName } from '../report/names.ts';
import { safeText } from './safe-text.ts';

/** What a file is made of: a view's columns, the report behind them, and what was asked. */
export interface Exported {
  model: TimelineModel;
  report: ReportColumns;
  question: TimelineQuestion;
  /** IANA zone of the view. */
  zone: string;
  /** The site's name, or its id where the name is unknown. */
  siteName: string;
}

type Cell = string | number;

/** Rows that are written at once, in much less than a frame. */
const rowsAtOnce = 200;

/** Makes programs that guess read the file as UTF-8. */
const byteOrderMark = '\uFEFF';
const newline = '\r\n';

/** Text with an apostrophe in front is quoted, as papaparse quotes what it escapes itself. */
const isApostropheFirst = (cell: unknown): boolean =>
  typeof cell === 'string' && cell.startsWith("'");

const two = (number: number): string => String(number).padStart(2, '0');

/** An instant in a zone as ISO 8601 with the zone's distance from UTC: 2026-11-08T00:37:12+01:00. */
export function localTime(instant: number, zone: string): string {
  const { day, time } = wallClock(instant, zone);
  const fraction = ((instant % 1000) + 1000) % 1000;
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) + fraction - instant) / 60_000);
  const distance = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  const part = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`;
  return `${day}T${time}${part}${minutes < 0 ? '-' : '+'}${distance}`;
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Head columns and their one value, for what is set among some filters. */
function filterColumns(
  prefix: 'asked' | 'applied',
  filters: Readonly<Record<string, string | readonly string[] | null>>,
): [string, string][] {
  return Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' ? value : (value ?? []).join('; ');
    return text === '' ? [] : [[`${prefix}_${snakeCase(name)}`, text]];
  });
}

/** The question in head columns: filters asked and applied; metric and grouping where they differ. */
function questionColumns({ report, question }: Exported): [string, string][] {
  const { metric, groupBy, ...filters } = question;
  return [
    ...filterColumns('asked', {
      metric: metric === report.metric ? null : metric,
      groupBy: groupBy === report.groupBy ? null : groupBy,
      ...filters,
    }),
    ...filterColumns('applied', { ...report.filters }),
  ];
}

/**
 * Every point of a view as CSV (RFC 4180, UTF-8 with byte order mark), drawn or not, series after series
 * and each by time. Values have all their digits; no evidence is an empty cell; a point whose time is
 * unknown has only its UTC day. Text that a spreadsheet might run is made safe by apostrophes, see `safeText`.
 * @param unparse papaparse's, which is loaded only when somebody wants a file
 * @returns the file's text in parts, made in turns with the browser's own work
 */
export async function* toCsv(
  exported: Exported,
  unparse: typeof Papa.unparse,
): AsyncGenerator<string> {
  const pace = createPace();
  const { model, zone } = exported;
  const question = questionColumns(exported);
  const asked = question.map(([, value]) => value);
  const byBrand = model.groupBy === 'brand';
  const keys = new Set(model.series.map(({ key }) => key));
  const repeats = keys.size < model.series.length;
  const fields = [
    ...question.map(([name]) => name),
    'metric',
    'group_by',
    // Where the service repeats a key, only its place tells one series from the other.
    ...(repeats ? ['series_number'] : []),
    'series',
    'series_key',
    ...(byBrand ? [] : ['brand']),
    'completed_at',
    'zone',
    'utc_day',
    'scan_id',
    'value',
  ];
  const scans: Cell[][] = [];
  for (const [scan, { scanId, date, timed }] of model.scans.entries()) {
    if (scan % rowsAtOnce === 0) await pace();
    const completedAt = timed ? localTime(model.instants[scan] ?? 0, zone) : '';
    scans.push([completedAt, zone, date, scanId ?? '']);
  }
  const written = (rows: Cell[][]) =>
    unparse(
      rows.map((row) => row.map((cell) => (typeof cell === 'string' ? safeText(cell) : cell))),
      { newline, quotes: isApostropheFirst },
    ) + newline;
  yield byteOrderMark + written([fields]);
  for (const [index, series] of model.series.entries()) {
    const head: Cell[] = [
      ...asked,
      model.metric,
      model.groupBy,
      ...(repeats ? [index + 1] : []),
      series.label,
      series.key,
      ...(byBrand ? [] : [model.brand?.name ?? model.brand?.id ?? '']),
    ];
    const present = [...model.order].filter((scan) => isPresent(series, scan));
    for (let from = 0; from < present.length; from += rowsAtOnce) {
      const rows = present.slice(from, from + rowsAtOnce).map((scan): Cell[] => {
        const value = series.values[scan];
        return [...head, ...(scans[scan] ?? []), isEvidence(value) ? value : ''];
      });
      yield written(rows);
      await pace();
    }
  }
}

const longestName = 80;

/** Text fit for a file's name on any system. */
const safe = (text: string): string =>
  text
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

/**
 * A name for the file: site, the brand that platforms or regions are measured for, metric, grouping, and the days
 * applied or, without any, those of the scans.
 * "northwind.example visibility by brand 2026-08-24 to 2026-11-21.csv".
 */
export function fileName({ model, report, question, siteName }: Exported): string {
  const { filters } = report;
  // Whoever echoes lists echoes dates: without a day none was applied.
  const isTold = filters?.platform != null && filters.region != null;
  const asked = isTold ? { startDate: null, endDate: null } : question;
  const [first = -1, last = -1] = [model.order[0], model.order.at(-1)];
  const from = filters?.startDate ?? asked.startDate ?? model.scans[first]?.date;
  const to = filters?.endDate ?? asked.endDate ?? model.scans[last]?.date;
  const days = [from, to].filter((day) => day !== undefined);
  const cut = (text: string) => [...safe(text)].slice(0, longestName).join('').trimEnd();
  // Platforms and regions are measured for one brand, which need not be the site's own.
  const brand = model.groupBy === 'brand' ? '' : cut(model.brand?.name || model.brand?.id || '');
  const what = chartName(model.metric, model.groupBy).toLowerCase();
  return `${safe([cut(siteName), brand, what, [...new Set(days)].join(' to ')].join(' '))}.csv`;
}
