import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, Worker } from 'node:worker_threads';
import { type Catalogue, createCatalogue } from '../records/catalogue.ts';
import type { ImportTarget, ImportWriter } from '../store/store.ts';
import { ImportRefused } from './faults.ts';
import type { ImportProgress, ImportSummary } from './import.ts';
import { UnreadableInput } from './input.ts';
import {
  type FileJob,
  type ImportJob,
  type RecordsJob,
  type Reply,
  recordsPerSlice,
  type StoreCall,
  type WorkerMessage,
} from './worker-messages.ts';

const workerFile = join(import.meta.dirname, 'import-worker.ts');

/** Sends a call's rows in slices, the last of which is empty. Lets other work run before each slice. */
async function sendRows(reply: MessagePort, rows: readonly object[]): Promise<void> {
  const send = (part: Reply<object>) => reply.postMessage(part);
  for (let start = 0; start < rows.length; start += recordsPerSlice) {
    await nextTurn();
    send({ rows: rows.slice(start, start + recordsPerSlice), isLast: false });
  }
  await nextTurn();
  send({ rows: [], isLast: true });
}

const joinSlices = (slices: readonly Catalogue[]): Catalogue =>
  createCatalogue((table) => slices.flatMap((slice) => slice[table]));

/** Makes the store calls that a worker requests, with one writer for its import. */
class StoreCallHandler {
  readonly #store: ImportTarget;
  readonly #records: readonly object[];
  readonly #signal: AbortSignal;
  #pendingWriter: Promise<ImportWriter> | null = null;
  #writer: ImportWriter | null = null;
  #slices: Catalogue[] = [];
  #pendingCalls: Promise<void> = Promise.resolve();
  #isCommitted = false;
  /** Whether a commit has begun. The signal then stops nothing before the next import of the job. */
  hasCommitBegun = false;
  /** Whether the import was aborted. A request to commit that arrives afterwards is refused. */
  isAborted = false;

  /** @param records those of the job, if it imports records */
  constructor(store: ImportTarget, records: readonly object[], signal: AbortSignal) {
    this.#store = store;
    this.#records = records;
    this.#signal = signal;
  }

  /** @throws whatever the store throws. The worker gets no reply then. */
  serve(call: StoreCall, reply: MessagePort): Promise<void> {
    const handling = this.#handle(call).then((rows) => sendRows(reply, rows));
    this.#pendingCalls = Promise.allSettled([this.#pendingCalls, handling]).then(() => {});
    return handling;
  }

  async #handle(call: StoreCall): Promise<readonly object[]> {
    switch (call.name) {
      case 'records':
        return this.#records;
      case 'accounts':
        return this.#store.lookups.accounts();
      case 'lookup':
        return this.#store.lookups[call.table](call.ids);
      case 'beginImport':
        this.#signal.throwIfAborted();
        // The previous import, if any, has committed: see `measurePendingSites`.
        this.#isCommitted = false;
        this.hasCommitBegun = false;
        this.#writer = null;
        this.#pendingWriter = this.#store.beginImport(call.settings);
        this.#writer = await this.#pendingWriter;
        return [];
      case 'removeRecords':
        await this.#openWriter.removeRecords(call.records);
        return [];
      case 'writeCatalogue':
        this.#slices.push(call.slice);
        if (call.isLast) await this.#openWriter.writeCatalogue(joinSlices(this.#slices.splice(0)));
        return [];
      case 'writeNotes':
        await this.#openWriter.writeNotes(call.notes);
        return [];
      case 'readRemeasurableAnswers':
        return this.#openWriter.readRemeasurableAnswers(call.siteId, call.after);
      case 'replaceMeasurements':
        for (let start = 0; start < call.rows.length; start += recordsPerSlice) {
          await this.#openWriter.replaceMeasurements(
            call.rows.slice(start, start + recordsPerSlice),
          );
          await nextTurn();
        }
        return [];
      case 'writeAnswers':
        await this.#openWriter.writeAnswers(call.rows);
        return [];
      case 'commit': {
        if (this.isAborted) throw new Error('The import was aborted.');
        this.hasCommitBegun = true;
        const written = await this.#openWriter.commit();
        this.#isCommitted = true;
        return [written];
      }
    }
  }

  get #openWriter(): ImportWriter {
    if (!this.#writer) throw new Error('The import has not begun.');
    return this.#writer;
  }

  /** Waits for the calls in progress, then aborts the import unless it has committed. */
  async end(): Promise<void> {
    if (!this.#writer) {
      // If the import is still waiting for its turn, it is aborted when its turn comes.
      this.#pendingWriter?.then((writer) => writer.abort()).catch(() => {});
      return;
    }
    await this.#pendingCalls;
    if (!this.#isCommitted) await this.#writer.abort();
  }
}

interface ThreadOptions {
  onProgress: (progress: ImportProgress) => void;
  /** Aborting it stops the import, unless the import is already being committed. */
  signal: AbortSignal;
}

function awaitOutcome(
  worker: Worker,
  handler: StoreCallHandler,
  { onProgress, signal }: ThreadOptions,
): Promise<ImportSummary | null> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.progress);
        case 'call':
          handler.serve(message.call, message.reply).catch(reject);
          return;
        case 'done':
          return resolve(message.result);
        case 'refused':
          return reject(new ImportRefused(message.faults));
        case 'unreadable':
          return reject(new UnreadableInput(message.message, message.cause));
      }
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The import ended without a result.')));
    const abort = () => {
      if (handler.hasCommitBegun) return;
      handler.isAborted = true;
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Runs a job in a thread of its own. This thread only makes the calls to the store. */
async function runInThread(
  store: ImportTarget,
  job: ImportJob,
  options: ThreadOptions,
  records: readonly object[] = [],
): Promise<ImportSummary | null> {
  options.signal.throwIfAborted();
  const worker = new Worker(workerFile, {
    name: 'import',
    workerData: job,
    // Lines soon become garbage: collecting them early saves a hundred megabytes and costs no time.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const handler = new StoreCallHandler(store, records, options.signal);
  try {
    return await awaitOutcome(worker, handler, options);
  } finally {
    await worker.terminate();
    await handler.end();
  }
}

/**
 * Imports a file or records as `importMeasurements` does, in a thread of its own: reading, checking, planning and
 * measuring never block this thread.
 * @throws ImportRefused, UnreadableInput, the store's errors, or the signal's reason.
 */
export async function importInThread(
  store: ImportTarget,
  job: FileJob | RecordsJob,
  options: ThreadOptions,
): Promise<ImportSummary> {
  const { records = [], ...rest } = 'path' in job ? { ...job, records: [] } : job;
  const result = await runInThread(store, rest, options, records);
  if (result === null) throw new Error('The import ended without a summary.');
  for (const siteId of result.sitesToMeasure) {
    // The import has succeeded. If this fails, the site is measured at the next start or by the next import.
    await measureSiteInThread(store, siteId, options.signal).catch(() => {});
  }
  return result;
}

/**
 * Measures a site again as `measureSite` does, in a thread of its own.
 * @throws the store's errors, or the signal's reason.
 */
export async function measureSiteInThread(
  store: ImportTarget,
  siteId: string,
  signal: AbortSignal,
): Promise<void> {
  await runInThread(store, { siteId }, { onProgress: () => {}, signal });
}
