import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { defaultGroupBy, defaultMetric } from '../../contract/enums.ts';
import { isSameId, list, nullable, Value } from '../../contract/fields.ts';
import { Point, presentListOf, reportEntries, seriesEntries } from '../../contract/resources.ts';
import { createColumnBuilder, type ReportHead } from '../../figures/series/build-columns.ts';
import type { ReportColumns } from '../../figures/series/columns.ts';
import { nameRegions } from '../../figures/series/name-regions.ts';
import { ApiError } from './errors.ts';
import { get, type RequestContext } from './get.ts';
import { createYielder } from './pace.ts';
import { type SiteRequest, timelineCall } from './timeline-call.ts';

const hasSameValues = (
  one: Float64Array | Uint8Array | null,
  other: Float64Array | Uint8Array | null,
) =>
  one?.length === other?.length &&
  (one?.every((value, index) => Object.is(value, other?.[index])) ?? true);

/**
 * Reuses the arrays of equal columns at the same positions in an earlier report, so that structural sharing keeps those
 * columns and their series do not re-render.
 */
function reuseEqualColumns(
  earlier: ReportColumns | undefined,
  report: ReportColumns,
): ReportColumns {
  return {
    ...report,
    series: report.series.map((column, index) => {
      const earlierColumn = earlier?.series[index];
      return earlierColumn &&
        hasSameValues(earlierColumn.values, column.values) &&
        hasSameValues(earlierColumn.present, column.present)
        ? { ...column, values: earlierColumn.values, present: earlierColumn.present }
        : column;
    }),
  };
}

const maxPoints = 200_000;
/** Limited because each series has its own table row and line style. */
const maxSeries = 1_000;
/** The maximum number of column values. Every series has one per scan, eight bytes each. */
const maxValues = 4_000_000;
/** The number of points decoded before the next chance to yield to the browser. */
const pointsPerBatch = 2_000;

/** A report whose series are not decoded yet. */
const ReportOutline = v.object({
  ...reportEntries,
  series: presentListOf(v.unknown()),
  more: nullable(Value),
});
/** A series whose points are not decoded yet. */
const SeriesOutline = v.object({ ...seriesEntries, points: list(v.unknown()) });
const Points = v.array(Point);

function countPoints(series: unknown): number {
  const hasPoints = typeof series === 'object' && series !== null && 'points' in series;
  return hasPoints && Array.isArray(series.points) ? series.points.length : 0;
}

/**
 * Decodes one part of a response.
 * @param pathOf converts a path in the part to a path in the response
 * @throws ApiError
 */
export function readPart<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  call: string,
  pathOf: (path: string) => string,
): v.InferOutput<S> {
  const decoded = decode(schema, value);
  if (decoded.ok) return decoded.value;
  const reason = `${pathOf(decoded.path)}: ${decoded.reason}`;
  throw new ApiError({ kind: 'unreadable', call, status: 200, reason });
}

/**
 * Decodes the series of a report. Their points are decoded in batches, because decoding all of them at once would block
 * the page.
 */
async function readSeries(
  series: readonly unknown[],
  call: string,
  signal: AbortSignal,
): Promise<ReturnType<typeof createColumnBuilder>> {
  const columns = createColumnBuilder();
  const yieldIfDue = createYielder();
  for (const [seriesIndex, value] of series.entries()) {
    const seriesPath = `$.series[${seriesIndex}]`;
    const { points, ...seriesHead } = readPart(
      SeriesOutline,
      value,
      call,
      (path) => seriesPath + path.slice(1),
    );
    columns.startSeries(seriesHead);
    for (let from = 0; from < points.length; from += pointsPerBatch) {
      await yieldIfDue();
      signal.throwIfAborted();
      const batch = points.slice(from, from + pointsPerBatch);
      const decoded = readPart(Points, batch, call, (path) =>
        path.replace(/^\$\[(\d+)\]/, (_, index) => `${seriesPath}.points[${from + Number(index)}]`),
      );
      columns.addPoints(decoded);
    }
  }
  await yieldIfDue();
  return columns;
}

/**
 * Decodes the series of a report, as received, into columns.
 * @throws ApiError; its kind is `tooLarge` above 1,000 series, 200,000 points or 4,000,000 column values
 */
export async function readColumns(
  series: readonly unknown[],
  head: ReportHead,
  call: string,
  signal: AbortSignal,
): Promise<ReportColumns> {
  const tooLargeError = (reason: string) => new ApiError({ kind: 'tooLarge', call, reason });
  if (series.length > maxSeries) {
    throw tooLargeError(`${series.length} series; the limit is ${maxSeries}`);
  }
  const points = series.reduce<number>((sum, value) => sum + countPoints(value), 0);
  if (points > maxPoints) {
    throw tooLargeError(`${points} points; the limit is ${maxPoints}`);
  }
  const columns = await readSeries(series, call, signal);
  if (columns.countValues() > maxValues) {
    throw tooLargeError(
      `${series.length} series and all their scans would make a table of over ${maxValues} cells`,
    );
  }
  const report = columns.finish(head);
  if (head.groupBy !== 'region') return report;
  return { ...report, series: nameRegions(report.series, ({ key }) => key) };
}

/**
 * Requests a site's timeline report, for use in a query function.
 * @returns the report in columns
 * @throws ApiError if the request fails, or as `readColumns` does
 */
export async function getTimeline(
  context: RequestContext,
  about: SiteRequest,
): Promise<ReportColumns> {
  const { path, search } = timelineCall(about);
  const { series, ...outline } = await get(context, ReportOutline, path, search);
  // A service that does not return the metric or grouping is assumed to have applied the requested one.
  const { brand, filters, more } = outline;
  const groupBy = outline.groupBy ?? search.get('groupBy') ?? defaultGroupBy;
  const head = {
    brand,
    filters,
    more,
    metric: outline.metric ?? search.get('metric') ?? defaultMetric,
    groupBy,
    // A report by brand ignores the requested brand.
    isOfTrackedBrand: groupBy === 'brand' || !search.has('brandId'),
    canLeaveOutBrand:
      (search.has('brand') || search.has('competitorId')) &&
      !search.getAll('brand').some((id) => isSameId(id, brand?.id)),
  };
  return readColumns(series, head, `GET ${path}`, context.signal);
}

/** A site's timeline report. Omitted parameters take their v1 defaults. */
export function timelineQuery(about: SiteRequest) {
  const queryKey = ['timeline', about.siteId, timelineCall(about).search.toString()];
  return queryOptions({
    queryKey,
    meta: { maxUnused: 10 },
    queryFn: async (context: RequestContext) => {
      const report = await getTimeline(context, about);
      return reuseEqualColumns(context.client.getQueryData<ReportColumns>(queryKey), report);
    },
  });
}
