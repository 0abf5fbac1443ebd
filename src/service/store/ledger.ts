import type { ScanSettings } from '../../contract/sightline/scans.ts';
import type { Evidence } from '../records/answer.ts';
import { scanSettingsOf } from '../records/site.ts';
import type { Instant, SiteRecord } from './records.ts';
import type { Tenant } from './tenant.ts';

/**
 * The ledger of the scans that the service runs itself: which questions were asked, what they cost, and what came back.
 * Rows are only added. Amounts are whole millionths of a US dollar.
 */

/** What a scan asks, frozen when it is requested. */
export interface ScanPlan {
  prompts: readonly { id: string; text: string }[];
  /** Each platform and region that is asked. */
  cells: readonly PlannedCell[];
  /** How many times each question is asked. */
  runs: number;
  /** The most that the scan may cost. */
  scanCeiling: number;
  /** The most that a calendar month in `zone` may cost the site. */
  monthCeiling: number;
  zone: string;
}
interface PlannedCell {
  platform: string;
  region: string;
  /** The model asked for. */
  model: string;
  /** What one question is estimated to cost. */
  estimate: number;
}

/** The identity of a question in a plan. */
export interface PlannedQuestion {
  cell: number;
  prompt: number;
  /** From 1. */
  run: number;
}

/** The number of questions of a plan. */
export const countQuestions = ({ prompts, cells, runs }: ScanPlan): number =>
  prompts.length * cells.length * runs;

/** The number of a question in its plan, from 0: what the ledger keeps. */
export const questionNumberOf = (
  { prompts, runs }: ScanPlan,
  { cell, prompt, run }: PlannedQuestion,
): number => (cell * prompts.length + prompt) * runs + run - 1;

/** The question with a number. */
export const questionOf = ({ prompts, runs }: ScanPlan, number: number): PlannedQuestion => {
  const pair = Math.floor(number / runs);
  return {
    cell: Math.floor(pair / prompts.length),
    prompt: pair % prompts.length,
    run: (number % runs) + 1,
  };
};

/**
 * What happens to a scan, in the order in which it usually does. The newest step is its state, except that nothing
 * follows `removed`, and that `running` follows `queued` only: people may have cancelled meanwhile. `cancelling` and `retrying` are requests of people to the runner. `removed`: the scan was deleted;
 * its plan and what came back are removed for good, the rest remains.
 */
export const scanSteps = [
  'queued',
  'running',
  'cancelling',
  'importing',
  'completed',
  'failed',
  'retrying',
  'skipped',
  'removed',
] as const;
export type ScanStep = (typeof scanSteps)[number];
/** The steps after which nothing more happens by itself. */
export const endSteps: readonly ScanStep[] = ['completed', 'failed', 'skipped', 'removed'];

/** A scan that a person or a schedule requested. */
export interface ScanRequest {
  id: string;
  /** The account of its site. */
  accountId: string;
  siteId: string;
  createdAt: Instant;
  /** The schedule's due time; null if a person requested it. */
  dueAt: Instant | null;
  /** The name of the key that requested it; empty for a schedule. */
  requestedBy: string;
  plan: ScanPlan;
}

/** A scan in the ledger. */
export interface LedgerScan extends ScanRequest {
  step: ScanStep;
  /** When the newest step was added. */
  stepAt: Instant;
  /** What the newest step says to people; empty if nothing. */
  remark: string;
  /** When the first question was asked; null before. */
  startedAt: Instant | null;
  /** The time of the newest step if it is one of `endSteps`. */
  endedAt: Instant | null;
  /** How long it had ended before people asked for retries, in milliseconds. */
  pausedMs: number;
}

/** What the rows of a scan have in common. */
export type LedgerScanIds = Pick<LedgerScan, 'accountId' | 'siteId' | 'id'>;

/** A question about to be asked. */
export interface QuestionStart {
  accountId: string;
  siteId: string;
  scanId: string;
  /** See `questionNumberOf`. */
  question: number;
  /** 1 for the first time it is sent, and one more each time it is sent again. */
  attempt: number;
  platform: string;
  region: string;
  at: Instant;
  /** The amount reserved. */
  estimate: number;
}

/**
 * How a sent question ended. If several outcomes of the same attempt are written down, as by a host that has lost its
 * lease and the one that followed it, `interrupted` counts least. `refused`: by the platform before any work, which costs
 * nothing. `interrupted`: it was in flight when the host stopped, which counts as failed and paid.
 */
