import {
  type AskedQuestion,
  countQuestions,
  type LedgerScan,
  questionOf,
  type ScanStep,
} from '../store/ledger.ts';
import { createCeiling, highestCostsOf, type MonthlyCeiling } from './budget.ts';
import type { Platform } from './platform.ts';

/** How often a question is sent, in one go, while the platform refuses it before any work. */
const maxSends = 3;
/** After so many questions in a row that a platform rejects with one and the same fault, it is asked no more. */
const maxRejections = 3;

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
export class ScanRun {
  scan: LedgerScan;
  readonly ceiling;
  readonly month: MonthlyCeiling;
  /** Questions that are being asked, or whose end is not yet written down. */
  inFlight = 0;
  /** Whether the scan or its site was deleted: nothing more is asked, and what comes back is not kept. */
  isRemoved = false;
  readonly #platforms: ReadonlyMap<string, Platform>;
  /** The questions of each platform, the next one last. */
  readonly #waiting = new Map<string, WaitingQuestion[]>();
  readonly #stops = new Map<string, string>();
  readonly #rejections = new Map<string, number>();
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

  /** Takes the question that `peek` returns: it is about to be sent. */
  take(platformId: string): void {
    const queue = this.#waiting.get(platformId);
    queue?.pop();
    if (queue?.length === 0) this.#waiting.delete(platformId);
    this.inFlight += 1;
  }

  /** Counts what a question has cost: no less is reserved for the next ones of its platform. */
  countCost(platformId: string, cost: number): void {
    this.#highestCosts.set(platformId, Math.max(cost, this.#highestCosts.get(platformId) ?? 0));
  }

  /** Counts the answer to a sent question. */
  onAnswer(platformId: string): void {
    this.#rejections.delete(platformId);
  }

  /** Counts a question that a platform rejected for a reason that concerns every question. */
  onRejection(platformId: string, reason: string): void {
    const rejections = (this.#rejections.get(platformId) ?? 0) + 1;
    this.#rejections.set(platformId, rejections);
    if (rejections >= maxRejections) this.stop(platformId, reason);
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
    if (!this.#isOpen) this.#askNoMore();
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
