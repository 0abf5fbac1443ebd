import type { Ledger, QuestionEnd, QuestionStart, RunnerLease } from '../store/ledger.ts';
import { attemptKeyOf } from './attempt-key.ts';
import { type MonthlyCeiling, type Reservation, reserve } from './budget.ts';
import { Pace } from './pace.ts';
import type { Asked, Platform } from './platform.ts';
import type { ReadyQuestion, RunningScan } from './running-scan.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanWait } from './scan-runner.ts';
import type { Timers } from './timers.ts';

/** The maximum number of questions that are written down in one insert. */
const maxStartsPerInsert = 200;
/** The maximum size of the responses of one insert, in characters, unless a single one is larger. */
const maxCharactersPerInsert = 8 * 1024 * 1024;

/** Thrown if another host may run scans now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** A question whose start is about to be written down. */
interface Start {
  run: RunningScan;
  question: ReadyQuestion;
  reservation: Reservation;
  row: QuestionStart;
}

/** How a question ended, before it is written down. */
interface UnwrittenEnd {
  run: RunningScan;
  end: QuestionEnd;
}

const sizeOf = ({ raw, answer }: QuestionEnd): number =>
  (raw?.length ?? 0) + (answer?.text.length ?? 0);

/** An error that a platform responded with, without its message: that is somebody else's text. */
interface LoggedError {
  platform: string;
  status: number;
  type: string | null;
  code: string | null;
}

export interface AskerOptions {
  ledger: Pick<Ledger, 'startQuestions' | 'endQuestions'>;
  lease: RunnerLease;
  timers: Timers;
  host: MonthlyCeiling;
  metrics: ScanMetrics;
  /** The keys of attempts that may be written down as started, but were not sent, are added to it. */
  neverSent: Set<string>;
  onError: (error: unknown) => void;
  /** Called for every error that a platform responds with, for the log. */
  onPlatformError: (error: LoggedError) => void;
}

/**
 * Asks the questions of scans. Each is written down before it is sent, and how it ended before anything else is
 * started.
 */
export class Asker {
  readonly #options: AskerOptions;
  readonly #paces = new Map<string, Pace>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #ends: UnwrittenEnd[] = [];
  /** Ends the requests in flight. */
  readonly #abort = new AbortController();
  /** The number of questions started so far. */
  #started = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  /** Whether questions are in flight. */
  get isAsking(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether it is not yet written down how some questions ended. */
  get hasEnds(): boolean {
    return this.#ends.length > 0;
  }

  #paceOf({ id, offered, maxInFlight, maxPerMinute }: Platform): Pace {
    // Invented platforms of an account with sample data do not slow real ones down.
    const key = `${id} ${offered.invented}`;
    const pace = this.#paces.get(key) ?? new Pace({ maxInFlight, maxPerMinute });
    this.#paces.set(key, pace);
    return pace;
  }

  /** The platforms that a scan still has questions for, and that are left alone now because they refuse. */
  waitsOf(run: RunningScan): ScanWait[] {
    const now = this.#options.timers.now();
    return run.waitingPlatforms.flatMap((platform) => {
      const wait = this.#paceOf(platform).waitAt(now);
      return wait === null ? [] : { platform: platform.id, ...wait };
    });
  }

  /** Writes down how questions ended. @throws the store's errors; what was not written is written later. */
  async writeEnds(): Promise<void> {
    while (this.#ends.length > 0) {
      const batch: UnwrittenEnd[] = [];
      let size = 0;
      for (const entry of this.#ends) {
        size += sizeOf(entry.end);
        if (batch.length > 0 && size > maxCharactersPerInsert) break;
        batch.push(entry);
      }
      await this.#options.ledger.endQuestions(batch.map(({ end }) => end));
      this.#ends.splice(0, batch.length);
      for (const { run } of batch) run.inFlight -= 1;
    }
  }

