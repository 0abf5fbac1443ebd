import * as v from 'valibot';
import {
  type AskedQuestion,
  type MessageRow,
  type MonthSpending,
  maxMessages,
  monthsIn,
  outcomes,
  type ProgressRow,
  type QuestionEnd,
  type QuestionStart,
} from '../../ledger.ts';
import type { SiteRecord } from '../../records.ts';
import type { Engine } from '../engine/engine.ts';
import type { HeldLock } from '../engine/locks.ts';
import {
  accountCondition,
  siteParamsOf,
  type TenantReads,
  tenantParamsOf,
} from '../reads/tenant.ts';
import { existingSite, keptScansIn, ownSite, ownSites } from './conditions.ts';

/** Few enough that their literals fit into a statement. */
const startsPerInsert = 500;

const KeyRow = v.object({
  siteId: v.string(),
  scanId: v.string(),
  question: v.number(),
  attempt: v.number(),
});
const keyOf = ({ siteId, scanId, question, attempt }: v.InferOutput<typeof KeyRow>) =>
  `${siteId} ${scanId} ${question} ${attempt}`;

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/**
 * Writes starts down while a lock is held, and reads them back.
 * @param lease the ID of the lease, unlike that of any other
 * @returns those that are stored, were never started under another lease, and have not ended
 */
export async function startQuestions(
  engine: Engine,
  { lock, lease }: { lock: HeldLock; lease: string },
  questions: readonly QuestionStart[],
): Promise<readonly QuestionStart[]> {
  const stored: QuestionStart[] = [];
  for (let from = 0; from < questions.length; from += startsPerInsert) {
    const starts = questions.slice(from, from + startsPerInsert);
    const accountIds = starts.map(({ accountId }) => accountId);
    const siteIds = starts.map(({ siteId }) => siteId);
    const scanIds = starts.map(({ scanId }) => scanId);
    const numbers = starts.map(({ question }) => question);
    await engine.runWithLiterals(
      `INSERT INTO questions (accountId, siteId, scan, question, attempt, platform, region, event, lease, at, amount, reason)
       SELECT start.1, start.2, start.3, start.4, start.5, start.6, start.7, 'started', {lease:UUID}, start.8, start.9, ''
       FROM (SELECT arrayJoin(arrayZip({accounts:Array(UUID)}, {sites:Array(UUID)}, {scans:Array(UUID)}, {questions:Array(UInt32)},
         {attempts:Array(UInt16)}, {platforms:Array(String)}, {regions:Array(String)}, {times:Array(Int64)},
         {estimates:Array(Int64)})) AS start)
       WHERE ${lock.heldCondition}`,
      {
        ...lock.params,
        lease,
        accounts: accountIds,
        sites: siteIds,
        scans: scanIds,
        questions: numbers,
        attempts: starts.map(({ attempt }) => attempt),
        platforms: starts.map(({ platform }) => platform),
        regions: starts.map(({ region }) => region),
        times: starts.map(({ at }) => at),
        estimates: starts.map(({ estimate }) => estimate),
      },
    );
    const rows = await engine.rows(
      KeyRow,
      `SELECT siteId, scan AS scanId, question, attempt FROM questions
       WHERE accountId IN {accounts:Array(UUID)} AND siteId IN {sites:Array(UUID)}
         AND scan IN {scans:Array(UUID)} AND question IN {questions:Array(UInt32)}
       GROUP BY siteId, scan, question, attempt HAVING min(event = 'started' AND lease = {lease:UUID}) = 1`,
      {
        lease,
        accounts: unique(accountIds),
        sites: unique(siteIds),
        scans: unique(scanIds),
        questions: unique(numbers),
      },
    );
    const keys = new Set(rows.map(keyOf));
    stored.push(...starts.filter((start) => keys.has(keyOf(start))));
  }
  return stored;
}

const noLease = '00000000-0000-0000-0000-000000000000';