export const outcomes = ['answered', 'failed', 'refused', 'interrupted'] as const;
export type Outcome = (typeof outcomes)[number];

/** What an answered question returned. Stored as JSON. */
export type LedgerAnswer = Evidence & { readonly text: string };

/** The end of a sent question. */
export interface QuestionEnd
  extends Pick<
    QuestionStart,
    'accountId' | 'siteId' | 'scanId' | 'question' | 'attempt' | 'platform' | 'region'
  > {
  outcome: Outcome;
  at: Instant;
  /** What it cost; the estimate where that is unknown and it may have been paid for. */
  cost: number;
  /**
   * Why it was not answered, for people and without anything secret; empty if answered. Without texts of the question or
   * of the response, since it stays when the scan is deleted.
   */
  reason: string;
  /** Null unless answered. */
  answer: LedgerAnswer | null;
  /** The raw response, at most 1 MiB; null if there was none. */
  raw: string | null;
  /**
   * What the platform said instead of an answer, on one short line; null or left out if nothing. Somebody else's text, so
   * it is kept with the raw response only.
   */
  message?: string | null;
}

/** A question as the ledger knows it: its newest attempt. */
export interface AskedQuestion extends Omit<QuestionStart, 'accountId' | 'siteId' | 'scanId'> {
  /** The lease under which it was started. */
  lease: string;
  /** Null while in flight, or if the host stopped before it was written down. */
  outcome: Outcome | null;
  /** Spent by all of its attempts that have ended. */
  cost: number;
  /** The most that one of these has cost. */
  highestCost: number;
  reason: string;
  /** When it was first asked. */
  firstAt: Instant;
}

/** The number of a scan's asked questions, by platform, region, and the outcome and reason of the newest attempt. */
export interface ProgressRow {
  scanId: string;
  platform: string;
  region: string;
  /** Null for questions in flight. */
  outcome: Outcome | null;
  reason: string;
  questions: number;
  /** When the first of these questions was sent; null unless they are in flight. */
  sentAt: Instant | null;
  /** Spent by all of their attempts, and reserved for those in flight. */
  amount: number;
}

/** What a platform said instead of answers, by the reason that the questions failed for. */
export interface MessageRow {
  scanId: string;
  platform: string;
  reason: string;
  message: string;
  /** The number of questions whose newest attempt it was said to. */
  questions: number;
}

/** The number of messages that are read for each platform and reason of a scan: the most frequent ones. */
export const maxMessages = 3;

/** Creates a function that returns the month, as YYYY-MM, in which an instant is in an IANA time zone. */
export function monthsIn(zone: string): (at: Instant) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
  });
  return (at) => format.format(at);
}

/** Spent and reserved on one platform in one month: that in which a question was sent. */
export interface MonthSpending {
  siteId: string;
  /** YYYY-MM in the zone of the request. */
  month: string;
  platform: string;
  /** The number of times that a question was answered, or may have been paid for. */
  questions: number;
  amount: number;
}

/** The newest scan of a site, skipped ones apart, if it failed. */
export interface FailedScan {
  siteId: string;
  siteName: string;
  clientId: string | null;
  /** What it says to people; empty if nothing. */
  remark: string;
  /** When it failed. */
  at: Instant;
}

/** A site whose questions can be asked. */
export interface ScannableSite {
  siteId: string;
  siteName: string;
  clientId: string | null;
  accountId: string;
  /** Whether its account has sample data, whose platforms are invented. */
  sample: boolean;
  settings: ScanSettings;
  /** Due times before this one do not count: when the schedule was last changed. */
  since: Instant;
}

/** A site as one whose questions can be asked; null if it is archived, or where and when was never set up. */
export function toScannableSite(site: SiteRecord, sample: boolean): ScannableSite | null {
  const { id, name, clientId, accountId, active, collection } = site;
  if (!active || collection === null) return null;
  return {
    siteId: id,
    siteName: name,
    clientId,
    accountId,
    sample,
    settings: scanSettingsOf(collection),
    since: collection.since,
  };
}

