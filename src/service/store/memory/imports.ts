import type { AnswerRecord, Catalogue, ImportLookups, ImportWriter } from '../store.ts';
import type { Tables } from './tables.ts';

/** Provides writers one at a time, and calls `publish` for each that commits. */
export function importQueue(
  publish: (catalogue: Catalogue, answers: readonly AnswerRecord[]) => void,
): () => Promise<ImportWriter> {
  let lastTurn: Promise<void> = Promise.resolve();
  return async () => {
    const before = lastTurn;
    const turn = Promise.withResolvers<void>();
    lastTurn = turn.promise;
    await before;
    return openWriter(publish, turn.resolve);
  };
}

/** Accepts one catalogue, and then answers of its scans. */
function openWriter(
  publish: (catalogue: Catalogue, answers: readonly AnswerRecord[]) => void,
  finished: () => void,
): ImportWriter {
  let catalogue: Catalogue | null = null;
  let scans: ReadonlySet<string> = new Set();
  const answers: AnswerRecord[] = [];
  let open = true;
  const mustBeOpen = () => {
    if (!open) throw new Error('This import has ended.');
  };
  const end = () => {
    open = false;
    finished();
  };

  return {
    async catalogue(records) {
      mustBeOpen();
      if (catalogue) throw new Error('This import already has its catalogue.');
      catalogue = records;
      scans = new Set(records.scans.map((scan) => scan.id));
    },
    async answers(rows) {
      mustBeOpen();
      const stray = rows.find((row) => !scans.has(row.scanId));
      if (stray) throw new Error(`Scan ${stray.scanId} is not part of this import.`);
      for (const row of rows) answers.push(row);
    },
    async commit() {
      mustBeOpen();
      if (catalogue) publish(catalogue, answers);
      end();
    },
    async abort() {
      if (open) end();
    },
  };
}

/** Reads across tenants, from the tables that are current at each call. */
export function lookupsOf(current: () => Tables): ImportLookups {
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
    brandsById: async (ids) => withIds(current().brands.values(), ids),
    brandsOfSites: async (siteIds) => ofSites(current().brands.values(), siteIds),
    prompts: async (ids) => withIds(current().prompts.values(), ids),
    promptsOfSites: async (siteIds) => ofSites(current().prompts.values(), siteIds),
    recommendations: async (ids) => withIds(current().recommendations.values(), ids),
  };
}