/** Writes ends down, without what came back. */
export const insertEnds = (engine: Engine, ends: readonly QuestionEnd[]): Promise<void> =>
  engine.insert(
    'questions',
    ends.map(({ accountId, siteId, scanId, question, attempt, platform, region, ...end }) => ({
      accountId,
      siteId,
      scan: scanId,
      question,
      attempt,
      platform,
      region,
      event: end.outcome,
      lease: noLease,
      at: end.at,
      amount: end.cost,
      reason: end.reason.toWellFormed(),
    })),
  );

/** The events of an attempt, from the least to the most certain: of those stored, the last one counts. */
const events = ['started', 'interrupted', 'refused', 'failed', 'answered'] as const;
const certainty = `indexOf([${events.map((event) => `'${event}'`).join()}], toString(event))`;

/**
 * Selects the attempts of questions. `last` has the event that counts, its amount and its reason; `start` has the time,
 * the reserved amount and the lease, with the time 0 if the start is not among the rows.
 */
const selectAttempts = (where: string): string => `
  SELECT siteId, scan, question, attempt, platform, region,
    argMax((toString(event), amount, toString(reason)), ${certainty}) AS last,
    argMax((if(event = 'started', at, 0), amount, lease), event = 'started') AS start
  FROM questions WHERE ${where} GROUP BY siteId, scan, question, attempt, platform, region`;

/** Null for `started`. */
const EventOutcome = v.pipe(
  v.picklist(['started', ...outcomes]),
  v.transform((event) => (event === 'started' ? null : event)),
);
const AskedRow = v.object({
  question: v.number(),
  attempt: v.number(),
  platform: v.string(),
  region: v.string(),
  at: v.number(),
  estimate: v.number(),
  lease: v.string(),
  outcome: EventOutcome,
  cost: v.number(),
  highestCost: v.number(),
  reason: v.string(),
  firstAt: v.number(),
});

/** Implements `Ledger.askedQuestions`. */
export const readAskedQuestions = (
  engine: Engine,
  { siteId, scanId, version }: { siteId: string; scanId: string; version: number },
): Promise<readonly AskedQuestion[]> =>
  engine.rows(
    AskedRow,
    `SELECT question, newest.1 AS attempt, platform, region, newest.3.1 AS at, newest.3.2 AS estimate,
       newest.3.3 AS lease, newest.2.1 AS outcome, cost, highestCost, newest.2.3 AS reason, firstAt
     FROM (
       SELECT question, platform, region, argMax((attempt, last, start), attempt) AS newest,
         sumIf(last.2, last.1 != 'started') AS cost, maxIf(last.2, last.1 != 'started') AS highestCost,
         minIf(start.1, start.1 > 0) AS firstAt
       FROM (${selectAttempts(`${keptScansIn(existingSite)} AND scan = {scan:UUID}`)})
       GROUP BY question, platform, region)
     ORDER BY question`,
    { site: siteId, scan: scanId, version },
  );

const ProgressRowSchema = v.object({
  scanId: v.string(),
  platform: v.string(),
  region: v.string(),
  outcome: EventOutcome,
  reason: v.string(),
  questions: v.number(),
  sentAt: v.nullable(v.number()),
  amount: v.number(),
});

/** Implements `Ledger.progress`. */
export async function readProgress(
  reads: TenantReads,
  siteId: string,
  scanIds: readonly string[],
): Promise<readonly ProgressRow[]> {
  if (scanIds.length === 0) return [];
  return reads.engine.rows(
    ProgressRowSchema,
    `SELECT scan AS scanId, platform, region, newest.1 AS outcome, newest.3 AS reason, count() AS questions,
       if(outcome = 'started', min(sent), NULL) AS sentAt, sum(spent) AS amount
     FROM (
       SELECT scan, question, platform, region, argMax(last, attempt) AS newest, argMax(start.1, attempt) AS sent,
         sum(last.2) AS spent
       FROM (${selectAttempts(`${keptScansIn(ownSite)} AND scan IN {scans:Array(UUID)}`)})
       GROUP BY scan, question, platform, region)
     GROUP BY scan, platform, region, outcome, reason ORDER BY scan, platform, region, outcome, reason`,
    { ...siteParamsOf(reads, siteId), scans: scanIds },
  );
}

