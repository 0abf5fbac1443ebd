import type Papa from 'papaparse';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import { localTime } from '../../../contract/dates/wall-clock.ts';
import { isTimestamp } from '../../../contract/fields.ts';
import { filterColumns } from '../../../contract/points-table.ts';
import { createYielder } from '../../api/pace.ts';
import { safeFileName } from '../export/csv.ts';
import type { TimelineRequest } from '../search/search.ts';
import type { Domain, DomainPoint } from './model.ts';
import { scanColumns } from './text-columns.ts';

/** What a file contains: the domains of a report, and the report's query. */
export interface ExportedSources {
  domains: readonly Domain[];
  request: TimelineRequest;
  /** IANA zone of the times. */
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
}

const timeOf = ({ completedAt }: DomainPoint, zone: string): string =>
  completedAt !== null && isTimestamp(completedAt) ? localTime(Date.parse(completedAt), zone) : '';

/** The filters of a query; leaves out parameters that do not select answers (metric, grouping, brand). */
const filtersOf = ({ request }: ExportedSources): [string, string][] =>
  filterColumns('requested', { ...request, metric: null, groupBy: null, brandId: null });

/**
 * Writes every listed domain as CSV (RFC 4180, UTF-8 with byte order mark): one row for each domain and scan, with the
 * number of answers that cite the domain. Each row ends with the domain's answers in all scans, and how many of them
 * name the tracked brand. An unknown number is an empty cell.
 * @param unparse papaparse's function, which is loaded on demand
 * @returns the file's text in parts, yielding to the browser between them
 */
export async function* toSourcesCsv(
  exported: ExportedSources,
  unparse: typeof Papa.unparse,
): AsyncGenerator<string> {
  const yieldIfDue = createYielder();
  const { domains, zone } = exported;
  const filters = filtersOf(exported);
  const filterCells = filters.map(([, value]) => value);
  const fields = scanColumns.map(({ heading }) => heading({ zone }));
  yield byteOrderMark + formatCsvLines([[...filters.map(([name]) => name), ...fields]], unparse);
  for (const domain of domains) {
    await yieldIfDue();
    const rows = domain.points.map((point): Cell[] => {
      const row = { domain, point, completedAt: timeOf(point, zone) };
      return [...filterCells, ...scanColumns.map(({ value }) => value(row, { zone }) ?? '')];
    });
    if (rows.length > 0) yield formatCsvLines(rows, unparse);
  }
}

/** A name for the file: "northwind.example sources 2026-08-24 to 2026-11-21.csv". */
export function fileNameOf({ domains, request, siteName }: ExportedSources): string {
  const points = domains[0]?.points ?? [];
  const from = request.startDate ?? points[0]?.date;
  const to = request.endDate ?? points.at(-1)?.date;
  const days = [...new Set([from, to].filter(Boolean))].join(' to ');
  return `${safeFileName([siteName, 'sources', days])}.csv`;
}
