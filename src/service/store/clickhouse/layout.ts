import { type Table, tables } from './tables.ts';

/** How tables are stored on one engine or a cluster, and what statements need there. */
export interface Layout {
  /** Statements that create a table if it is missing. */
  create(table: Table): readonly string[];
  /** Statements that add a column (`name Type`) if it is missing. */
  addColumn(table: Table, column: string): readonly string[];
  /** The statement that makes merged parts of a table as durable as inserted ones. */
  syncMerges(table: Table): string;
  /** The names of a table in `system.tables`. */
  namesOf(table: Table): readonly string[];
  /** Settings for every read, and for every write. */
  readSettings: readonly string[];
  writeSettings: readonly string[];
  /** Statements that wait until every replica has all written data. */
  sync: readonly string[];
  /** The target of a DELETE FROM statement for a table. */
  removeFrom(table: string): string;
  /** The table's name inside the condition of such a statement. */
  stored(table: string): string;
  /** Whether sweeps, instead of the server, merge the parts that imports leave. */
  mergesParts: boolean;
}

const syncedMerges = 'min_rows_to_fsync_after_merge = 1';
/** Inserted and merged parts survive a power cut. */
const durable = `fsync_after_insert = 1, fsync_part_directory = 1, ${syncedMerges}`;

function settingsOf({ granularity, codec }: Table): string {
  const settings = [
    ...(granularity === undefined ? [] : [`index_granularity = ${granularity}`]),
    ...(codec === undefined ? [] : [`default_compression_codec = '${codec}'`]),
    durable,
  ];
  return `SETTINGS ${settings.join(', ')}`;
}

/** The definitions of a table's indexes. */
export const indexesOf = ({ indexes = [] }: Table): string[] =>
  indexes.map((index) => `INDEX ${index} GRANULARITY 1`);

const partsOf = (table: Table): string => [table.columns, ...indexesOf(table)].join(', ');

const bodyOf = (table: Table): string =>
  `${table.partition === undefined ? '' : `PARTITION BY ${table.partition} `}ORDER BY ${table.order} ${settingsOf(table)}`;

/** The layout of one engine, in process or on a server. */
export const singleLayout: Layout = {
  create(table) {
    const engine = table.replacedBy ? `ReplacingMergeTree(${table.replacedBy})` : 'MergeTree';
    return [
      `CREATE TABLE IF NOT EXISTS ${table.name} (${partsOf(table)}) ENGINE = ${engine} ${bodyOf(table)}`,
    ];
  },
  addColumn: (table, column) => [`ALTER TABLE ${table.name} ADD COLUMN IF NOT EXISTS ${column}`],
  syncMerges: (table) => `ALTER TABLE ${table.name} MODIFY SETTING ${syncedMerges}`,
  namesOf: (table) => [table.name],
  readSettings: [],
  writeSettings: [],
  sync: [],
  removeFrom: (table) => table,
  stored: (table) => table,
  mergesParts: true,
};

function replicated(table: Table, path: string, replica: string): string {
  const args = `'${path}', '${replica}'`;
  return table.replacedBy
    ? `ReplicatedReplacingMergeTree(${args}, ${table.replacedBy})`
    : `ReplicatedMergeTree(${args})`;
}

/**
 * The layout of a cluster of replicated shards. A site's rows are on one shard, in `x_local` with a distributed table `x`,
 * so that a timeline reads one shard. Every node has complete copies of small tables, so that conditions on them need no
 * other node.
 * @param name of the cluster in the servers' configuration: only letters, digits, _ and -.
 */
export function clusterLayout(name: string): Layout {
  const on = `ON CLUSTER '${name}'`;
  const bySite = new Set(
    tables.filter((table) => table.spread === 'by site').map((table) => table.name),
  );
  const stored = (table: string) => (bySite.has(table) ? `${table}_local` : table);
  const create = (table: Table) => {
    if (table.spread === 'everywhere') {
      const engine = replicated(
        table,
        `/clickhouse/tables/{database}/${table.name}`,
        '{shard}-{replica}',
      );
      return [
        `CREATE TABLE IF NOT EXISTS ${table.name} ${on} (${partsOf(table)}) ENGINE = ${engine} ${bodyOf(table)}`,
      ];
    }
    const local = stored(table.name);
    const engine = replicated(table, `/clickhouse/tables/{shard}/{database}/${local}`, '{replica}');
    return [
      `CREATE TABLE IF NOT EXISTS ${local} ${on} (${partsOf(table)}) ENGINE = ${engine} ${bodyOf(table)}`,
      `CREATE TABLE IF NOT EXISTS ${table.name} ${on} AS ${local}
       ENGINE = Distributed('${name}', currentDatabase(), ${local}, cityHash64(siteId))`,
    ];
  };
  // The distributed table comes last, since it may only have columns that its shards have.
  const namesOf = ({ name: table }: Table) =>
    bySite.has(table) ? [stored(table), table] : [table];
  return {
    create,
    addColumn: (table, column) =>
      namesOf(table).map((each) => `ALTER TABLE ${each} ${on} ADD COLUMN IF NOT EXISTS ${column}`),
    syncMerges: (table) => `ALTER TABLE ${stored(table.name)} ${on} MODIFY SETTING ${syncedMerges}`,
    namesOf,
    // The rows of a site are on one shard, so conditions on them are evaluated there.
    readSettings: ["distributed_product_mode='local'", 'optimize_skip_unused_shards=1'],
    writeSettings: [
      "distributed_product_mode='local'",
      'distributed_foreground_insert=1',
      "insert_quorum='auto'",
    ],
    sync: tables.map((table) => `SYSTEM SYNC REPLICA ${on} ${stored(table.name)}`),
    removeFrom: (table) => `${stored(table)} ${on}`,
    stored,
    mergesParts: false,
  };
}
