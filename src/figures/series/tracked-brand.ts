import { isSameId } from '../../contract/fields.ts';
import type { Brand } from '../../contract/resources.ts';
import { isEvidence, type ReportColumns, type SeriesColumn } from './columns.ts';

/**
 * Finds a brand's series in a report by brand: the only one whose key is the brand's ID, or else the only one whose
 * label is the brand's name, since a service may use other keys. Null if the service does not say which series it is.
 * @param canBeLeftOut whether filters may leave the brand out, so that another one with its name could be mistaken for it
 */
export function findBrandSeries(
  { groupBy, series }: Pick<ReportColumns, 'groupBy' | 'series'>,
  brand: Brand | null,
  canBeLeftOut = false,
): SeriesColumn | null {
  if (brand === null || groupBy !== 'brand') return null;
  const seriesWithId = series.filter(({ key }) => isSameId(key, brand.id));
  const candidates =
    seriesWithId.length > 0 || canBeLeftOut
      ? seriesWithId
      : series.filter(({ label }) => label === brand.name);
  return (candidates.length === 1 && candidates[0]) || null;
}

/** The series of the tracked brand in a report by brand; null if there is none, or if it is not in view. */
export const trackedSeriesOf = ({ series, trackedId }: ReportColumns): SeriesColumn | null =>
  series.find(({ id }) => id === trackedId) ?? null;

/**
 * Whether the figures of a series are the tracked brand's: in a report by brand, those of at most one series; in any
 * other, all or none.
 */
export const isTrackedFigure = (
  {
    groupBy,
    trackedId,
    isOfTrackedBrand,
  }: Pick<ReportColumns, 'groupBy' | 'trackedId' | 'isOfTrackedBrand'>,
  seriesId: string,
): boolean => (groupBy === 'brand' ? seriesId === trackedId : isOfTrackedBrand);

/**
 * A report that was requested for a brand, marked as the tracked brand's if that is the one.
 * @param byBrand a report by brand of the same site, which names the tracked brand; undefined if there is none
 */
export const markTrackedBrand = <R extends ReportColumns>(
  report: R,
  byBrand: ReportColumns | undefined,
): R =>
  !report.isOfTrackedBrand && isSameId(report.brand?.id, byBrand?.brand?.id)
    ? { ...report, isOfTrackedBrand: true }
    : report;

/** The UTC days of the scans in which the tracked brand, or else any series, has evidence, oldest first. */
export function evidenceDaysOf(report: ReportColumns): string[] {
  const tracked = trackedSeriesOf(report);
  const counted = tracked ? [tracked] : report.series;
  return report.scans.flatMap(({ date }, scan) =>
    counted.some(({ values }) => isEvidence(values[scan])) ? [date] : [],
  );
}
