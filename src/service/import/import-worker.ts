import { MessageChannel, parentPort, workerData } from 'node:worker_threads';
import { type Catalogue, createCatalogue } from '../records/catalogue.ts';
import type { ImportLookups, ImportTarget, ImportWriter, WrittenAnswers } from '../store/store.ts';
import { ImportRefused } from './faults.ts';
import { type ImportProgress, type ImportSummary, importMeasurements } from './import.ts';
import { fileInput, recordInput, UnreadableInput } from './input.ts';
import { measureSite } from './measure-site.ts';
import { withNewIds } from './with-new-ids.ts';
import {
  type FileJob,
  type ImportJob,
  type LookupName,
  type RecordsJob,
  type Reply,
  recordsPerSlice,
  type StoreCall,
  type WorkerMessage,
} from './worker-messages.ts';

/** The entry point of the thread that imports a file or records, or measures a site again: see `import-in-thread.ts`. */

/** The maximum number of IDs sent with one lookup. */
const idsPerLookup = 2_000;

function send(message: WorkerMessage): void {
  const transfer = message.kind === 'call' ? [message.reply] : [];
  parentPort?.postMessage(message, transfer);
}

/** Calls the store and waits for all rows. A failed call ends the thread, so the promise never rejects. */
function call<T>(storeCall: StoreCall): Promise<T[]> {
  const { port1: replies, port2: reply } = new MessageChannel();
  return new Promise((resolve) => {
    const rows: T[] = [];
    replies.on('message', (part: Reply<T>) => {
      for (const row of part.rows) rows.push(row);
      if (!part.isLast) return;
      replies.close();
      resolve(rows);
    });
    send({ kind: 'call', call: storeCall, reply });
  });
}

const createLookup =
  <T>(table: LookupName) =>
  async (ids: readonly string[]): Promise<T[]> => {
    const rows: T[] = [];
    for (let start = 0; start < ids.length; start += idsPerLookup) {
      const slice = ids.slice(start, start + idsPerLookup);
      for (const row of await call<T>({ name: 'lookup', table, ids: slice })) rows.push(row);
    }
    return rows;
  };

const lookups: ImportLookups = {
  accounts: () => call({ name: 'accounts' }),
  clients: createLookup('clients'),
  clientsOfAccounts: createLookup('clientsOfAccounts'),
  sites: createLookup('sites'),
  sitesOfAccounts: createLookup('sitesOfAccounts'),
  recordsOfSites: createLookup('recordsOfSites'),
  scans: createLookup('scans'),
  scansOfSites: createLookup('scansOfSites'),
  textCounts: createLookup('textCounts'),
  brandsById: createLookup('brandsById'),
  brandsOfSites: createLookup('brandsOfSites'),
  prompts: createLookup('prompts'),
  promptsOfSites: createLookup('promptsOfSites'),
  answeredPrompts: createLookup('answeredPrompts'),
  recommendations: createLookup('recommendations'),
  formerOwners: createLookup('formerOwners'),
  notesOfRecommendations: createLookup('notesOfRecommendations'),
  pendingSites: createLookup('pendingSites'),
  spaceForMeasuring: createLookup('spaceForMeasuring'),
};

const sliceOf = (records: Catalogue, start: number): Catalogue =>
  createCatalogue((table) => records[table].slice(start, start + recordsPerSlice));

function openWriter(): ImportWriter {
  // One batch is stored while the next is measured.
  let pendingWrite: Promise<unknown> = Promise.resolve();
  return {
    async removeRecords(records) {
      for (let start = 0; start < records.length; start += recordsPerSlice)
        await call({
          name: 'removeRecords',
          records: records.slice(start, start + recordsPerSlice),
        });
    },
    async writeCatalogue(records) {
      const maxRows = Math.max(...Object.values(records).map((rows) => rows.length));
      for (let start = 0, isLast = false; !isLast; start += recordsPerSlice) {
        isLast = start + recordsPerSlice >= maxRows;
        await call({ name: 'writeCatalogue', slice: sliceOf(records, start), isLast });
      }
    },
    async writeNotes(notes) {
      for (let start = 0; start < notes.length; start += recordsPerSlice) {
        await call({ name: 'writeNotes', notes: notes.slice(start, start + recordsPerSlice) });
      }
    },
    async readRemeasurableAnswers(siteId, after) {
      // Later pages do not depend on what is being stored, so they are read meanwhile.
      if (after === null) await pendingWrite;
      return call({ name: 'readRemeasurableAnswers', siteId, after });
    },
    async replaceMeasurements(rows) {
      await pendingWrite;
      pendingWrite = call({ name: 'replaceMeasurements', rows });
    },
    async writeAnswers(rows) {
      await pendingWrite;
      pendingWrite = call({ name: 'writeAnswers', rows });
    },
    async commit() {
      await pendingWrite;
      const [written] = await call<WrittenAnswers>({ name: 'commit' });
      if (!written) throw new Error('The commit returned nothing.');
      return written;
    },
    // The serving thread aborts every import that has not committed.
    async abort() {},
  };
}

const store: ImportTarget = {
  lookups,
  beginImport: async (settings) => {
    await call({ name: 'beginImport', settings });
    return openWriter();
  },
};

const onProgress = (progress: ImportProgress) => send({ kind: 'progress', progress });

const importFile = ({ path, account, keepsTexts, hasNewIds }: FileJob): Promise<ImportSummary> => {
  const source = fileInput(path);
  return importMeasurements(store, hasNewIds ? withNewIds(source, account) : source, {
    ...(account !== null && { account, isAccountBound: hasNewIds }),
    keepsTexts,
    onProgress,
  });
};

async function importRecords({
  name,
  isTyped,
}: Omit<RecordsJob, 'records'>): Promise<ImportSummary> {
  const source = recordInput(name, await call<object>({ name: 'records' }));
  return importMeasurements(store, source, { isTyped, onProgress });
}

async function run(job: ImportJob): Promise<void> {
  try {
    if ('siteId' in job) {
      await measureSite(store, job.siteId);
      send({ kind: 'done', result: null });
    } else {
      const summary = await ('path' in job ? importFile(job) : importRecords(job));
      send({ kind: 'done', result: summary });
    }
  } catch (error) {
    if (error instanceof ImportRefused) send({ kind: 'refused', faults: error.faults });
    else if (error instanceof UnreadableInput)
      send({ kind: 'unreadable', message: error.message, cause: error.unreadableCause });
    else throw error;
  }
}

const job: ImportJob = workerData;
await run(job);
