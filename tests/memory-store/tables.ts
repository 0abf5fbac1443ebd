import type { CatalogueTable, NoteRecord, RecordIn } from '../../src/service/store/records.ts';
import type {
  AnswerIdentity,
  AnswerRecord,
  Catalogue,
  Remeasurement,
} from '../../src/service/store/store.ts';

/** A stored answer, with everything needed to measure it again. */
export interface StoredAnswer extends AnswerRecord {
  /** See `RemeasurableAnswer`. */
  givenBrandIds: readonly string[] | null;
}

/** All imported data: catalogue records by ID, answers by the fields that identify them. */
export type Tables = { readonly [T in CatalogueTable]: ReadonlyMap<string, RecordIn<T>> } & {
  readonly answers: ReadonlyMap<string, StoredAnswer>;
};

/** The records of one import. */
export interface ImportedRecords {
  catalogue: Catalogue;
  remeasurements: readonly Remeasurement[];
  answers: readonly AnswerRecord[];
  notes: readonly NoteRecord[];
}

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

export const answerIdOf = (row: AnswerIdentity): string =>
  JSON.stringify([row.scanId, row.promptId, row.platform, row.region, row.run]);

function withRecords<T>(
  stored: ReadonlyMap<string, T>,
  records: readonly T[],
  idOf: (record: T) => string,
): ReadonlyMap<string, T> {
  const next = new Map(stored);
  for (const record of records) next.set(idOf(record), record);
  return next;
}

const idOfRecord = (record: { id: string }) => record.id;

/** Returns the tables with an import's records added. A record replaces any earlier one with the same ID. */
export function withImport(
  tables: Tables,
  { catalogue, remeasurements, answers }: Omit<ImportedRecords, 'notes'>,
): Tables {
  const brands = withRecords(tables.brands, catalogue.brands, idOfRecord);
  const brandsBySite = Map.groupBy(brands.values(), ({ siteId }) => siteId);
  const remeasuredAnswers = remeasurements.map((row): StoredAnswer => {
    const { evidence, givenBrandIds = null } = tables.answers.get(answerIdOf(row)) ?? {};
    return { ...row, givenBrandIds, ...(evidence && { evidence }) };
  });
  const newAnswers = answers.map((row): StoredAnswer => {
    const areMentionsGiven = row.evidence?.areMentionsGiven ?? false;
    const knownBrandIds = brandsBySite.get(row.siteId)?.map(({ id }) => id) ?? [];
    return { ...row, givenBrandIds: areMentionsGiven ? knownBrandIds : null };
  });
  return {
    accounts: withRecords(tables.accounts, catalogue.accounts, idOfRecord),
    clients: withRecords(tables.clients, catalogue.clients, idOfRecord),
    sites: withRecords(tables.sites, catalogue.sites, idOfRecord),
    brands,
    prompts: withRecords(tables.prompts, catalogue.prompts, idOfRecord),
    scans: withRecords(tables.scans, catalogue.scans, idOfRecord),
    recommendations: withRecords(tables.recommendations, catalogue.recommendations, idOfRecord),
    answers: withRecords(
      withRecords(tables.answers, remeasuredAnswers, answerIdOf),
      newAnswers,
      answerIdOf,
    ),
  };
}
