import type { CatalogueTable, RecordIn } from '../records.ts';
import type { AnswerRecord, Catalogue } from '../store.ts';

/** Everything that imports bring: catalogue records by ID, answers by the fields that identify them. */
export type Tables = { readonly [T in CatalogueTable]: ReadonlyMap<string, RecordIn<T>> } & {
  readonly answers: ReadonlyMap<string, AnswerRecord>;
};

export const emptyTables: Tables = {
  accounts: new Map(),
  clients: new Map(),
  sites: new Map(),
  brands: new Map(),
  prompts: new Map(),
  scans: new Map(),
  recommendations: new Map(),
  answers: new Map(),
};

const answerId = (row: AnswerRecord) =>
  JSON.stringify([row.scanId, row.promptId, row.platform, row.region, row.run]);

function replaced<T>(
  stored: ReadonlyMap<string, T>,
  records: readonly T[],
  idOf: (record: T) => string,
): ReadonlyMap<string, T> {
  const next = new Map(stored);
  for (const record of records) next.set(idOf(record), record);
  return next;
}

const byId = (record: { id: string }) => record.id;

/** The tables with an import's records added or replaced by ID. The last record of an ID wins. */
export function withImport(
  tables: Tables,
  catalogue: Catalogue,
  answers: readonly AnswerRecord[],
): Tables {
  return {
    accounts: replaced(tables.accounts, catalogue.accounts, byId),
    clients: replaced(tables.clients, catalogue.clients, byId),
    sites: replaced(tables.sites, catalogue.sites, byId),
    brands: replaced(tables.brands, catalogue.brands, byId),
    prompts: replaced(tables.prompts, catalogue.prompts, byId),
    scans: replaced(tables.scans, catalogue.scans, byId),
    recommendations: replaced(tables.recommendations, catalogue.recommendations, byId),
    answers: replaced(tables.answers, answers, answerId),
  };
}
