import type { Point } from '../../../contract/resources.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { overviewParameters } from '../../../contract/sightline/parameters.ts';
import {
  maxOverviewScans,
  type OverviewPage,
  type OverviewRow,
} from '../../../contract/sightline/resources.ts';
import { sortPlatforms, sortRegions } from '../../labels.ts';
import { visibility } from '../../metrics/formulas.ts';
import { invalidParameters } from '../../problems.ts';
import type { OverviewSite, ScanMeasurement } from '../../store/site-rows.ts';
import { timestamp } from '../../timestamp.ts';
import { createCachedResponder } from '../cached-report.ts';
import { readPaging } from '../paging.ts';
import type { Route } from '../route.ts';
import { toListedSite } from './sites.ts';

const toPoint = ({
  id,
  date,
  completedAt,
  answers,
  mentions,
}: OverviewSite['scans'][number]): Point => ({
  date,
  completedAt: timestamp(completedAt),
  value: visibility(mentions, answers),
  scanId: id,
});

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

const isSameMeasurement = (one: ScanMeasurement, other: ScanMeasurement): boolean =>
  one === other ||
  (one.prompts === other.prompts &&
    isSameSet(one.platforms, other.platforms) &&
    isSameSet(one.regions, other.regions));

/** What the scans measured: an entry for the first scan, and for each that differs from the one before. */
function toMeasured(scans: OverviewSite['scans']): OverviewRow['measured'] {
  const differing = scans.filter(({ measured }, at) => {
    const before = scans[at - 1];
    return !before || !isSameMeasurement(before.measured, measured);
  });
  return differing.map(({ id, measured: { prompts, platforms, regions } }) => ({
    scanId: id,
    prompts,
    platforms: sortPlatforms(platforms),
    regions: sortRegions(regions),
  }));
}

/**
 * GET /sightline/v1/overview: the sites, each with the visibility of its tracked brand at its last scans, and what these
 * scans measured.
 */
export const overviewRoute: Route = (options) => {
  const { store } = options;
  const respond = createCachedResponder(options);
  return async (context) => {
    const read = readPaging(options, context, sightlinePathTo('overview', {}), overviewParameters);
    if (read.faults) return invalidParameters(read.faults);

    const { tenant, keyId } = context.get('access');
    const { paging } = read;
    const { after, limit } = paging.request;
    return respond(context, {
      // The report contains a cursor, which is valid for one key only.
      identity: `overview ${keyId} ${limit} ${after?.createdAt} ${after?.id}`,
      async make(signal) {
        const found = await store.overview(tenant, paging.request, maxOverviewScans, signal);
        const { entries, nextCursor } = paging.toPage(found);
        const page: OverviewPage = {
          data: entries.map((site) => ({
            ...toListedSite(site),
            points: site.trackedBrand ? site.scans.map(toPoint) : [],
            failedScans: site.failedScans,
            measured: site.trackedBrand ? toMeasured(site.scans) : [],
          })),
          nextCursor,
        };
        return Buffer.from(JSON.stringify(page));
      },
    });
  };
};
