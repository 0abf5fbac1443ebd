import { StoreUnavailable } from '../store.ts';

/**
 * Reports may take seconds on a large site, and what imports, sweeps and checks do may take minutes (`long`).
 * Every other statement takes milliseconds.
 */
export type Lane = 'light' | 'report' | 'long';

interface Waiter<Connection> {
  resolve: (connection: Connection) => void;
  reject: (reason: unknown) => void;
}

/** Statements wait for a free connection; beyond this many they are refused rather than queued without bound. */
const waitingAtMost = 256;

/**
 * Connections that run one statement at a time each. Of four or more, at most one runs a long statement and two stay
 * free of reports, so that one is always left to light statements, which leave one to reports: none of them
 * waits for another kind, however many there are.
 */
export class ConnectionPool<Connection> {
  readonly #all: readonly Connection[];
  readonly #free: Connection[];
  readonly #atMost: Readonly<Record<Lane, number>>;
  readonly #inUse: Record<Lane, number> = { light: 0, report: 0, long: 0 };
  readonly #waiting: Readonly<Record<Lane, Set<Waiter<Connection>>>> = {
    light: new Set(),
    report: new Set(),
    long: new Set(),
  };
  #closed = false;

  constructor(connections: readonly Connection[]) {
    this.#all = connections;
    this.#free = [...connections];
    this.#atMost = {
      report: Math.max(1, connections.length - 2),
      light: Math.max(1, connections.length - 1),
      long: 1,
    };
  }

  /**
   * Runs `work` on a connection of its own.
   * @param signal leaves the line when it aborts; it does not end work that has begun.
   * @throws StoreUnavailable when the pool is closed or too many wait, and the signal's reason.
   */
  async use<T>(
    lane: Lane,
    work: (connection: Connection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.#closed) throw new StoreUnavailable('The store is closed.');
    signal?.throwIfAborted();
    const connection = this.#take(lane) ?? (await this.#next(lane, signal));
    try {
      signal?.throwIfAborted();
      return await work(connection);
    } finally {
      this.#giveBack(lane, connection);
    }
  }

  #take(lane: Lane): Connection | undefined {
    if (this.#inUse[lane] >= this.#atMost[lane]) return undefined;
    const connection = this.#free.pop();
    if (connection !== undefined) this.#inUse[lane] += 1;
    return connection;
  }

  async #next(lane: Lane, signal: AbortSignal | undefined): Promise<Connection> {
    const waiting = this.#waiting[lane];
    if (waiting.size >= waitingAtMost) {
      throw new StoreUnavailable('Too many statements are waiting.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const waiter = { resolve, reject };
    const leave = () => {
      if (waiting.delete(waiter)) reject(signal?.reason);
    };
    waiting.add(waiter);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
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
  }

  /** Refuses whatever waits, and everything from now on. Gives the connections, for closing. */
  close(): readonly Connection[] {
    this.#closed = true;
    for (const waiting of Object.values(this.#waiting)) {
      for (const { reject } of waiting) reject(new StoreUnavailable('The store is closed.'));
      waiting.clear();
    }
    return this.#all;
  }
}
