import type Papa from 'papaparse';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import { createPointsTable, parameterColumns } from '../../../contract/points-table.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { isEvidence, isPresent } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { chartName } from '../../../figures/series/names.ts';
import { createYielder } from '../../api/pace.ts';
import type { TimelineRequest } from '../search/search.ts';

/** What a file is made from: a view's model, the report that it shows, and the query of that report. */
export interface ExportedView {
  model: TimelineModel;
  report: ReportColumns;
  request: TimelineRequest;
  /** The IANA zone of the view. */
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
}

/** Rows written before each chance to yield. Writing them takes much less than a frame. */
const rowsAtOnce = 200;

/**
 * Writes every point of a view, drawn or not, as CSV (RFC 4180, UTF-8 with byte order mark); see `createPointsTable`.
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
  const { columns, seriesCells, scanCells } = createPointsTable({
    ...model,
    parameters: parameterColumns(exported),
    zone,
    seriesKeys: model.series.map(({ key }) => key),
  });
  const scans: Cell[][] = [];
  for (const [index, scan] of model.scans.entries()) {
    if (index % rowsAtOnce === 0) await yieldIfDue();
    const completedAt = scan.hasTime ? (model.instants[index] ?? 0) : null;
    scans.push(scanCells({ ...scan, completedAt }));
  }
  yield byteOrderMark + formatCsvLines([columns], unparse);
  for (const [index, series] of model.series.entries()) {
    const firstCells = seriesCells({ ...series, number: index + 1 });
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
export function daysInFile({ model, report, request }: ExportedView): {
  from: string | undefined;
  to: string | undefined;
} {
  const { filters } = report;
  // A service that echoes lists also echoes dates, so a missing day means that none was applied.
  const areDatesEchoed = filters?.platform != null && filters.region != null;
  const requested = areDatesEchoed ? { startDate: null, endDate: null } : request;
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
