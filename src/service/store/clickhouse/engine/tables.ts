import { answerKeyColumns, evidenceColumns, measurementColumns } from '../../../records/answer.ts';
import type { Columns } from '../../../records/columns.ts';
import type { CatalogueTable } from '../../records.ts';

/**
 * A table. Every imported row has its import's ID, and is visible once `imports` contains that ID. Of rows with the
 * same `id`, readers use the one from the newest import. Columns usually have the names of the records' fields;
 * instants are milliseconds since the epoch. In `answers`, numbers stand for IDs, since two or four bytes instead of
 * sixteen halve the time of a timeline. `tallies` counts an import's answers by scan, platform, region and brand, for
 * timelines that neither filter nor group by prompt. Other timelines read `answers`, which is sorted by prompt for this
 * purpose. Partitions are years: with months, a timeline of ten years would open 120 parts and take twice as long.
 * A row that is `removed` hides the record with its ID, and has only IDs and numbers; sweeps remove it last.
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
  const added = all.filter(([, column]) => column.since > since);
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

/** SQL for the distinct runs of ASCII letters and digits in a text, in lower case. Other characters separate them. */
export const wordsOfText = "arrayDistinct(extractAll(lower(ifNull(text, '')), '[0-9a-z]+'))";

/** The migration that lets notes be changed. */
const noteVersionsSince = 14;

const removedColumn = { since: 11, column: 'removed Bool' };
/** The account that the site had; all zeros in rows of earlier versions where it is unknown. */
const ledgerAccountColumn = { since: 14, column: 'accountId UUID' };

const labelledType = 'Array(Tuple(value String, label String))';

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
  {
    name: 'accounts',
    since: 1,
    columns: 'import UInt64, id UUID, name String, kind LowCardinality(String), sample Bool',
    added: [removedColumn],
    order: '(id, import)',
    spread: 'everywhere',
  },
  {
    name: 'clients',
    since: 1,
    columns: `import UInt64, accountId UUID, id UUID, name String, websiteUrl String, industry String,
      description String, createdAt Int64, updatedAt Int64`,
    added: [
      { since: 6, column: 'logo String' },
      { since: 6, column: 'accent String' },
      { since: 6, column: 'reportName String' },
      removedColumn,
    ],
    order: '(accountId, id, import)',
    spread: 'everywhere',
  },
  {
    name: 'sites',
    since: 1,
    columns: `import UInt64, accountId UUID, id UUID, clientId Nullable(UUID), name String, url String,
      active Bool, createdAt Int64, updatedAt Int64`,
    // `collection`: where and when its questions are asked, as JSON; empty if that was never set up.
    added: [removedColumn, { since: 13, column: 'collection String' }],
    order: '(accountId, id, import)',
    spread: 'everywhere',
  },
  {
    name: 'brands',
    since: 1,
    columns: `import UInt64, siteId UUID, id UUID, number UInt16, name String, aliases Array(String),
      role LowCardinality(String)`,
    added: [{ since: 5, column: 'domains Array(String)' }, removedColumn],
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'prompts',
    since: 1,
    columns: `import UInt64, siteId UUID, id UUID, number UInt32, text String, category String,
      tags Array(String), products ${labelledType}, personas ${labelledType}, journeyStages ${labelledType},
      mentionsTracked Bool`,
    added: [{ since: 11, column: 'retired Bool' }, removedColumn],
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'scans',
    since: 1,
    columns: `import UInt64, siteId UUID, id UUID, number UInt32, day Date, status LowCardinality(String),
      createdAt Int64, startedAt Nullable(Int64), completedAt Nullable(Int64), updatedAt Int64`,
    // The import that has the scan's rows in `texts`; 0 if it is the row's own.
    added: [
      { since: 5, column: 'textsImport UInt64' },
      // One of `scanRules`.
      { since: 7, column: 'rules UInt8' },
      removedColumn,
    ],
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'recommendations',
    since: 1,
    columns: 'import UInt64, siteId UUID, id UUID, title String',
    added: [
      { since: 5, column: 'body String' },
      { since: 5, column: 'status String' },
      { since: 5, column: 'createdAt Nullable(Int64)' },
      removedColumn,
    ],
    order: '(siteId, id, import)',
    spread: 'by site',
  },
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
    since: 1,
    columns: 'siteId UUID, recommendationId UUID, activityId UUID, body String, createdAt Int64',
    added: [
      { since: 10, column: 'author String' },
      // 0 if a key added the note, or has changed it.
      { since: 12, column: 'import UInt64' },
      { since: noteVersionsSince, column: "audience Enum8('client' = 0, 'team' = 1)" },
      { since: noteVersionsSince, column: 'authorKeyId Nullable(UUID)' },
      // Of the rows of a note, the one with the highest version counts; that of a deleted note is `removed`.
      { since: noteVersionsSince, column: 'version Int64' },
      { since: noteVersionsSince, column: 'removed Bool' },
    ],
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

/** The tables of an import's records other than answers, in the order in which they are written. */
export const catalogueTables = [
  'accounts',
  'clients',
  'sites',
  'brands',
  'prompts',
  'scans',
  'recommendations',
] as const satisfies readonly CatalogueTable[];
/** The column of each table that has the `ownerId` of a `RemovedRecord`. */
export const ownerColumns: Readonly<Record<CatalogueTable, string>> = {
  accounts: 'id',
  clients: 'accountId',
  sites: 'accountId',
  brands: 'siteId',
  prompts: 'siteId',
  scans: 'siteId',
  recommendations: 'siteId',
};
/** The tables of an import's answers and of their counts. */
export const measuredTables = ['answers', 'tallies'] as const;
/** All tables of imported records. */
export const importedTables = [...catalogueTables, ...measuredTables, 'texts'] as const;
export type ImportedTable = (typeof importedTables)[number];
