import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { createProcessLock } from '../../src/service/store/clickhouse/engine/locks.ts';
import type { FormerOwner, NoteRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type {
  AnswerRecord,
  ImportLookups,
  ImportSettings,
  ImportWriter,
  Remeasurement,
} from '../../src/service/store/store.ts';
import { remeasurableAnswersOf, textCountsOf } from './remeasurable-answers.ts';
import { answerIdOf, type ImportedRecords, type Tables, withoutRecords } from './tables.ts';

/**
 * Creates a function that opens one writer at a time. `publish` is called when a writer with a catalogue commits.
 * @param getTables returns the tables that the import will change.
 */
export function createImportQueue(
  getTables: () => Tables,
  publish: (written: ImportedRecords) => void,
): (settings?: ImportSettings) => Promise<ImportWriter> {
  const importLock = createProcessLock();
  return async (settings) => {
    const lock = await importLock.acquire(settings?.onWait);
    return openWriter(getTables, publish, lock.release);
  };
}

/** Opens a writer that accepts one catalogue, then answers and new measurements of its scans. */
function openWriter(
  getTables: () => Tables,
  publish: (written: ImportedRecords) => void,
  onEnd: () => Promise<void>,
): ImportWriter {
  const removed: RemovedRecord[] = [];
  let catalogue: Catalogue | null = null;
  let scans: ReadonlySet<string> = new Set();
  const remeasurements: Remeasurement[] = [];
  const notes: NoteRecord[] = [];
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
    async removeRecords(records) {
      requireOpen();
      if (catalogue) throw new Error('Records must be removed before any are written.');
      removed.push(...records);
    },
    async writeCatalogue(records) {
      requireOpen();
      if (catalogue) throw new Error('This import already has its catalogue.');
      catalogue = records;
      scans = new Set(records.scans.map((scan) => scan.id));
    },
    async writeNotes(rows) {
      requireOpen();
      for (const row of rows) notes.push(row);
    },
    async readRemeasurableAnswers(siteId, after) {
      requireOpen();
      const tables = withoutRecords(
        getTables(),
        removed.filter(({ table }) => table === 'scans'),
      );
      return remeasurableAnswersOf(tables, siteId, after, answers);
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
      if (catalogue) publish({ removed, catalogue, remeasurements, answers, notes });
      await end();
      return { repeatedAnswers: answers.length - new Set(answers.map(answerIdOf)).size };
    },
    async abort() {
      if (isOpen) await end();
    },
  };
}

/** The accounts of removed records. @param tables those before the removal */
export const formerOwnersOf = (tables: Tables, removed: readonly RemovedRecord[]): FormerOwner[] =>
  removed.flatMap(({ table, id, ownerId }) => {
    if (table === 'accounts') return [];
    const accountId =
      table === 'clients' || table === 'sites' ? ownerId : tables.sites.get(ownerId)?.accountId;
    return accountId === undefined ? [] : [{ table, id, accountId }];
  });

/** Creates lookups across tenants. Each call reads the current tables. */
export function createLookups(
  getTables: () => Tables,
  notes: readonly NoteRecord[],
  formerOwners: ReadonlyMap<string, FormerOwner>,
): ImportLookups {
  const findById = <T extends { id: string }>(records: Iterable<T>, ids: readonly string[]) =>
    [...records].filter((record) => ids.includes(record.id));
  const findByAccount = <T extends { accountId: string }>(
    records: Iterable<T>,
    accountIds: readonly string[],
  ) => [...records].filter((record) => accountIds.includes(record.accountId));
  const findBySite = <T extends { siteId: string }>(
    records: Iterable<T>,
    siteIds: readonly string[],
  ) => [...records].filter((record) => siteIds.includes(record.siteId));

  return {
    accounts: async () => [...getTables().accounts.values()],
    clients: async (ids) => findById(getTables().clients.values(), ids),
    clientsOfAccounts: async (ids) => findByAccount(getTables().clients.values(), ids),
    sites: async (ids) => findById(getTables().sites.values(), ids),
    sitesOfAccounts: async (ids) => findByAccount(getTables().sites.values(), ids),
    recordsOfSites: async (siteIds) =>
      (['brands', 'prompts', 'scans', 'recommendations'] as const).flatMap((table) =>
        findBySite<{ id: string; siteId: string }>(getTables()[table].values(), siteIds).map(
          ({ id, siteId }) => ({ table, id, ownerId: siteId }),
        ),
      ),
    scans: async (ids) => findById(getTables().scans.values(), ids),
    scansOfSites: async (siteIds) => findBySite(getTables().scans.values(), siteIds),
    textCounts: async (siteIds) => textCountsOf(getTables(), siteIds),
    brandsById: async (ids) => findById(getTables().brands.values(), ids),
    brandsOfSites: async (siteIds) => findBySite(getTables().brands.values(), siteIds),
    prompts: async (ids) => findById(getTables().prompts.values(), ids),
    promptsOfSites: async (siteIds) => findBySite(getTables().prompts.values(), siteIds),
    answeredPrompts: async (ids) => {
      const answered = new Set([...getTables().answers.values()].map(({ promptId }) => promptId));
      return ids.filter((id) => answered.has(id)).map((id) => ({ id }));
    },
    pendingSites: async () => [],
    spaceForMeasuring: async () => [],
    formerOwners: async (ids) => [...formerOwners.values()].filter(({ id }) => ids.includes(id)),
    notesOfRecommendations: async (ids) =>
      notes
        .filter(({ recommendationId }) => ids.includes(recommendationId))
        .map(({ activityId: id, recommendationId, audience }) => ({
          id,
          recommendationId,
          audience,
        })),
    recommendations: async (ids) => findById(getTables().recommendations.values(), ids),
  };
}
