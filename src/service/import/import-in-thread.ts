import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Catalogue, ImportWriter } from '../store/store.ts';
import { ImportRefused } from './faults.ts';
import type { ImportProgress, ImportSummary, ImportTarget } from './import.ts';
import { UnreadableSource } from './source.ts';
import {
  type FromWorker,
  type ImportJob,
  type Reply,
  recordsASlice,
  type StoreCall,
} from './worker-messages.ts';

const workerFile = join(import.meta.dirname, 'import-worker.ts');

/** Sends a call's rows in slices, letting everything else that waits run before each and before the next call. */
async function sendRows(reply: MessagePort, rows: readonly object[]): Promise<void> {
  const send = (part: Reply<object>) => reply.postMessage(part);
  for (let start = 0; start < rows.length; start += recordsASlice) {
    await nextTurn();
    send({ rows: rows.slice(start, start + recordsASlice), last: false });
  }
  await nextTurn();
  send({ rows: [], last: true });
}

const joined = (slices: readonly Catalogue[]): Catalogue => ({
  accounts: slices.flatMap((slice) => slice.accounts),
  clients: slices.flatMap((slice) => slice.clients),
  sites: slices.flatMap((slice) => slice.sites),
  brands: slices.flatMap((slice) => slice.brands),
  prompts: slices.flatMap((slice) => slice.prompts),
  scans: slices.flatMap((slice) => slice.scans),
  recommendations: slices.flatMap((slice) => slice.recommendations),
});

/** Makes a worker's calls on the store, one at a time, and keeps its one import. */
class StoreOfWorker {
  readonly #store: ImportTarget;
  #opening: Promise<ImportWriter> | null = null;
  #writer: ImportWriter | null = null;
  #slices: Catalogue[] = [];
  #running: Promise<void> = Promise.resolve();
  #committed = false;

  constructor(store: ImportTarget) {
    this.#store = store;
  }

  /** @throws what the store throws; the worker then gets no reply. */
  answer(call: StoreCall, reply: MessagePort): Promise<void> {
    const answered = this.#make(call).then((rows) => sendRows(reply, rows));
    this.#running = answered.catch(() => {});
    return answered;
  }

  async #make(call: StoreCall): Promise<readonly object[]> {
    switch (call.name) {
      case 'accounts':
        return this.#store.lookups.accounts();
      case 'lookup':
        return this.#store.lookups[call.table](call.ids);
      case 'beginImport':
        this.#opening = this.#store.beginImport();
        this.#writer = await this.#opening;
        return [];
      case 'catalogue':
        this.#slices.push(call.slice);
        if (call.last) await this.#open.catalogue(joined(this.#slices.splice(0)));
        return [];
      case 'answers':
        await this.#open.answers(call.rows);
        return [];
      case 'commit':
        await this.#open.commit();
        this.#committed = true;
        return [];
    }
  }

  get #open(): ImportWriter {
    if (!this.#writer) throw new Error('The import has not begun.');
    return this.#writer;
  }

  /** Aborts the import unless it has committed, after the call that may still be under way. */
  async end(): Promise<void> {
    if (!this.#writer) {
      // An import that still waits for its turn gives the turn up when it comes.
      this.#opening?.then((writer) => writer.abort()).catch(() => {});
      return;
    }
    await this.#running;
    if (!this.#committed) await this.#writer.abort();
  }
}

export interface ThreadOptions {
  onProgress: (progress: ImportProgress) => void;
  /** Aborting it ends the import, unless it is already being made visible. */
  signal: AbortSignal;
}

function outcomeOf(
  worker: Worker,
  store: StoreOfWorker,
  { onProgress, signal }: ThreadOptions,
): Promise<ImportSummary> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.progress);
        case 'call':
          store.answer(message.call, message.reply).catch(reject);
          return;
        case 'done':
          return resolve(message.summary);
        case 'refused':
          return reject(new ImportRefused(message.faults));
        case 'unreadable':
          return reject(new UnreadableSource(message.message));
      }
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The import ended without a result.')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Imports a file as `importMeasurements` does, in a thread of its own: reading, checking, planning and
 * measuring never hold up this one, which only makes the calls on the store.
 * @param job.account of clients and sites that name none; null for the only one.
 * @throws ImportRefused, UnreadableSource, the store's errors, or the signal's reason.
 */
export async function importInThread(
  store: ImportTarget,
  job: ImportJob,
  options: ThreadOptions,
): Promise<ImportSummary> {
  options.signal.throwIfAborted();
  const worker = new Worker(workerFile, {
    name: 'import',
    workerData: job,
    // Lines are soon garbage: collecting them early saves a hundred megabytes and no time is lost.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const served = new StoreOfWorker(store);
  try {
    return await outcomeOf(worker, served, options);
  } finally {
    await worker.terminate();
    await served.end();
  }
}
