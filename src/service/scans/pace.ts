import type { Instant } from '../store/records.ts';

const minuteMs = 60_000;
/** How long a platform is left alone that refuses a question without saying for how long, and at most. */
const defaultWaitMs = 10_000;
const maxWaitMs = 300_000;

/** How long to wait after a refusal, in milliseconds. @param retryAfterMs what the platform asked for; null if nothing */
export const waitAfterRefusal = (retryAfterMs: number | null): number =>
  Math.min(retryAfterMs ?? defaultWaitMs, maxWaitMs);

/**
 * How fast a platform is asked. Refused questions make it wait and halve the number of questions in flight; each answer
 * then raises that number slowly.
 */
export class Pace {
  readonly #maxInFlight: number;
  readonly #maxPerMinute: number;
  #limit: number;
  #inFlight = 0;
  /** When the questions of the last minute were sent, oldest first. */
  readonly #sent: Instant[] = [];
  #waitsUntil: Instant = 0;
  /** The first and the last refusal since the last answer. */
  #refusal: { since: Instant; reason: string } | null = null;

  constructor(options: { maxInFlight: number; maxPerMinute: number }) {
    this.#maxInFlight = options.maxInFlight;
    this.#maxPerMinute = options.maxPerMinute;
    this.#limit = options.maxInFlight;
  }

  canSend(now: Instant): boolean {
    while (this.#sent[0] !== undefined && this.#sent[0] <= now - minuteMs) this.#sent.shift();
    return (
      now >= this.#waitsUntil &&
      this.#inFlight < Math.floor(this.#limit) &&
      this.#sent.length < this.#maxPerMinute
    );
  }

  /** Counts a question that is about to be sent. */
  send(now: Instant): void {
    this.#inFlight += 1;
    this.#sent.push(now);
  }

  /** Counts a sent question that has ended, or was not sent after all. */
  end(): void {
    this.#inFlight -= 1;
  }

  /** Why it is left alone at an instant, and until when; null if it is not. */
  waitAt(now: Instant): { since: Instant; until: Instant; reason: string } | null {
    const until = this.#waitsUntil;
    return this.#refusal && now < until ? { ...this.#refusal, until } : null;
  }

  onAnswer(): void {
    this.#refusal = null;
    this.#limit = Math.min(this.#maxInFlight, this.#limit + 1 / this.#limit);
  }

  /** @param refusal.retryAfterMs what the platform asked for; null if it did not say */
  onRefusal(
    now: Instant,
    { reason, retryAfterMs }: { reason: string; retryAfterMs: number | null },
  ): void {
    this.#refusal = { since: this.#refusal?.since ?? now, reason };
    // Questions that were in flight together are refused together.
    if (now >= this.#waitsUntil) this.#limit = Math.max(1, this.#limit / 2);
    this.#waitsUntil = Math.max(this.#waitsUntil, now + waitAfterRefusal(retryAfterMs));
  }
}
