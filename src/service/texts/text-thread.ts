import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { BrandRecord } from '../store/records.ts';
import { type ItemOf, type ResultOf, type TaskName, textTasks } from './text-tasks.ts';

/** Some items of a task for the worker, and where it sends the results. */
export interface TextRequest<N extends TaskName> {
  name: N;
  /** The same for all parts of a call. */
  call: number;
  brands: readonly BrandRecord[];
  items: readonly ItemOf<N>[];
  reply: MessagePort;
}
/** The result for each item, or what the task threw. */
export type TextResponse<N extends TaskName> = { results: ResultOf<N>[] } | { error: unknown };

const workerFile = join(import.meta.dirname, 'text-worker.ts');

/** The lengths of texts and of aliases up to which the work takes a few milliseconds, so that no thread is needed. */
const maxTextLengthHere = 20_000;
const maxAliasLengthHere = 5_000;
/** The length of the texts that the worker gets at once, so that calls take turns; at least one text. */
const textLengthAtOnce = 100_000;
/** How long the worker waits for more texts before it ends, in milliseconds. */
const idleMs = 60_000;

const lengthOfAliases = (brands: readonly BrandRecord[]): number =>
  brands.reduce(
    (sum, { aliases }) => aliases.reduce((length, alias) => length + 20 + alias.length, sum),
    0,
  );

/** Splits items into parts that are not longer than `textLengthAtOnce`, or a single item. */
function splitItems<T>(items: readonly T[], lengthOf: (item: T) => number): T[][] {
  const parts: T[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const item of items) {
    length += lengthOf(item);
    const part = length > textLengthAtOnce ? undefined : parts.at(-1);
    if (part) part.push(item);
    else {
      parts.push([item]);
      length = lengthOf(item);
    }
  }
  return parts;
}

/** Works on texts in a thread of its own, so that no text holds up other calls. The thread starts when it is needed. */
export class TextThread {
  #worker: Worker | null = null;
  /** Why workers failed. */
  readonly #failures = new WeakMap<Worker, unknown>();
  #calls = 0;
  #requests = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * Carries out a task for each item.
   * @param brands the brands of the items' site, or those that the caller may see.
   * @throws the signal's reason, or what the task throws.
   */
  async map<N extends TaskName>(
    name: N,
    brands: readonly BrandRecord[],
    items: readonly ItemOf<N>[],
    signal?: AbortSignal,
  ): Promise<ResultOf<N>[]> {
    const { lengthOf, prepare } = textTasks[name];
    const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
    if (length <= maxTextLengthHere && lengthOfAliases(brands) <= maxAliasLengthHere)
      return prepare(brands)(items);
    this.#calls += 1;
    const call = { name, call: this.#calls, brands };
    const results: ResultOf<N>[] = [];
    for (const part of splitItems(items, lengthOf)) {
      signal?.throwIfAborted();
      for (const result of await this.#request(call, part)) results.push(result);
    }
    return results;
  }

  #openWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerFile, {
      name: 'texts',
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    worker.once('error', (error) => this.#failures.set(worker, error));
    // The requests that it has not answered fail, since their ports close.
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }

  async #request<N extends TaskName>(
    call: Pick<TextRequest<N>, 'name' | 'call' | 'brands'>,
    items: readonly ItemOf<N>[],
  ): Promise<ResultOf<N>[]> {
    clearTimeout(this.#idleTimer);
    const worker = this.#openWorker();
    this.#requests += 1;
    worker.ref();
    const { port1: results, port2: reply } = new MessageChannel();
    try {
      const response = await new Promise<TextResponse<N>>((resolve, reject) => {
        results.once('message', resolve);
        results.once('close', () => {
          const cause = this.#failures.get(worker);
          reject(new Error('The thread for texts ended.', { cause }));
        });
        const request: TextRequest<N> = { ...call, items, reply };
        worker.postMessage(request, [reply]);
      });
      if ('error' in response) throw response.error;
      return response.results;
    } finally {
      this.#requests -= 1;
      if (this.#requests === 0) this.#rest(worker);
    }
  }

  /** Lets the process end, and ends the worker unless it soon gets more to do. */
  #rest(worker: Worker): void {
    worker.unref();
    this.#idleTimer = setTimeout(() => void this.close(), idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    // Later requests get another worker, since this one may not answer them.
    this.#worker = null;
    await worker?.terminate();
  }
}