const MessageRowSchema = v.object({
  scanId: v.string(),
  platform: v.string(),
  reason: v.string(),
  message: v.string(),
  questions: v.number(),
});

/** Implements `Ledger.messages`. */
export async function readMessages(
  reads: TenantReads,
  siteId: string,
  scanIds: readonly string[],
): Promise<readonly MessageRow[]> {
  if (scanIds.length === 0) return [];
  const ofScans = `${keptScansIn(ownSite)} AND scan IN {scans:Array(UUID)}`;
  return reads.engine.rows(
    MessageRowSchema,
    `SELECT scan AS scanId, platform, newest.3 AS reason, message, count() AS questions
     FROM (
       SELECT scan, question, platform, argMax(last, attempt) AS newest, max(attempt) AS newestAttempt
       FROM (${selectAttempts(ofScans)}) GROUP BY scan, question, platform) AS asked
     INNER JOIN (
       SELECT scan, question, attempt, message FROM responses WHERE ${ofScans} AND message != ''
       LIMIT 1 BY scan, question, attempt) AS said
     ON said.scan = asked.scan AND said.question = asked.question AND said.attempt = asked.newestAttempt
     GROUP BY scanId, platform, reason, message
     ORDER BY scanId, platform, reason, questions DESC, message LIMIT ${maxMessages} BY scanId, platform, reason`,
    { ...siteParamsOf(reads, siteId), scans: scanIds },
  );
}

const FailedRegionRow = v.object({ platform: v.string(), region: v.string(), at: v.number() });

/** Implements `Ledger.failedRegions`. */
export const readFailedRegions = (
  reads: TenantReads,
  { since, reasonEnd }: { since: number; reasonEnd: string },
): Promise<readonly v.InferOutput<typeof FailedRegionRow>[]> =>
  reads.engine.rows(
    FailedRegionRow,
    `SELECT platform, region, newestAt AS at FROM (
       SELECT platform, region, max(at) AS newestAt FROM questions
       WHERE ${ownSites} AND at >= {since:Int64} AND event = 'failed'
         AND endsWith(toString(reason), {reasonEnd:String})
       GROUP BY platform, region)
     ORDER BY platform, region`,
    { ...tenantParamsOf(reads), since, reasonEnd },
  );

/** Every zone's months begin at a multiple of this. */
const quarterHourMs = 900_000;

const SpendingRow = v.object({
  siteId: v.string(),
  platform: v.string(),
  quarter: v.number(),
  questions: v.number(),
  amount: v.number(),
});

/** Implements `Ledger.spending`: like `selectAttempts`, without the texts, since it reads the questions of all sites. */
export async function readSpending(
  engine: Engine,
  site: Pick<SiteRecord, 'id' | 'accountId'> | null,
  zone: string,
  since: number,
): Promise<readonly MonthSpending[]> {
  const rows = await engine.rows(
    SpendingRow,
    `SELECT siteId, platform, intDiv(startedAt, ${quarterHourMs}) AS quarter,
       countIf(last.1 = ${events.length} OR last.2 > 0) AS questions,
       sum(last.2) AS amount
     FROM (
       SELECT siteId, platform, max((${certainty}, amount)) AS last, maxIf(at, event = 'started') AS startedAt
       FROM questions WHERE at >= {since:Int64} ${site === null ? '' : `AND ${accountCondition} AND siteId = {site:UUID}`}
       GROUP BY siteId, scan, question, attempt, platform)
     WHERE startedAt > 0 GROUP BY siteId, platform, quarter`,
    { since, ...(site && { account: site.accountId, site: site.id }) },
  );
  const monthOf = monthsIn(zone);
  const months = new Map<string, MonthSpending>();
  for (const { quarter, platform, questions, amount, ...row } of rows) {
    const month = monthOf(quarter * quarterHourMs);
    const key = `${row.siteId} ${month} ${platform}`;
    const sum = months.get(key);
    months.set(key, {
      ...row,
      month,
      platform,
      questions: questions + (sum?.questions ?? 0),
      amount: amount + (sum?.amount ?? 0),
    });
  }
  return [...months.values()];
}
