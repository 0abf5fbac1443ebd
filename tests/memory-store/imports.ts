import { createProcessTurns } from '../../src/service/store/clickhouse/engine/turns.ts';
import type {
  AnswerRecord,
  Catalogue,
  ImportLookups,
  ImportSettings,
  ImportWriter,
  Remeasurement,
} from '../../src/service/store/store.ts';
import { remeasurableAnswersOf, textCountsOf } from './remeasurable-answers.ts';
import { answerIdOf, type ImportedRecords, type Tables } from './tables.ts';

/**
 * Creates a function that opens one writer at a time. `publish` is called when a writer with a catalogue commits.
 * @param getTables returns the tables that the import will change.
 */
export function createImportQueue(
  getTables: () => Tables,
  publish: (written: ImportedRecords) => void,
): (settings?: ImportSettings) => Promise<ImportWriter> {
  const turns = createProcessTurns();
  return async (settings) => {
    const turn = await turns.take(settings?.onWait);
    return openWriter(getTables, publish, turn.end);
  };
}

/** Opens a writer that accepts one catalogue, then answers and new measurements of its scans. */
function openWriter(
  getTables: () => Tables,
  publish: (written: ImportedRecords) => void,
  onEnd: () => Promise<void>,
): ImportWriter {
  let catalogue: Catalogue | null = null;
  let scans: ReadonlySet<string> = new Set();
  const remeasurements: Remeasurement[] = [];
  const answers: AnswerRecord[] = [];
  let isOpen = true;
  const requireOpen = () => {
    if (!isOpen) throw new Error('This import has ended.');
  };
  const requireScansOf = (rows: readonly Remeasurement[]) => {
    const stray = rows.find((row) => !scans.has(row.scanId));
    if (stray) throw new Error(`Scan ${stray.scanId} is not part of this import.`);
  };
  const end = async () => {
    isOpen = false;
    await onEnd();
  };

  return {
    async writeCatalogue(records) {
      requireOpen();
      if (catalogue) throw new Error('This import already has its catalogue.');
      catalogue = records;
      scans = new Set(records.scans.map((scan) => scan.id));
    },
    async readRemeasurableAnswers(siteId, after) {
      requireOpen();
      return remeasurableAnswersOf(getTables(), siteId, after, answers);
    },
    async replaceMeasurements(rows) {
      requireOpen();
      requireScansOf(rows);
      for (const row of rows) remeasurements.push(row);
    },
    async writeAnswers(rows) {
      requireOpen();
      requireScansOf(rows);
      if (remeasurements.length > 0)
        throw new Error('New answers must be added before stored ones are measured again.');
      for (const row of rows) answers.push(row);
    },
    async commit() {
      requireOpen();
      if (catalogue) publish({ catalogue, remeasurements, answers });
      await end();
      return { repeatedAnswers: answers.length - new Set(answers.map(answerIdOf)).size };
    },
    async abort() {
      if (isOpen) await end();
    },
  };
}

/** Creates lookups across tenants. Each call reads the current tables. */
export function createLookups(getTables: () => Tables): ImportLookups {
  const findById = <T extends { id: string }>(records: Iterable<T>, ids: readonly string[]) =>
    [...records].filter((record) => ids.includes(record.id));
  const findBySite = <T extends { siteId: string }>(
    records: Iterable<T>,
    siteIds: readonly string[],
  ) => [...records].filter((record) => siteIds.includes(record.siteId));

  return {
    accounts: async () => [...getTables().accounts.values()],
    clients: async (ids) => findById(getTables().clients.values(), ids),
    accountsWithClients: async (ids) => {
      const owners = new Set([...getTables().clients.values()].map(({ accountId }) => accountId));
      return ids.filter((id) => owners.has(id)).map((id) => ({ id }));
    },
    sites: async (ids) => findById(getTables().sites.values(), ids),
    scans: async (ids) => findById(getTables().scans.values(), ids),
    scansOfSites: async (siteIds) => findBySite(getTables().scans.values(), siteIds),
    textCounts: async (siteIds) => textCountsOf(getTables(), siteIds),
    brandsById: async (ids) => findById(getTables().brands.values(), ids),
    brandsOfSites: async (siteIds) => findBySite(getTables().brands.values(), siteIds),
    prompts: async (ids) => findById(getTables().prompts.values(), ids),
    promptsOfSites: async (siteIds) => findBySite(getTables().prompts.values(), siteIds),
    pendingSites: async () => [],
    spaceForMeasuring: async () => [],
    recommendations: async (ids) => findById(getTables().recommendations.values(), ids),
  };
}
