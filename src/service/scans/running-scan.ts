import { refusedLocation } from '../platforms/failure.ts';
import {
  type AskedQuestion,
  countQuestions,
  type LedgerScan,
  questionOf,
  type ScanStep,
} from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import { createCeiling, highestCostsOf, type MonthlyCeiling } from './budget.ts';
import type { Platform } from './platform.ts';

/** How often a question is sent, in one go, while the platform refuses it before any work. */
const maxSends = 3;
/**
 * After so many questions in a row that a platform rejects with one and the same fault, it is asked no more. After so
 * many whose location it does not take, it is asked no more from that region.
 */
const maxRejections = 3;
/** For how long after its first refusal a platform may give no answer before it is asked no more. */
const maxSilenceMs = 1_800_000;

/** The steps in which a scan's questions are asked. */
const askingSteps: readonly ScanStep[] = ['queued', 'running', 'retrying'];

/** A question that is still to be sent. */
interface WaitingQuestion {
  /** Its number in the plan. */
  question: number;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** How often it was sent already, not counting attempts before a retry. */
  sends: number;
}

/** A question of a scan, with everything that sending it needs. */
export interface ReadyQuestion extends WaitingQuestion {
  platform: Platform;
  region: string;
  model: string;
  text: string;
  /** What is reserved for it. */
  estimate: number;
}

/** What a scan still has to send, given what was asked so far: failed questions are asked again only by a retry. */
function findWaiting(scan: LedgerScan, asked: readonly AskedQuestion[]): WaitingQuestion[] {
  if (!askingSteps.includes(scan.step)) return [];
  const newest = new Map(asked.map((entry) => [entry.question, entry]));
  return Array.from({ length: countQuestions(scan.plan) }, (_, question) => question).flatMap(
    (question) => {
      const entry = newest.get(question);
      if (entry === undefined) return { question, attempt: 1, sends: 0 };
      const { outcome } = entry;
      const attempt = entry.attempt + 1;
      if (outcome === null || outcome === 'answered') return [];
      const isRetry = scan.step === 'retrying';
      if (isRetry && entry.at < scan.stepAt) return { question, attempt, sends: 0 };
      if (outcome !== 'refused') return [];
      const sends = isRetry ? maxSends - 1 : entry.attempt;
      return sends < maxSends ? { question, attempt, sends } : [];
    },
  );
}

interface ScanRunOptions {
  scan: LedgerScan;
  /** The platforms that can be asked now. */
  platforms: readonly Platform[];
  /** What was asked so far. None of it may be in flight. */
  asked: readonly AskedQuestion[];
  month: MonthlyCeiling;
}

/** A scan whose questions are being asked: which ones are still to be sent, and where. */
export class RunningScan {
  scan: LedgerScan;
  readonly ceiling;
  readonly month: MonthlyCeiling;
  /** Questions that are being asked, or whose end is not yet written down. */
  inFlight = 0;
  /** Whether questions were left that would have been sent, had the scan not been cancelled. */
  isCutShort = false;
  /** Whether the scan or its site was deleted: nothing more is asked, and what comes back is not kept. */
  isRemoved = false;
  readonly #platforms: ReadonlyMap<string, Platform>;
  /** The questions of each platform, the next one last. */
  readonly #waiting = new Map<string, WaitingQuestion[]>();
  readonly #stops = new Map<string, string>();
  readonly #rejections = new Map<string, number>();
  /** By platform and region. */
  readonly #rejectedLocations = new Map<string, number>();
  /** When each platform first refused a question since its last answer. */
  readonly #refusedSince = new Map<string, Instant>();
  /** Why each platform last refused a question here, if it has not answered since. */
  readonly #refusals = new Map<string, string>();
  /** The turn in which each platform was last asked. */
  readonly #turns = new Map<string, number>();
  readonly #cancel = new AbortController();
  readonly #highestCosts;

