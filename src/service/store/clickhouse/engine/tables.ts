import { answerKeyColumns, evidenceColumns, measurementColumns } from '../../../records/answer.ts';
import {
  type CatalogueTable,
  catalogueRecords,
  catalogueTables,
} from '../../../records/catalogue.ts';
import type { Columns } from '../../../records/columns.ts';
import { note } from '../../../records/note.ts';

/**
 * A table. Every imported row has its import's ID, and is visible once `imports` contains that ID. Of rows with the
 * same `id`, readers use the one from the newest import. Columns usually have the names of the records' fields;
 * instants are milliseconds since the epoch. In `answers`, numbers stand for IDs, since two or four bytes instead of
 * sixteen halve the time of a timeline. `tallies` counts an import's answers by scan, platform, region and brand, for
 * timelines that neither filter nor group by prompt. Other timelines read `answers`, which is sorted by prompt for this
 * purpose. Partitions are years: with months, a timeline of ten years would open 120 parts and take twice as long.
 * A row that is `removed` is a tombstone: it hides the record with its ID, and has only IDs and numbers; compactions remove
 * it last.
 * `texts.known` is 0 if the mentions were found in the text; if the import included them, it is the highest brand
 * number at that time.
 */
export interface Table {
  name: string;
  /** The number of the migration that creates it. */
  since: number;
  /** The columns it is created with. */
  columns: string;
  /** Columns that later migrations add. */
  added?: readonly { since: number; column: string }[];
  order: string;
  partition?: string;
  /** Rows per granule, if fewer than the engine's default make reads faster. */
  granularity?: number;
  /** The compression of its columns, if not the engine's default. */
  codec?: string;
  /** Its data skipping indexes, each as `name expression TYPE type`. */
  indexes?: readonly string[];
  /** If set, only the row with the highest value in this column is kept for each sorting key. */
  versionColumn?: string;
  /** Where a cluster stores its rows: small tables on every node, the others on the shard of their site. */
  spread: 'everywhere' | 'by site';
}

const definitionOf = ([name, type]: readonly [string, string]): string => `${name} ${type}`;

/**
 * The columns of a table.
 * @param own those that no record describes, which it is created with, and their types
 * @param described those of its records, later ones included
 */
function columnsSince(
  since: number,
  own: Readonly<Record<string, string>>,
  described: Columns,
): Pick<Table, 'since' | 'columns' | 'added'> {
  const all = Object.entries(described);
  const created = all.filter(([, column]) => column.since === since);
  const added = all
    .filter(([, column]) => column.since > since)
    .toSorted(([, a], [, b]) => a.since - b.since);
  return {
    since,
    columns: [...Object.entries(own), ...created.map(([name, { type }]) => [name, type] as const)]
      .map(definitionOf)
      .join(', '),
    added: added.map(([name, column]) => ({
      since: column.since,
      column: definitionOf([name, column.type]),
    })),
  };
}

/** The table of the records of a type: owners and IDs come first, and of an ID, the newest row last. */
function tableOf(name: CatalogueTable): Table {
  const { owner, fields } = catalogueRecords[name];
  const keys = owner === 'id' ? ['id'] : [owner, 'id'];
  const types = keys.map((key) => [key, fields[key]?.type ?? '']);
  const others = Object.entries(fields).filter(([field]) => !keys.includes(field));
  return {
    name,
    ...columnsSince(
      1,
      { import: 'UInt64', ...Object.fromEntries(types) },
      Object.fromEntries(others),
    ),
    order: `(${keys.join(', ')}, import)`,
    spread: owner === 'siteId' ? 'by site' : 'everywhere',
  };
}

/** SQL for the distinct runs of ASCII letters and digits in a text, in lower case. Other characters separate them. */
export const wordsOfText = "arrayDistinct(extractAll(lower(ifNull(text, '')), '[0-9a-z]+'))";

/** The account that the site had; all zeros in rows of earlier versions where it is unknown. */
const ledgerAccountColumn = { since: 14, column: 'accountId UUID' };

