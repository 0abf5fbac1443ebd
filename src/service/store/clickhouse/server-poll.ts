import { StoreUnavailable } from '../store.ts';

const pollEveryMs = 500;
/**
 * While a poll is waiting for its response, perhaps on a dead connection, only every fourth tick starts another one.
 */
const retryTicks = 4;

/**
 * Polls a shared server, so that its hosts see each other's imports and revoked keys within a second. A slow server
 * is polled again once it responds, and every two seconds until then.
 */
export class ServerPoll {
  readonly #poll: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #tickCount = 0;
  #pendingPolls = 0;
  /** The latest tick whose poll has finished; polls of earlier ticks that finish after it are ignored. */
  #latestFinishedTick = 0;
  #failure: StoreUnavailable | null = null;

  constructor(poll: () => Promise<void>) {
    this.#poll = poll;
    this.#timer = setInterval(() => this.#tick(), pollEveryMs).unref();
  }

  /** Why the latest finished poll failed; null if it succeeded, or if none has finished. */
  get failure(): StoreUnavailable | null {
    return this.#failure;
  }

  #tick(): void {
    this.#tickCount += 1;
    if (this.#pendingPolls > 0 && this.#tickCount % retryTicks !== 0) return;
    const tick = this.#tickCount;
    this.#pendingPolls += 1;
    this.#poll().then(
      () => this.#end(tick, null),
      () => this.#end(tick, new StoreUnavailable('The server cannot be reached.')),
    );
  }

  #end(tick: number, failure: StoreUnavailable | null): void {
    this.#pendingPolls -= 1;
    if (tick < this.#latestFinishedTick) return;
    this.#latestFinishedTick = tick;
    this.#failure = failure;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