  constructor({ scan, platforms, asked, month }: ScanRunOptions) {
    this.scan = scan;
    const spent = asked.reduce((sum, { cost }) => sum + cost, 0);
    const reason = 'The ceiling of this scan is reached.';
    this.ceiling = createCeiling(scan.plan.scanCeiling, reason, spent);
    this.month = month;
    this.#platforms = new Map(platforms.map((platform) => [platform.id, platform]));
    this.#highestCosts = highestCostsOf(asked);
    for (const waiting of findWaiting(scan, asked).reverse()) {
      const platform =
        scan.plan.cells[questionOf(scan.plan, waiting.question).cell]?.platform ?? '';
      const queue = this.#waiting.get(platform) ?? [];
      queue.push(waiting);
      this.#waiting.set(platform, queue);
    }
    for (const id of this.#waiting.keys())
      if (!this.#platforms.has(id)) this.stop(id, 'It is no longer connected.');
    // One with a remark was being imported already.
    if (scan.step === 'cancelling' && scan.remark === '') {
      const over = asked.filter(({ outcome }) => outcome !== 'refused').length;
      // Which questions a retry had still to ask is not known any more.
      this.isCutShort = over < countQuestions(scan.plan) || scan.pausedMs > 0;
    }
    // A retry begins anew.
    const begin = scan.step === 'retrying' ? scan.stepAt : 0;
    this.#recall(
      asked.filter(({ at }) => at >= begin),
      begin,
    );
  }

  /** Takes over what the ledger knows of questions that were asked before this host went on with the scan. */
  #recall(asked: readonly AskedQuestion[], begin: Instant): void {
    for (const [platform, own] of Map.groupBy(asked, (entry) => entry.platform)) {
      const answers = own.flatMap(({ outcome, at }) => (outcome === 'answered' ? at : []));
      const last = Math.max(begin, ...answers);
      // Refusals count as failures once a question is not sent again.
      const refused = own.filter(
        ({ outcome, at }) => at >= last && (outcome === 'refused' || outcome === 'failed'),
      );
      const since = Math.min(...refused.map(({ firstAt }) => Math.max(firstAt, last)));
      if (refused.length > 0) this.#refusedSince.set(platform, since);
    }
    for (const { platform, region, outcome, reason } of asked)
      if (outcome === 'failed' && reason.endsWith(refusedLocation))
        this.onRejectedRegion({ platform: { id: platform }, region });
  }

