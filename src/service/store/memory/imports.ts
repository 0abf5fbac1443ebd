import type {
  AnswerRecord,
  Catalogue,
  ImportLookups,
  ImportWriter,
  Remeasurement,
} from '../store.ts';
import { keptAnswersOf, textCountsOf } from './kept-answers.ts';
import type { ImportedRecords, Tables } from './tables.ts';

/**
 * Provides writers one at a time, and calls `publish` for each that commits a catalogue.
 * @param current the tables that the next import changes.
 */
export function createImportQueue(
  current: () => Tables,
  publish: (written: ImportedRecords) => void,
): () => Promise<ImportWriter> {
  let lastTurn: Promise<void> = Promise.resolve();
  return async () => {
    const before = lastTurn;
    const turn = Promise.withResolvers<void>();
    lastTurn = turn.promise;
    await before;
    return openWriter(current, publish, turn.resolve);
  };
}

/** Accepts one catalogue, and then answers of its scans. */
function openWriter(
  current: () => Tables,
  publish: (written: ImportedRecords) => void,
  onEnd: () => void,
): ImportWriter {
  let catalogue: Catalogue | null = null;
  let scans: ReadonlySet<string> = new Set();
  const measuredAgain: Remeasurement[] = [];
  const answers: AnswerRecord[] = [];
  let isOpen = true;
  const requireOpen = () => {
    if (!isOpen) throw new Error('This import has ended.');
  };
  const refuseStrays = (rows: readonly Remeasurement[]) => {
    const stray = rows.find((row) => !scans.has(row.scanId));
    if (stray) throw new Error(`Scan ${stray.scanId} is not part of this import.`);
  };
  const end = () => {
    isOpen = false;
    onEnd();
  };

  return {
    async writeCatalogue(records) {
      requireOpen();
      if (catalogue) throw new Error('This import already has its catalogue.');
      catalogue = records;
      scans = new Set(records.scans.map((scan) => scan.id));
    },
    async keptAnswers(siteId, after) {
      requireOpen();
      return keptAnswersOf(current(), siteId, after, answers);
    },
    async replaceMeasurements(rows) {
      requireOpen();
      refuseStrays(rows);
      for (const row of rows) measuredAgain.push(row);
    },
    async writeAnswers(rows) {
      requireOpen();
      refuseStrays(rows);
      if (measuredAgain.length > 0)
        throw new Error('New answers must be added before stored ones are measured again.');
      for (const row of rows) answers.push(row);
    },
    async commit() {
      requireOpen();
      if (catalogue) publish({ catalogue, measuredAgain, answers });
      end();
    },
    async abort() {
      if (isOpen) end();
    },
  };
}

/** Reads across tenants, from the tables that are current at each call. */
export function createLookups(current: () => Tables): ImportLookups {
  const withIds = <T extends { id: string }>(records: Iterable<T>, ids: readonly string[]) =>
    [...records].filter((record) => ids.includes(record.id));
  const ofSites = <T extends { siteId: string }>(
    records: Iterable<T>,
    siteIds: readonly string[],
  ) => [...records].filter((record) => siteIds.includes(record.siteId));

  return {
    accounts: async () => [...current().accounts.values()],
    clients: async (ids) => withIds(current().clients.values(), ids),
    sites: async (ids) => withIds(current().sites.values(), ids),
    scans: async (ids) => withIds(current().scans.values(), ids),
    scansOfSites: async (siteIds) => ofSites(current().scans.values(), siteIds),
    textCounts: async (siteIds) => textCountsOf(current(), siteIds),
    brandsById: async (ids) => withIds(current().brands.values(), ids),
    brandsOfSites: async (siteIds) => ofSites(current().brands.values(), siteIds),
    prompts: async (ids) => withIds(current().prompts.values(), ids),
    promptsOfSites: async (siteIds) => ofSites(current().prompts.values(), siteIds),
    recommendations: async (ids) => withIds(current().recommendations.values(), ids),
  };
}
