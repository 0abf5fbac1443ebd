import { queryOptions } from '@tanstack/react-query';
import { noonOf } from '../../contract/dates/days.ts';
import { isEvidence, isPresent, type ReportColumns } from '../../figures/series/columns.ts';
import { trackedSeriesOf } from '../../figures/series/tracked-brand.ts';
import { slopeOf } from '../../figures/verdicts/slope.ts';
import type { RequestContext } from '../api/get.ts';
import { createLimiter } from '../api/limiter.ts';
import { getTimeline } from '../api/reports.ts';
import { getScan } from '../api/site-queries.ts';

/** The maximum number of scans that a sparkline shows. */
const maxScansShown = 30;

export interface Trend {
  /**
   * The tracked brand's visibility in the last scans, oldest first, with null where there is no evidence; empty
   * without a tracked brand, or if its series is unknown.
   */
  values: readonly (number | null)[];
  /** Whether the site has a tracked brand, but the service does not say which series is its. */
  isSeriesUnknown: boolean;
  /**
   * The least-squares slope of these values over time, in the metric's unit per millisecond; null with fewer than two
   * known values at different times.
   */
  slope: number | null;
  /**
   * The newest scan: when it completed, in milliseconds since 1970, and its UTC day, each null if unknown; null if the
   * report has no scans.
   */
  lastScan: { completedAt: number | null; date: string | null } | null;
}

/**
 * When a site was last scanned, in milliseconds since 1970: noon of the UTC day if only that is known; null if that is
 * unknown too, or there are no scans.
 */
export function lastScanTimeOf({ lastScan }: Trend): number | null {
  if (lastScan === null) return null;
  const { completedAt, date } = lastScan;
  return completedAt ?? (date === null ? null : noonOf(date));
}

/** A trend, with the newest scan's status if that explains missing evidence. */
export interface TrendWithStatus extends Trend {
  newestStatus: 'queued' | 'running' | 'failed' | null;
}

const hasEvidence = ({ series }: ReportColumns, scan: number): boolean =>
  series.some(({ values }) => isEvidence(values[scan]));

/**
 * Returns the ID of the newest scan if it has no evidence, for example because it failed or is still running; null
 * otherwise, or if the ID is unknown. v1 does not list scans, so a scan without a point is not found.
 */
function getNewestScanIdIfEmpty(report: ReportColumns): string | null {
  const last = report.scans.length - 1;
  return hasEvidence(report, last) ? null : (report.scans[last]?.scanId ?? null);
}

/**
 * Reads the status of the newest scan if it has no evidence; null if it has some, or if the status does not explain the
 * missing evidence or cannot be read.
 */
export async function readNewestStatus(
  context: RequestContext,
  siteId: string,
  report: ReportColumns,
): Promise<TrendWithStatus['newestStatus']> {
  const scanId = getNewestScanIdIfEmpty(report);
  if (scanId === null) return null;
  try {
    const { status } = await getScan(context, siteId, scanId);
    return status === 'queued' || status === 'running' || status === 'failed' ? status : null;
  } catch {
    context.signal.throwIfAborted();
    // The trend is worth showing without the status.
    return null;
  }
}

/** Extracts a site's trend from its report of visibility by brand. */
export function toTrend(report: ReportColumns): Trend {
  const { brand, scans, series, unplaced } = report;
  const tracked = trackedSeriesOf(report);
  const lastPoints = scans
    .map(({ moment }, scan) => ({ moment, scan, value: tracked?.values[scan] ?? Number.NaN }))
    .filter(({ scan }) => tracked && isPresent(tracked, scan))
    .slice(-maxScansShown);
  const values = lastPoints.map(({ value }) => (isEvidence(value) ? value : null));
  const slope = slopeOf(
    lastPoints.map(({ value }) => value),
    lastPoints.map(({ moment }) => moment),
  );
  const isSeriesUnknown = brand !== null && series.length > 0 && tracked === null;
  const figures = { values, slope, isSeriesUnknown };
  const newest = scans.at(-1);
  if (!newest) {
    return { ...figures, lastScan: unplaced > 0 ? { completedAt: null, date: null } : null };
  }
  const { hasTime, moment, date } = newest;
  return { ...figures, lastScan: { completedAt: hasTime ? moment : null, date } };
}

/** Reports are large and there are many rows, so at most four reports are requested at a time. */
const limiter = createLimiter(4);

/** A site's trend. Cancelled, even while queued, once no row on screen needs it. */
export const trendQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['trend', siteId],
    queryFn: (context) =>
      limiter(context.signal, async (): Promise<TrendWithStatus> => {
        const report = await getTimeline(context, { siteId, request: {} });
        const newestStatus = await readNewestStatus(context, siteId, report);
        return { ...toTrend(report), newestStatus };
      }),
    staleTime: 300_000,
  });
