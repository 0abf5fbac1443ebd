import { pathTo } from '../../contract/every-endpoint.ts';
import type { Point } from '../../contract/resources.ts';
import { overviewParameters } from '../../contract/sightline/parameters.ts';
import {
  maxOverviewScans,
  type OverviewPage,
  type OverviewRow,
} from '../../contract/sightline/resources.ts';
import { computeVisibility } from '../reports/formulas.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { BrandScan, OverviewSite, ScanMeasurement } from '../store/site-rows.ts';
import { createCachedResponder } from './cached-report.ts';
import { toMeasurement } from './measurement.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem } from './problems.ts';
import type { Route } from './route.ts';
import { toRulesVersion } from './scan-rules.ts';
import { toListedSite } from './sites.ts';

const toPoint = ({ id, date, completedAt, answers, mentions }: BrandScan): Point => ({
  date,
  completedAt: toTimestamp(completedAt),
  value: computeVisibility(mentions, answers),
  scanId: id,
});

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

const hasSameAnswers = (a: ScanMeasurement, b: ScanMeasurement): boolean =>
  a === b ||
  (a.prompts === b.prompts &&
    isSameSet(a.platforms, b.platforms) &&
    isSameSet(a.regions, b.regions));

const namesOf = (models: BrandScan['models']) =>
  models.map(({ platform, model }) => `${platform} ${model}`);

const hasSameModels = ({ models: a }: BrandScan, { models: b }: BrandScan): boolean =>
  a === b || isSameSet(namesOf(a), namesOf(b));

const isSameMeasurement = (a: BrandScan, b: BrandScan): boolean =>
  toRulesVersion(a) === toRulesVersion(b) &&
  hasSameAnswers(a.measured, b.measured) &&
  hasSameModels(a, b);

/**
 * What the scans measured: an entry for the first scan, and for each later one whose measurement differs from the
 * previous one's.
 */
function toMeasured(scans: OverviewSite['scans']): OverviewRow['measured'] {
  const changedScans = scans.filter((scan, index) => {
    const previous = scans[index - 1];
    return !previous || !isSameMeasurement(previous, scan);
  });
  return changedScans.map((scan) => ({
    scanId: scan.id,
    ...toMeasurement(scan.measured, scan.models),
    rules: toRulesVersion(scan),
  }));
}

/**
 * GET /sightline/v1/overview: the active sites, each with its tracked brand's visibility at its last scans, what those
 * scans measured, and the number of failed scans since.
 */
export const overviewRoute: Route = (options) => {
  const { store } = options;
  const respond = createCachedResponder(options);
  return async (context) => {
    const pagingResult = readPaging(options, context, pathTo('overview', {}), overviewParameters);
    if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

    const { tenant, keyId } = context.get('access');
    const { paging } = pagingResult;
    const { after, limit } = paging.request;
    return respond(context, {
      // The report contains a cursor, which is valid for one key only.
      identity: `overview ${keyId} ${limit} ${after?.createdAt} ${after?.id}`,
      async make(signal) {
        const sites = await store.overview(tenant, paging.request, maxOverviewScans, signal);
        const { entries, nextCursor } = paging.toPage(sites);
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
