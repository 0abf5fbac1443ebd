import { type Table, tables } from './tables.ts';

/** How the tables lie on what the store runs on, and what its statements need there. */
export interface Layout {
  /** Statements that make a table where it is absent. */
  create(table: Table): readonly string[];
  /** Statements that add a column (`name Type`) where it is absent. */
  addColumn(table: Table, column: string): readonly string[];
  /** Makes merged parts of a table as durable as inserted ones. */
  syncMerges(table: Table): string;
  /** The names under which a table is found in `system.tables`. */
  namesOf(table: Table): readonly string[];
  /** Settings for every read, and for every write. */
  readSettings: readonly string[];
  writeSettings: readonly string[];
  /** Statements after which every replica holds what has been written. */
  sync: readonly string[];
  /** What follows DELETE FROM for this table. */
  removeFrom(table: string): string;
  /** The same table inside the condition of such a statement. */
  stored(table: string): string;
  /** Whether parts that an import leaves are merged on demand, or left to the server. */
  mergesParts: boolean;
}

const syncedMerges = 'min_rows_to_fsync_after_merge = 1';
/** What is acknowledged survives a power cut, and so does what it is merged into. */
const durable = `fsync_after_insert = 1, fsync_part_directory = 1, ${syncedMerges}`;

const settingsOf = ({ granularity }: Table): string =>
  `SETTINGS ${granularity === undefined ? '' : `index_granularity = ${granularity}, `}${durable}`;

const bodyOf = (table: Table): string =>
  `${table.partition === undefined ? '' : `PARTITION BY ${table.partition} `}ORDER BY ${table.order} ${settingsOf(table)}`;

/** One engine, in process or on one server. */
export const singleLayout: Layout = {
  create(table) {
    const engine = table.replacedBy ? `ReplacingMergeTree(${table.replacedBy})` : 'MergeTree';
    return [
      `CREATE TABLE IF NOT EXISTS ${table.name} (${table.columns}) ENGINE = ${engine} ${bodyOf(table)}`,
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
 * A cluster of replicated shards. A site's rows lie on one shard, under `x_local`, with a distributed `x` over
 * them, so that a timeline reads one shard; small tables are whole on every node, so that conditions over
 * them never leave it.
 * @param name of the cluster in the servers' configuration: letters, digits, _ and - only.
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
        `CREATE TABLE IF NOT EXISTS ${table.name} ${on} (${table.columns}) ENGINE = ${engine} ${bodyOf(table)}`,
      ];
    }
    const local = stored(table.name);
    const engine = replicated(table, `/clickhouse/tables/{shard}/{database}/${local}`, '{replica}');
    return [
      `CREATE TABLE IF NOT EXISTS ${local} ${on} (${table.columns}) ENGINE = ${engine} ${bodyOf(table)}`,
      `CREATE TABLE IF NOT EXISTS ${table.name} ${on} AS ${local}
       ENGINE = Distributed('${name}', currentDatabase(), ${local}, cityHash64(siteId))`,
    ];
  };
  // The distributed table last: it may only name columns that its shards have.
  const namesOf = ({ name: table }: Table) =>
    bySite.has(table) ? [stored(table), table] : [table];
  return {
    create,
    addColumn: (table, column) =>
      namesOf(table).map((each) => `ALTER TABLE ${each} ${on} ADD COLUMN IF NOT EXISTS ${column}`),
    syncMerges: (table) => `ALTER TABLE ${stored(table.name)} ${on} MODIFY SETTING ${syncedMerges}`,
    namesOf,
    // Tables of one site lie together, so a condition over one of them is the shard's own business.
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
