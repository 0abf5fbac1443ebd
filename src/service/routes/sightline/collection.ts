import type {
  AccountCollection,
  DoubtfulRegion,
  SiteCollection,
} from '../../../contract/sightline/collect.ts';
import type { Access } from '../../access/access.ts';
import { toDollars } from '../../collect/dollars.ts';
import { zoneOf } from '../../collect/scan-plan.ts';
import { readSubject } from '../../collect/scan-subject.ts';
import { refusedLocation } from '../../platforms/failure.ts';
import { reportedCountries } from '../../platforms/refused-countries.ts';
import { storedRegionOf } from '../../regions/stored-region.ts';
import { toTimestamp } from '../../reports/timestamp.ts';
import type { MonthSpending } from '../../store/ledger.ts';
import { createNotFoundProblem } from '../problems.ts';
import { findSite } from '../route.ts';
import { type CollectOptions, forCollecting } from './require-collector.ts';

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
  { store, clock }: CollectOptions,
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
const readAccountCollection = async (
  options: CollectOptions,
  access: Access,
): Promise<AccountCollection> => ({
  platforms: [...options.collector.platformsFor({ sample: access.isSample })],
  doubtfulRegions: await readDoubtfulRegions(options, access),
  runs: options.collector.isOn,
  hostCeilingUsd: toDollars(options.collector.hostCeiling),
});

/** GET /sightline/v1/collection: what the questions of a new site can be asked with. */
export const accountCollectionRoute = forCollecting(
  (options) => async (context) =>
    context.json(await readAccountCollection(options, context.get('access'))),
);

/** GET /sightline/v1/sites/{siteId}/collection: how the questions of a site are asked, and what that costs. */
export const collectionRoute = forCollecting((options) => async (context) => {
  const { store, collector, clock } = options;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const account = { id: site.accountId, sample: context.get('access').isSample };
  const subject = await readSubject(store, site, account);
  const { settings } = subject;
  const [accountCollection, outlook, spending] = await Promise.all([
    readAccountCollection(options, context.get('access')),
    collector.outlook(subject),
    store.ledger.spending(site, zoneOf(settings), startOfMonth(clock(), maxMonths + 1)),
  ]);
  const body: SiteCollection = {
    siteId: site.id,
    settings,
    ...accountCollection,
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
