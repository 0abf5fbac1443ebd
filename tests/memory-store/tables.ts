import type { Catalogue, CatalogueTable, RecordIn } from '../../src/service/records/catalogue.ts';
import type { NoteRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type { AnswerIdentity, AnswerRecord, Remeasurement } from '../../src/service/store/store.ts';

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
  removed: readonly RemovedRecord[];
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

/** An answer without the mentions of removed brands. Brands named after one of these move up by a place. */
function withoutBrands(answer: StoredAnswer, removedIds: ReadonlySet<string>): StoredAnswer {
  const isKept = (_: unknown, index: number) => !removedIds.has(answer.brandIds[index] ?? '');
  const { places } = answer;
  const removedPlaces = places?.filter((place, index) => !isKept(place, index)) ?? [];
  const placeOf = (place: number) =>
    place - removedPlaces.filter((other) => other > 0 && other < place).length;
  return {
    ...answer,
    brandIds: answer.brandIds.filter(isKept),
    sentiments: answer.sentiments.filter(isKept),
    ...(places && { places: places.filter(isKept).map(placeOf) }),
  };
}

/** Returns the tables without removed records, the answers of removed scans, and the mentions of removed brands. */
export function withoutRecords(tables: Tables, removed: readonly RemovedRecord[]): Tables {
  const idsByTable = Map.groupBy(removed, ({ table }) => table);
  const idsIn = (table: CatalogueTable) =>
    new Set(idsByTable.get(table)?.map(({ id }) => id) ?? []);
  const keep = <T>(table: CatalogueTable, records: ReadonlyMap<string, T>) => {
    const ids = idsIn(table);
    return ids.size === 0 ? records : new Map([...records].filter(([id]) => !ids.has(id)));
  };
  const [scanIds, brandIds] = [idsIn('scans'), idsIn('brands')];
  return {
    accounts: keep('accounts', tables.accounts),
    clients: keep('clients', tables.clients),
    sites: keep('sites', tables.sites),
    brands: keep('brands', tables.brands),
    prompts: keep('prompts', tables.prompts),
    scans: keep('scans', tables.scans),
    recommendations: keep('recommendations', tables.recommendations),
    answers: new Map(
      [...tables.answers].flatMap(([id, answer]) =>
        scanIds.has(answer.scanId) ? [] : [[id, withoutBrands(answer, brandIds)]],
      ),
    ),
  };
}

/** Returns the tables with an import's records added. A record replaces any earlier one with the same ID. */
export function withImport(
  stored: Tables,
  { removed, catalogue, remeasurements, answers }: Omit<ImportedRecords, 'notes'>,
): Tables {
  const tables = removed.length === 0 ? stored : withoutRecords(stored, removed);
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
