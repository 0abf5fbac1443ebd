import { type Table, tables } from './tables.ts';

/** How tables are stored on one engine or a cluster, and what that requires of statements. */
export interface Layout {
  /** Statements that create a table if it is missing. */
  createStatements(table: Table): readonly string[];
  /** Statements that add a column (`name Type`) if it is missing. */
  addColumnStatements(table: Table, column: string): readonly string[];
  /** The statement that makes merged parts of a table as durable as inserted ones. */
  syncMergesStatement(table: Table): string;
  /**
   * Statements that delete the parts of a table that merges and mutations have replaced. On a cluster, the servers delete
   * them within a minute.
   */
  clearOldPartsStatements(table: string): readonly string[];
  /** The names of a table in `system.tables`. */
  namesOf(table: Table): readonly string[];
  /** Additional settings of every read. */
  readSettings: readonly string[];
  /** Additional settings of every write. */
  writeSettings: readonly string[];
  /** Statements that wait until every replica has all the data written so far. */
  syncStatements: readonly string[];
  /** The target of a DELETE FROM or ALTER TABLE statement that changes a table's rows. */
  mutationTarget(table: string): string;
  /** The table's name inside the condition of such a statement. */
  storedName(table: string): string;
  /** Whether compactions merge the parts that imports leave behind; if not, only the servers do. */
  shouldMergeParts: boolean;
}

const syncMergesSetting = 'min_rows_to_fsync_after_merge = 1';
/** Settings that make inserted and merged parts survive a power cut. */
const durableSettings = `fsync_after_insert = 1, fsync_part_directory = 1, ${syncMergesSetting}`;

function settingsOf({ granularity, codec }: Table): string {
  const settings = [
    ...(granularity === undefined ? [] : [`index_granularity = ${granularity}`]),
    ...(codec === undefined ? [] : [`default_compression_codec = '${codec}'`]),
    durableSettings,
  ];
  return `SETTINGS ${settings.join(', ')}`;
}

/** The definitions of a table's indexes. */
export const indexesOf = ({ indexes = [] }: Table): string[] =>
  indexes.map((index) => `INDEX ${index} GRANULARITY 1`);

const columnsAndIndexesOf = (table: Table): string =>
  [table.columns, ...indexesOf(table)].join(', ');

const storageClausesOf = (table: Table): string =>
  `${table.partition === undefined ? '' : `PARTITION BY ${table.partition} `}ORDER BY ${table.order} ${settingsOf(table)}`;

/** The layout of a single engine, in process or on a server. */
export const singleLayout: Layout = {
  createStatements(table) {
    const engine = table.versionColumn ? `ReplacingMergeTree(${table.versionColumn})` : 'MergeTree';
    return [
      `CREATE TABLE IF NOT EXISTS ${table.name} (${columnsAndIndexesOf(table)}) ENGINE = ${engine} ${storageClausesOf(table)}`,
    ];
  },
  addColumnStatements: (table, column) => [
    `ALTER TABLE ${table.name} ADD COLUMN IF NOT EXISTS ${column}`,
  ],
  syncMergesStatement: (table) => `ALTER TABLE ${table.name} MODIFY SETTING ${syncMergesSetting}`,
  clearOldPartsStatements: (table) => [
    // Replaced parts are kept in case a power cut damages new ones, but these are already synced.
    `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 0`,
    // No partition has this ID, so this only does what the engine does after dropping one: it deletes old parts.
    `ALTER TABLE ${table} DROP PARTITION ID '0'`,
  ],
  namesOf: (table) => [table.name],
  readSettings: [],
  writeSettings: [],
  syncStatements: [],
  mutationTarget: (table) => table,
  storedName: (table) => table,
  shouldMergeParts: true,
};

function replicatedEngine(table: Table, path: string, replica: string): string {
  const args = `'${path}', '${replica}'`;
  return table.versionColumn
    ? `ReplicatedReplacingMergeTree(${args}, ${table.versionColumn})`
    : `ReplicatedMergeTree(${args})`;
}

/**
 * The layout of a cluster of replicated shards. All rows of a site are on one shard, so that a timeline reads only that
 * shard: each shard has its rows of a table `x` in `x_local`, and `x` is a distributed table over the shards. Every
 * node has complete copies of small tables, so that conditions on them need no other node.
 * @param name the cluster's name in the servers' configuration: only letters, digits, _ and -.
 */
export function clusterLayout(name: string): Layout {
  const onCluster = `ON CLUSTER '${name}'`;
  const shardedTables = new Set(
    tables.filter((table) => table.spread === 'by site').map((table) => table.name),
  );
  const storedName = (table: string) => (shardedTables.has(table) ? `${table}_local` : table);
  const createStatements = (table: Table) => {
    if (table.spread === 'everywhere') {
      const engine = replicatedEngine(
        table,
        `/clickhouse/tables/{database}/${table.name}`,
        '{shard}-{replica}',
      );
      return [
        `CREATE TABLE IF NOT EXISTS ${table.name} ${onCluster} (${columnsAndIndexesOf(table)}) ENGINE = ${engine} ${storageClausesOf(table)}`,
      ];
    }
    const local = storedName(table.name);
    const engine = replicatedEngine(
      table,
      `/clickhouse/tables/{shard}/{database}/${local}`,
      '{replica}',
    );
    return [
      `CREATE TABLE IF NOT EXISTS ${local} ${onCluster} (${columnsAndIndexesOf(table)}) ENGINE = ${engine} ${storageClausesOf(table)}`,
      `CREATE TABLE IF NOT EXISTS ${table.name} ${onCluster} AS ${local}
       ENGINE = Distributed('${name}', currentDatabase(), ${local}, cityHash64(siteId))`,
    ];
  };
  // The distributed table comes last, since it may only have columns that its shards have.
  const namesOf = ({ name: table }: Table) =>
    shardedTables.has(table) ? [storedName(table), table] : [table];
  return {
    createStatements,
    addColumnStatements: (table, column) =>
      namesOf(table).map(
        (name) => `ALTER TABLE ${name} ${onCluster} ADD COLUMN IF NOT EXISTS ${column}`,
      ),
    syncMergesStatement: (table) =>
      `ALTER TABLE ${storedName(table.name)} ${onCluster} MODIFY SETTING ${syncMergesSetting}`,
    // Other replicas may still be fetching them.
    clearOldPartsStatements: (table) => [
      `ALTER TABLE ${storedName(table)} ${onCluster} MODIFY SETTING old_parts_lifetime = 30`,
    ],
    namesOf,
    // The rows of a site are on one shard, so subqueries on them run on that shard.
    readSettings: ["distributed_product_mode='local'", 'optimize_skip_unused_shards=1'],
    writeSettings: [
      "distributed_product_mode='local'",
      'distributed_foreground_insert=1',
      "insert_quorum='auto'",
    ],
    syncStatements: tables.map(
      (table) => `SYSTEM SYNC REPLICA ${onCluster} ${storedName(table.name)}`,
    ),
    mutationTarget: (table) => `${storedName(table)} ${onCluster}`,
    storedName,
    shouldMergeParts: false,
  };
}
