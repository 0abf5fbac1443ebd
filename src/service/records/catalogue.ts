import type * as v from 'valibot';
import { account } from './account.ts';
import { brand } from './brand.ts';
import { client } from './client.ts';
import { prompt } from './prompt.ts';
import { recommendation } from './recommendation.ts';
import { scan } from './scan.ts';
import { site } from './site.ts';

/** The types of records other than answers and notes, by table, in the order in which an import writes them. */
export const catalogueRecords = {
  accounts: account,
  clients: client,
  sites: site,
  brands: brand,
  prompts: prompt,
  scans: scan,
  recommendations: recommendation,
} as const;
type CatalogueRecords = typeof catalogueRecords;
export type CatalogueTable = keyof CatalogueRecords;
/** A stored record of a table. */
export type RecordIn<T extends CatalogueTable> = v.InferOutput<CatalogueRecords[T]['Stored']>;
/** A record of a table as a file gives it. */
export type GivenIn<T extends CatalogueTable> = v.InferOutput<CatalogueRecords[T]['Given']>;

/** The schema of the stored records of a table. */
export const storedSchemaOf = <T extends CatalogueTable>(table: T) =>
  catalogueRecords[table].Stored as v.GenericSchema<unknown, RecordIn<T>>;

export const catalogueTables = Object.keys(catalogueRecords) as readonly CatalogueTable[];

/** Records of one import other than answers. */
export type Catalogue = { readonly [T in CatalogueTable]: readonly RecordIn<T>[] };

/** An entry for each table. */
export const byTable = <V>(toValue: (table: CatalogueTable) => V): Record<CatalogueTable, V> =>
  Object.fromEntries(catalogueTables.map((table) => [table, toValue(table)])) as Record<
    CatalogueTable,
    V
  >;

/** A catalogue of the rows that a function returns for each table. */
export const createCatalogue = (
  rowsOf: <T extends CatalogueTable>(table: T) => readonly RecordIn<T>[],
): Catalogue =>
  Object.fromEntries(catalogueTables.map((table) => [table, rowsOf(table)])) as Catalogue;

export const emptyCatalogue: Catalogue = createCatalogue(() => []);
