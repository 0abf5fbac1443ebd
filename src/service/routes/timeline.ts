import type { Platform, Point, Series, TimelineReport } from '../../contract/resources.ts';
import { type GroupTally, tally } from '../reports/tally.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { valuesOf } from '../reports/values.ts';
import type { BrandRecord } from '../store/records.ts';
import type { TimelineCounts } from '../store/store.ts';
import { writeJsonWithList } from './json-list.ts';
import { describePlatform, describeRegion, sortPlatforms, sortRegions } from './labels.ts';
import { type ReportParameters, toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from './site-report.ts';

/** A series as written in a report: `platform` is left out unless the report is grouped by platform. */
type WrittenSeries = Omit<Series, 'platform'> & { platform?: Platform };
type WrittenReport = Omit<TimelineReport, 'series'> & { series: WrittenSeries[] };

/** For each series of a report, in order, a function that creates the series with its value at every scan. */
function seriesFactoriesOf(
  parameters: ReportParameters,
  counts: TimelineCounts,
): (() => WrittenSeries)[] {
  const { metric, groupBy, brand, describedBrands } = parameters;
  const groups = tally(counts);
  const instants = counts.scans.map((scan) => toTimestamp(scan.completedAt));
  const makePoints = (seriesBrand: BrandRecord, group: GroupTally | undefined): Point[] => {
    const values = valuesOf(metric, seriesBrand.id, group, counts.scans.length);
    return counts.scans.map((scan, index) => ({
      date: scan.date,
      completedAt: instants[index] ?? null,
      value: values[index] ?? null,
      scanId: scan.id,
    }));
  };

  if (groupBy === 'brand') {
    const allAnswers = groups.get('');
    return describedBrands.map((described) => () => ({
      key: described.id,
      label: described.name,
      points: makePoints(described, allAnswers),
    }));
  }
  if (!brand) return [];
  const groupKeys = [...groups.keys()];
  if (groupBy === 'region') {
    return sortRegions(groupKeys).map((code) => () => ({
      key: code,
      label: describeRegion(code).label,
      points: makePoints(brand, groups.get(code)),
    }));
  }
  return sortPlatforms(groupKeys).map((id) => () => ({
    key: id,
    label: describePlatform(id).name,
    platform: describePlatform(id),
    points: makePoints(brand, groups.get(id)),
  }));
}

/** Reads a timeline, and returns it as bytes of JSON. */
export async function writeTimeline({
  store,
  tenant,
  siteId,
  query,
  parameters,
  signal,
}: AcceptedRequest) {
  const { metric, groupBy, brand, describedBrands } = parameters;
  const seriesFactories =
    describedBrands.length === 0
      ? []
      : seriesFactoriesOf(
          parameters,
          await store.timeline(tenant, siteId, toScope(parameters), signal),
        );
  const head: Pick<WrittenReport, 'metric' | 'groupBy' | 'brand'> = {
    metric,
    groupBy,
    brand: brand && { id: brand.id, name: brand.name },
  };
  const tail: Pick<WrittenReport, 'filters'> = { filters: toAppliedFilters(query) };
  return writeJsonWithList(head, 'series', seriesFactories, tail);
}

/** GET /v1/sites/{siteId}/reports/timeline: one metric at every completed scan, by brand, platform or region. */
export const timelineRoute = createSiteReportRoute('timeline', writeTimeline, readTimelineQuery);