/** The right to run scans, which only one host of a store has at a time. */
export interface RunnerLease {
  readonly id: string;
  isStillHeld(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Rows name the account that their site had, and count only for a site of that account: not for a site of another one
 * with the same ID. Where an earlier version did not write the account down and it is unknown, they count only in the
 * `spending` of every site. A removed scan, and a scan of a removed site, are returned only by `spending` and
 * `lastDueTimes`.
 */
export interface Ledger {
  /**
   * Waits until no other host runs scans.
   * @param signal ends the wait; the promise then rejects with the signal's reason.
   * @param onWait called, at least once, if another host runs scans.
   */
  takeLease(signal: AbortSignal, onWait?: () => void): Promise<RunnerLease>;
  /** Adds a scan as `queued`, or as one that has ended before it began, with a remark. */
  requestScan(
    request: ScanRequest,
    step?: 'queued' | 'skipped' | 'failed',
    remark?: string,
  ): Promise<void>;
  addStep(scan: LedgerScanIds, step: ScanStep, at: Instant, remark?: string): Promise<void>;
  /**
   * Writes down that questions are about to be asked, up to 500 in one insert and only while the lease is held, and
   * reads them back.
   * @returns those that were stored: only these may be sent. An attempt that has ended, or that was ever started under
   * another lease, is not among them. Nothing may be sent if the promise rejects.
   */
  startQuestions(
    lease: RunnerLease,
    questions: readonly QuestionStart[],
  ): Promise<readonly QuestionStart[]>;
  /** Writes down how questions ended, with their responses: durable once the promise resolves. */
  endQuestions(ends: readonly QuestionEnd[]): Promise<void>;

  /** Scans of every tenant that have not ended, oldest first. */
  unfinishedScans(): Promise<readonly LedgerScan[]>;
  /** The asked questions of a scan of any tenant, each with its newest attempt, by number. */
  askedQuestions(siteId: string, scanId: string): Promise<readonly AskedQuestion[]>;
  /**
   * The answers of the questions of a scan of any tenant whose newest attempt was answered, by number, in batches that
   * fit in memory.
   */
  answersOf(
    siteId: string,
    scanId: string,
  ): AsyncIterable<readonly { question: number; answer: LedgerAnswer }[]>;
  /** Sites with settings, active ones only. @param accountId left out for those of every account. */
  scannableSites(accountId?: string): Promise<readonly ScannableSite[]>;
  /**
   * The newest due time until an instant of the scans of each site of every tenant, skipped, failed and removed ones
   * included; without sites that are removed.
   */
  lastDueTimes(until: Instant): Promise<ReadonlyMap<string, Instant>>;
  /**
   * Spent and reserved, by site, month and platform. Deleted scans and sites count.
   * @param site null for every site.
   */
  spending(
    site: Pick<SiteRecord, 'id' | 'accountId'> | null,
    zone: string,
    since: Instant,
  ): Promise<readonly MonthSpending[]>;

  /** Scans of a site, newest first, without removed ones. */
  scans(
    tenant: Tenant,
    siteId: string,
    page: { after: { createdAt: Instant; id: string } | null; limit: number },
  ): Promise<readonly LedgerScan[]>;
  scan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan | null>;
  /** The ID of the newest scan of a site, skipped and removed ones apart; null if there is none. */
  newestScanId(tenant: Tenant, siteId: string): Promise<string | null>;
  /** Scans of all of the tenant's sites that have not ended. */
  runningScans(
    tenant: Tenant,
  ): Promise<readonly (LedgerScan & { siteName: string; clientId: string | null })[]>;
  /** When a scan of any of the tenant's sites last ended; null if none has. */
  lastEnd(tenant: Tenant): Promise<Instant | null>;
  /** The tenant's sites whose newest scan, skipped ones apart, failed. */
  failedScans(tenant: Tenant): Promise<readonly FailedScan[]>;
  /** How far scans are. */
  progress(
    tenant: Tenant,
    siteId: string,
    scanIds: readonly string[],
  ): Promise<readonly ProgressRow[]>;
  /**
   * What platforms said instead of answers, the most frequent messages first; as long as responses are kept. At most
   * `maxMessages` for each platform and reason.
   */
  messages(
    tenant: Tenant,
    siteId: string,
    scanIds: readonly string[],
  ): Promise<readonly MessageRow[]>;
  /**
   * The platforms and regions of the tenant's sites for which a question failed with a certain end of its reason since an
   * instant, and when one last did.
   */
  failedRegions(
    tenant: Tenant,
    query: { since: Instant; reasonEnd: string },
  ): Promise<readonly { platform: string; region: string; at: Instant }[]>;
  /** The newest raw response to a question; null if there is none, or if it is no longer kept. */
  rawResponse(
    tenant: Tenant,
    siteId: string,
    scanId: string,
    question: number,
  ): Promise<string | null>;
  /** Drops the responses of whole days before a day (YYYY-MM-DD), except days with one of a scan that has not ended. */
  dropResponsesBefore(day: string): Promise<void>;
}