/** To change a table, add a migration, since stores of all earlier versions exist. */
export const tables: readonly Table[] = [
  {
    name: 'imports',
    since: 1,
    columns: 'id UInt64, committedAt Int64',
    order: 'id',
    spread: 'everywhere',
  },
  {
    name: 'claims',
    since: 1,
    columns: 'id UUID, at Int64, ended Bool',
    order: '(id, at)',
    spread: 'everywhere',
  },
  ...catalogueTables.map(tableOf),
  {
    name: 'answers',
    ...columnsSince(1, answerKeyColumns, measurementColumns),
    partition: 'toYear(day)',
    order: '(siteId, prompt, scan, platform, region, run)',
    granularity: 1024,
    spread: 'by site',
  },
  {
    name: 'tallies',
    since: 1,
    columns: `import UInt64, siteId UUID, day Date, scan UInt32, platform LowCardinality(String),
      region LowCardinality(String), brand UInt16, answers UInt32, rated UInt32, total Int64`,
    partition: 'toYear(day)',
    order: '(siteId, brand, scan, platform, region)',
    spread: 'by site',
  },
  // The evidence of answers, in a table of its own, so that timelines do not read it.
  {
    name: 'texts',
    ...columnsSince(5, { ...answerKeyColumns, known: 'UInt16' }, evidenceColumns),
    partition: 'toYear(day)',
    order: '(siteId, scan, prompt, platform, region, run)',
    granularity: 256,
    codec: 'ZSTD(5)',
    indexes: [`words ${wordsOfText} TYPE bloom_filter(0.025)`],
    spread: 'by site',
  },
  {
    name: 'notes',
    ...columnsSince(1, {}, note.fields),
    order: '(siteId, recommendationId, createdAt, activityId)',
    spread: 'by site',
  },
  {
    name: 'keys',
    since: 1,
    columns: `version UInt64, id UUID, digest FixedString(64), prefix String, name String, accountId UUID,
      clientId Nullable(UUID), scopes Array(String), sample Bool, createdAt Int64, revokedAt Nullable(Int64),
      lastUsedAt Nullable(Int64)`,
    added: [
      { since: 3, column: 'expiresAt Nullable(Int64)' },
      { since: 4, column: 'sessionsEndedAt Nullable(Int64)' },
      // What a share or feed gives access to, as JSON; empty for a key.
      { since: 6, column: 'share String' },
      { since: 9, column: 'hidesNotes Bool' },
    ],
    order: 'id',
    versionColumn: 'version',
    spread: 'everywhere',
  },
  {
    name: 'keyUses',
    since: 1,
    columns: 'id UUID, usedAt Int64',
    order: 'id',
    versionColumn: 'usedAt',
    spread: 'everywhere',
  },
  // The ledger of scans that the service runs (see `Ledger`). Rows are only added. Of a deleted scan or site, requests,
  // steps and questions stay, which have only IDs, times and amounts, so that spending is never forgotten. All of them
  // name the account.
  {
    name: 'scanRequests',
    since: 13,
    columns: `siteId UUID, id UUID, createdAt Int64, dueAt Nullable(Int64), requestedBy String`,
    added: [ledgerAccountColumn],
    order: '(siteId, createdAt, id)',
    spread: 'by site',
  },
  // What a scan asks, as JSON.
  {
    name: 'scanPlans',
    since: 13,
    columns: 'siteId UUID, id UUID, plan String',
    added: [ledgerAccountColumn],
    order: '(siteId, id)',
    codec: 'ZSTD(5)',
    spread: 'by site',
  },
  {
    name: 'scanSteps',
    since: 13,
    columns: `siteId UUID, scan UUID, at Int64, number UInt64, step LowCardinality(String), remark String`,
    added: [ledgerAccountColumn],
    order: '(siteId, scan, at, number)',
    spread: 'by site',
  },
  // Questions that were sent, one row for each event: `started`, or one of `outcomes`. `amount` is in millionths of a US
  // dollar: reserved for `started`, spent for the others.
  {
    name: 'questions',
    since: 13,
    columns: `siteId UUID, scan UUID, question UInt32, attempt UInt16, platform LowCardinality(String),
      region LowCardinality(String), event LowCardinality(String), lease UUID, at Int64, amount Int64,
      reason LowCardinality(String)`,
    added: [ledgerAccountColumn],
    order: '(siteId, scan, question, attempt, event)',
    spread: 'by site',
  },
  // What came back for questions, with what the platform said instead of an answer. Dropped in whole days.
  {
    name: 'responses',
    since: 13,
    columns: `day Date, siteId UUID, scan UUID, question UInt32, attempt UInt16, answer String, raw String`,
    added: [ledgerAccountColumn, { since: 14, column: 'message String' }],
    partition: 'day',
    order: '(siteId, scan, question, attempt)',
    granularity: 256,
    codec: 'ZSTD(3)',
    spread: 'by site',
  },
  // The account of each removed ID. Rows are only added, one for each ID.
  {
    name: 'formerOwners',
    since: 14,
    columns: 'table LowCardinality(String), id UUID, accountId UUID',
    order: '(id, table)',
    spread: 'everywhere',
  },
  // Which host runs scans; like `claims`.
  {
    name: 'runnerClaims',
    since: 13,
    columns: 'id UUID, at Int64, ended Bool',
    order: '(id, at)',
    spread: 'everywhere',
  },
  // The steps of every import, and row counts (see journal.ts).
  {
    name: 'journal',
    since: 2,
    columns: `import UInt64, event LowCardinality(String), counts Map(String, UInt64), at Int64`,
    added: [{ since: 8, column: 'number UInt64' }],
    order: '(import, event, at)',
    spread: 'everywhere',
  },
  {
    name: 'audit',
    since: 4,
    columns: `at Int64, action LowCardinality(String), accountId Nullable(UUID), clientId Nullable(UUID),
      keyId Nullable(UUID), subject String, detail String, address String, times UInt32`,
    order: 'at',
    spread: 'everywhere',
  },
];

/** Records the completed migrations. Created before the first one. */
export const migrationsTable: Table = {
  name: 'migrations',
  since: 0,
  columns: 'number UInt32, name String, at Int64',
  order: 'number',
  spread: 'everywhere',
};

/** The tables of an import's answers and of their counts. */
export const measuredTables = ['answers', 'tallies'] as const;
/** All tables of imported records. */
export const importedTables = [...catalogueTables, ...measuredTables, 'texts'] as const;
export type ImportedTable = (typeof importedTables)[number];