  /** The platforms that still have questions to be sent. */
  get waitingPlatforms(): Platform[] {
    return [...this.#waiting.keys()].flatMap((id) => this.#platforms.get(id) ?? []);
  }

  /** Whether everything that can be asked has been. */
  get isAsked(): boolean {
    return this.#waiting.size === 0 && this.inFlight === 0;
  }

  /** Why platforms were not asked everything, by their IDs, for people. */
  get stops(): ReadonlyMap<string, string> {
    return this.#stops;
  }

  /** The next question for a platform; null if there is none. */
  peek(platformId: string): ReadyQuestion | null {
    const waiting = this.#waiting.get(platformId)?.at(-1);
    const platform = this.#platforms.get(platformId);
    const { plan } = this.scan;
    const { cell, prompt } = waiting
      ? questionOf(plan, waiting.question)
      : { cell: -1, prompt: -1 };
    const [plannedCell, plannedPrompt] = [plan.cells[cell], plan.prompts[prompt]];
    if (!(waiting && platform && plannedCell && plannedPrompt)) return null;
    const { region, model } = plannedCell;
    const estimate = Math.max(plannedCell.estimate, this.#highestCosts.get(platformId) ?? 0);
    return { ...waiting, platform, region, model, text: plannedPrompt.text, estimate };
  }

  /** Takes the question that `peek` returns: it is about to be sent. @param turn a number greater than every earlier one */
  take(platformId: string, turn: number): void {
    this.#turns.set(platformId, turn);
    const queue = this.#waiting.get(platformId);
    queue?.pop();
    if (queue?.length === 0) this.#waiting.delete(platformId);
    this.inFlight += 1;
  }

  /** Counts what a question has cost: no less is reserved for the next ones of its platform. */
  countCost(platformId: string, cost: number): void {
    this.#highestCosts.set(platformId, Math.max(cost, this.#highestCosts.get(platformId) ?? 0));
  }

  /** The turn in which a platform was last asked; 0 if it was not. */
  lastTurnOn(platformId: string): number {
    return this.#turns.get(platformId) ?? 0;
  }

  /** Counts the answer to a sent question. */
  onAnswer(platformId: string): void {
    this.#rejections.delete(platformId);
    this.#refusals.delete(platformId);
    this.#refusedSince.delete(platformId);
  }

  /** Counts a question that failed alone. */
  onFailure(platformId: string): void {
    this.#rejections.delete(platformId);
  }

  /** Counts a question that a platform refused before any work. */
  onRefusal(platformId: string, now: Instant, reason: string): void {
    this.#refusals.set(platformId, reason);
    if (!this.#refusedSince.has(platformId)) this.#refusedSince.set(platformId, now);
    // It is not sent again.
    if (this.scan.step === 'cancelling') this.isCutShort = true;
  }

  /** Asks a platform no more if it only refuses, and has not answered for too long. */
  stopIfSilent(platformId: string, now: Instant): void {
    const reason = this.#refusals.get(platformId);
    const since = this.#refusedSince.get(platformId) ?? now;
    if (reason === undefined || now - since < maxSilenceMs || this.#stops.has(platformId)) return;
    this.stop(platformId, `It gave no answer for ${maxSilenceMs / 60_000} minutes. ${reason}`);
  }

  /** Counts a question that a platform rejected for a reason that concerns every question. */
  onRejection(platformId: string, reason: string): void {
    const rejections = (this.#rejections.get(platformId) ?? 0) + 1;
    this.#rejections.set(platformId, rejections);
    if (rejections >= maxRejections) this.stop(platformId, reason);
  }

  /** Counts a question that a platform rejected because of its region. */
  onRejectedRegion({
    platform: { id },
    region,
  }: {
    platform: { id: string };
    region: string;
  }): void {
    const key = `${id} ${region}`;
    const rejections = (this.#rejectedLocations.get(key) ?? 0) + 1;
    this.#rejectedLocations.set(key, rejections);
    if (rejections < maxRejections) return;
    const { plan } = this.scan;
    const isElsewhere = ({ question }: WaitingQuestion): boolean =>
      plan.cells[questionOf(plan, question).cell]?.region !== region;
    const left = this.#waiting.get(id)?.filter(isElsewhere) ?? [];
    if (left.length > 0) this.#waiting.set(id, left);
    else this.#waiting.delete(id);
  }

  /** Whether a question that was refused may be sent once more. */
  canSendAgain({ sends, platform }: ReadyQuestion): boolean {
    return sends + 1 < maxSends && !this.#stops.has(platform.id) && this.#isOpen;
  }

  /** Sends a refused question again before any other one of its platform. */
  sendAgain({ question, attempt, sends, platform }: ReadyQuestion): void {
    const { id } = platform;
    const queue = this.#waiting.get(id) ?? [];
    queue.push({ question, attempt: attempt + 1, sends: sends + 1 });
    this.#waiting.set(id, queue);
  }

  /** Asks a platform no more in this scan. @param reason for people */
  stop(platformId: string, reason: string): void {
    this.#stops.set(platformId, reason);
    this.#waiting.delete(platformId);
  }

  /** Aborts when nothing more is asked, since the scan is being cancelled or was deleted. */
  get cancelSignal(): AbortSignal {
    return this.#cancel.signal;
  }

  get #isOpen(): boolean {
    return !this.isRemoved && askingSteps.includes(this.scan.step);
  }

  /** Takes over what the ledger says about the scan, and asks nothing more if it is being cancelled. */
  update(scan: LedgerScan): void {
    this.scan = scan;
    if (this.#isOpen) return;
    if (scan.step === 'cancelling' && this.#waiting.size > 0) this.isCutShort = true;
    this.#askNoMore();
  }

  /** Asks nothing more, since the scan was deleted. */
  remove(): void {
    this.isRemoved = true;
    this.#askNoMore();
  }

  #askNoMore(): void {
    this.#waiting.clear();
    this.#cancel.abort();
  }
}
