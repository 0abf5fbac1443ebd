import type { AccountCollection, SiteCollection } from '../../../contract/sightline/collect.ts';
import type { Collector } from '../../collect/collector.ts';
import { toDollars } from '../../collect/dollars.ts';
import { zoneOf } from '../../collect/scan-plan.ts';
import { readSubject } from '../../collect/scan-subject.ts';
import { toTimestamp } from '../../reports/timestamp.ts';
import type { MonthSpending } from '../../store/ledger.ts';
import { createNotFoundProblem } from '../problems.ts';
import { findSite } from '../route.ts';
import { forCollecting } from './require-collector.ts';

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

/** What the questions of any site of an account can be asked with. */
const toAccountCollection = (collector: Collector, sample: boolean): AccountCollection => ({
  platforms: [...collector.platformsFor({ sample })],
  runs: collector.isOn,
  hostCeilingUsd: toDollars(collector.hostCeiling),
});

/** GET /sightline/v1/collection: what the questions of a new site can be asked with. */
export const accountCollectionRoute = forCollecting(
  ({ collector }) =>
    async (context) =>
      context.json(toAccountCollection(collector, context.get('access').isSample)),
);

/** GET /sightline/v1/sites/{siteId}/collection: how the questions of a site are asked, and what that costs. */
export const collectionRoute = forCollecting((options) => async (context) => {
  const { store, collector, clock } = options;
  const site = await findSite(store, context);
  if (!site) return createNotFoundProblem('site');
  const account = { id: site.accountId, sample: context.get('access').isSample };
  const subject = await readSubject(store, site, account);
  const { settings } = subject;
  const [outlook, spending] = await Promise.all([
    collector.outlook(subject),
    store.ledger.spending(site, zoneOf(settings), startOfMonth(clock(), maxMonths + 1)),
  ]);
  const body: SiteCollection = {
    siteId: site.id,
    settings,
    ...toAccountCollection(collector, account.sample),
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