  /**
   * Chooses the questions that can be sent now, and reserves what they may cost. Of the scans that wait for a platform,
   * the one that was least recently asked there comes first, so that all of them go on.
   */
  #collectStarts(runs: readonly RunningScan[]): Start[] {
    const waiting = runs
      .flatMap((run) => run.waitingPlatforms.map((platform) => ({ run, platform })))
      .sort((a, b) => a.run.lastTurnOn(a.platform.id) - b.run.lastTurnOn(b.platform.id));
    const starts: Start[] = [];
    let hasStarted = true;
    while (hasStarted && starts.length < maxStartsPerInsert) {
      hasStarted = false;
      for (const { run, platform } of waiting) {
        const start = this.#tryStart(run, platform);
        if (start === null) continue;
        starts.push(start);
        hasStarted = true;
      }
    }
    return starts;
  }

  #tryStart(run: RunningScan, platform: Platform): Start | null {
    const { timers, host } = this.#options;
    const now = timers.now();
    const { id } = platform;
    run.stopIfSilent(id, now);
    const question = run.peek(id);
    const pace = this.#paceOf(platform);
    if (question === null || !pace.canSend(now)) return null;
    const { estimate } = question;
    const { scan } = run;
    // After the request for a retry, even if the clock of the host that wrote it down was ahead.
    const at = Math.max(now, scan.stepAt);
    const reservation = reserve(estimate, [run.ceiling, run.month.at(at), host.at(at)]);
    if (reservation === 'later') return null;
    if ('reason' in reservation) {
      run.stop(id, reservation.reason);
      return null;
    }
    this.#started += 1;
    run.take(id, this.#started);
    pace.send(now);
    return {
      run,
      question,
      reservation,
      row: {
        accountId: scan.accountId,
        siteId: scan.siteId,
        scanId: scan.id,
        question: question.question,
        attempt: question.attempt,
        platform: id,
        region: question.region,
        at,
        estimate,
      },
    };
  }

  /**
   * Starts as many questions as possible, unless it is not yet written down how others ended.
   * @param beforeFirst called before the first question of a scan is written down
   * @throws LeaseLost, or the store's errors. No more questions may be started then.
   */
  async startQuestions(
    runs: readonly RunningScan[],
    beforeFirst: (run: RunningScan) => Promise<void>,
  ): Promise<void> {
    if (this.hasEnds) return;
    const starts = this.#collectStarts(runs);
    if (starts.length === 0) return;
    const { ledger, lease } = this.#options;
    let stored: ReadonlySet<string> = new Set();
    try {
      for (const run of new Set(starts.map((start) => start.run))) await beforeFirst(run);
      const rows = await ledger.startQuestions(
        lease,
        starts.map(({ row }) => row),
      );
      stored = new Set(rows.map(attemptKeyOf));
    } finally {
      for (const start of starts) {
        if (stored.has(attemptKeyOf(start.row))) this.#send(start);
        else this.#forget(start);
      }
    }
    if (stored.size < starts.length) throw new LeaseLost('Another host may run scans now.');
  }

  #forget({ run, question, reservation, row }: Start): void {
    this.#options.neverSent.add(attemptKeyOf(row));
    reservation.settle(0);
    this.#paceOf(question.platform).end();
    run.inFlight -= 1;
  }

  #send(start: Start): void {
    const { text, region, model, platform, estimate } = start.question;
    const id = attemptKeyOf(start.row);
    const { neverSent, onError } = this.#options;
    neverSent.delete(id);
    const sending: Promise<void> = platform
      .ask(
        { id, text, region, model, estimate },
        { abort: this.#abort.signal, cancel: start.run.cancelSignal },
      )
      .catch((error: unknown): Asked => {
        onError(error);
        const reason = 'The service failed while this question was asked.';
        return { outcome: 'failed', reason, cost: null, raw: null };
      })
      .then((asked) => this.#onAsked(start, asked))
      .finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
  }

  #onAsked({ run, question, reservation, row }: Start, asked: Asked): void {
    const { timers, metrics } = this.#options;
    const now = timers.now();
    const { platform } = question;
    const { id } = platform;
    const pace = this.#paceOf(platform);
    pace.end();
    const response = asked.outcome === 'answered' ? undefined : asked.response;
    if (response !== undefined) {
      const { status, type, code } = response;
      this.#options.onPlatformError({ platform: id, status, type, code });
    }
    const end = (outcome: QuestionEnd['outcome'], cost: number, reason: string) => {
      reservation.settle(cost);
      run.countCost(id, cost);
      metrics.count(id, outcome, cost);
      const kept = keptOf(run, asked);
      const { estimate: _, ...sent } = row;
      const at = Math.max(now, row.at);
      this.#ends.push({ run, end: { ...sent, ...kept, outcome, at, cost, reason } });
    };
    switch (asked.outcome) {
      case 'answered':
        pace.onAnswer();
        run.onAnswer(id);
        end('answered', asked.cost ?? reservation.amount, '');
        break;
      case 'failed':
        run.onFailure(id);
        end(
          this.#abort.signal.aborted ? 'interrupted' : 'failed',
          asked.cost ?? reservation.amount,
          asked.reason,
        );
        break;
      case 'rejected':
        end('failed', 0, asked.reason);
        if (asked.concerns === 'region') run.onRejectedRegion(question);
        else run.onRejection(id, asked.reason);
        break;
      case 'refused': {
        pace.onRefusal(now, asked);
        run.onRefusal(id, now, asked.reason);
        const isSentAgain = run.canSendAgain(question);
        end(isSentAgain ? 'refused' : 'failed', 0, asked.reason);
        if (isSentAgain) run.sendAgain(question);
      }
    }
  }

  /** Ends the requests in flight. Their ends are not written down yet. */
  async abandon(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#inFlight);
  }
}

/** What of a response is kept; nothing if the scan was deleted. */
function keptOf(run: RunningScan, asked: Asked): Pick<QuestionEnd, 'answer' | 'raw' | 'message'> {
  if (run.isRemoved) return { answer: null, raw: null, message: null };
  if (asked.outcome === 'answered') return { answer: asked.answer, raw: asked.raw, message: null };
  const raw = asked.outcome === 'failed' ? asked.raw : (asked.response?.raw ?? null);
  return { answer: null, raw, message: asked.response?.message ?? null };
}
