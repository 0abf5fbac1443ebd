import { StoreUnavailable } from '../../store.ts';

/**
 * A kind of statement. A `report` may take seconds on a large site. A `long` statement (a bulk write of an import, a
 * compaction or a check) may take minutes or more. All others are `light` and normally take milliseconds.
 */
export type Lane = 'light' | 'report' | 'long';

interface Waiter<Connection> {
  resolve: (connection: Connection) => void;
  reject: (reason: unknown) => void;
}

/** The maximum number of waiting statements per lane; any more are refused. */
const maxWaiting = 256;

/**
 * Connections that each run one statement at a time. In a pool of four or more, reports leave two connections free,
 * light statements leave one free, and only one long statement runs at a time, so that no kind alone makes another
 * wait.
 */
export class ConnectionPool<Connection> {
  readonly #connections: readonly Connection[];
  readonly #free: Connection[];
  readonly #limits: Readonly<Record<Lane, number>>;
  readonly #inUse: Record<Lane, number> = { light: 0, report: 0, long: 0 };
  readonly #waiting: Readonly<Record<Lane, Set<Waiter<Connection>>>> = {
    light: new Set(),
    report: new Set(),
    long: new Set(),
  };
  #isClosed = false;
  readonly #idleListeners = new Set<() => void>();

  constructor(connections: readonly Connection[]) {
    this.#connections = connections;
    this.#free = [...connections];
    this.#limits = {
      report: Math.max(1, connections.length - 2),
      light: Math.max(1, connections.length - 1),
      long: 1,
    };
  }

  /**
   * Runs `work` on a connection.
   * @param signal ends the wait for a connection; it does not stop work that has already begun.
   * @throws StoreUnavailable if the pool is closed or too many statements wait; the signal's reason if it aborts.
   */
  async use<T>(
    lane: Lane,
    work: (connection: Connection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    signal?.throwIfAborted();
    const connection = this.#take(lane) ?? (await this.#waitForConnection(lane, signal));
    try {
      signal?.throwIfAborted();
      return await work(connection);
    } finally {
      this.#giveBack(lane, connection);
    }
  }

  /** The number of running statements of this kind. */
  runningCount(lane: Lane): number {
    return this.#inUse[lane];
  }

  #take(lane: Lane): Connection | undefined {
    if (this.#inUse[lane] >= this.#limits[lane]) return undefined;
    const connection = this.#free.pop();
    if (connection !== undefined) this.#inUse[lane] += 1;
    return connection;
  }

  async #waitForConnection(lane: Lane, signal: AbortSignal | undefined): Promise<Connection> {
    const waiting = this.#waiting[lane];
    if (waiting.size >= maxWaiting) {
      throw new StoreUnavailable('Too many statements are waiting.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const waiter = { resolve, reject };
    const stopWaiting = () => {
      if (waiting.delete(waiter)) reject(signal?.reason);
    };
    waiting.add(waiter);
    signal?.addEventListener('abort', stopWaiting, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', stopWaiting);
    }
  }

  #giveBack(from: Lane, connection: Connection): void {
    this.#inUse[from] -= 1;
    this.#free.push(connection);
    for (const lane of ['light', 'report', 'long'] as const) {
      const [first] = this.#waiting[lane];
      const next = first && this.#take(lane);
      if (first === undefined || next === undefined) continue;
      this.#waiting[lane].delete(first);
      first.resolve(next);
    }
    if (!this.#isIdle) return;
    for (const listener of this.#idleListeners) listener();
    this.#idleListeners.clear();
  }

  get #isIdle(): boolean {
    return this.#free.length === this.#connections.length;
  }

  /** Resolves when no statement is running. */
  async waitUntilIdle(): Promise<void> {
    if (this.#isIdle) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idleListeners.add(resolve);
    await promise;
  }

  /** Refuses all waiting and future statements, and returns the connections so that they can be closed. */
  close(): readonly Connection[] {
    this.#isClosed = true;
    for (const waiting of Object.values(this.#waiting)) {
      for (const { reject } of waiting) reject(new StoreUnavailable('The store is closed.'));
      waiting.clear();
    }
    return this.#connections;
  }
}
