import type {
  DoubtfulRegion,
  ScanOptions,
  SiteScanSettings,
} from '../../contract/sightline/scans.ts';
import type { Access } from '../access/access.ts';
import { refusedLocation } from '../platforms/failure.ts';
import { reportedCountries } from '../platforms/refused-countries.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { toDollars } from '../scans/dollars.ts';
import { zoneOf } from '../scans/scan-plan.ts';
import { readSubject } from '../scans/scan-subject.ts';
import type { MonthSpending } from '../store/ledger.ts';
import { createNotFoundProblem } from './problems.ts';
import { type ScanRouteOptions, withScanRunner } from './require-scan-runner.ts';
import { findSite } from './route.ts';

const maxMonths = 12;

/** The start of the UTC month `count` months before that of an instant. One more than needed contains every zone's. */
function startOfMonth(at: number, count: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count);
}

/** The newest months with questions, newest first. */
function newestMonths(spending: readonly MonthSpending[]): MonthSpending[] {
  const rows = spending.filter(({ questions }) => questions > 0);
  const months = [...new Set(rows.map(({ month }) => month))].sort().slice(-maxMonths);
  return rows
    .filter(({ month }) => months.includes(month))
    .sort((a, b) =>
      a.month === b.month ? (a.platform < b.platform ? -1 : 1) : a.month < b.month ? 1 : -1,
    );
}

/** How long a refused region is remembered, in milliseconds. */
const refusalMs = 7 * 86_400_000;

/** Regions that platforms may refuse: those that they refused the account lately, and those of public reports. */
async function readDoubtfulRegions(
  { store, clock }: ScanRouteOptions,
  { tenant, isSample }: Access,
): Promise<DoubtfulRegion[]> {
  // Invented platforms take every region.
  if (isSample) return [];
  const refused = await store.ledger.failedRegions(tenant, {
    since: clock() - refusalMs,
    reasonEnd: refusedLocation,
  });
  const reported = Object.entries(reportedCountries).flatMap(([platform, countries]) =>
    countries.map(({ country }) => ({ platform, region: country, refusedAt: null })),
  );
  const isRefused = (one: DoubtfulRegion) =>
    refused.some(({ platform, region }) => platform === one.platform && region === one.region);
  return [
    ...refused.map(({ platform, region, at }) => ({
      ...{ platform, region: storedRegionOf(region), refusedAt: toTimestamp(at) },
    })),
    ...reported.filter((one) => !isRefused(one)),
  ];
}

/** What the questions of any site of an account can be asked with. */
const readScanOptions = async (
  options: ScanRouteOptions,
  access: Access,
): Promise<ScanOptions> => ({
  platforms: [...options.scanRunner.platformsFor({ sample: access.isSample })],
  doubtfulRegions: await readDoubtfulRegions(options, access),
  runs: options.scanRunner.isOn,
  hostCeilingUsd: toDollars(options.scanRunner.hostCeiling),
});

/** GET /sightline/v1/collection: what the questions of a new site can be asked with. */
export const scanOptionsRoute = withScanRunner(
  (options) => async (context) =>
    context.json(await readScanOptions(options, context.get('access'))),
);

/** GET /sightline/v1/sites/{siteId}/collection: how the questions of a site are asked, and what that costs. */
export const siteScanSettingsRoute = withScanRunner((options) => async (context) => {
  const { store, scanRunner, clock } = options;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const account = { id: site.accountId, sample: context.get('access').isSample };
  const subject = await readSubject(store, site, account);
  const { settings } = subject;
  const [scanOptions, outlook, spending] = await Promise.all([
    readScanOptions(options, context.get('access')),
    scanRunner.outlook(subject),
    store.ledger.spending(site, zoneOf(settings), startOfMonth(clock(), maxMonths + 1)),
  ]);
  const body: SiteScanSettings = {
    siteId: site.id,
    settings,
    ...scanOptions,
    questions: outlook.questions,
    estimateUsd: toDollars(outlook.estimate),
    obstacle: outlook.obstacle,
    nextDueAt: toTimestamp(outlook.nextDueAt),
    overdueSince: toTimestamp(outlook.overdueSince),
    monthSpentUsd: toDollars(outlook.monthSpent),
    costs: newestMonths(spending).map(({ month, platform, questions, amount }) => ({
      month,
      platform,
      questions,
      costUsd: toDollars(amount),
    })),
  };
  return context.json(body);
});
