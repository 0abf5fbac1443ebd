/**
 * Tables. Every imported row carries its import's id; a row counts once `imports` holds that id, and of
 * rows with the same id the one of the newest import counts. Columns are named like the port's fields;
 * instants are milliseconds. `number` stands for an id inside `answers`, where two and four bytes in
 * place of sixteen halve the time of a timeline. `tallies` are the answers of an import counted by scan,
 * platform, region and brand: what a timeline without prompt filters reads, for one brand or all. One with
 * such filters reads `answers`, which are therefore sorted by prompt. Years are the partitions: with months, a timeline of ten years
 * opens a hundred and twenty parts and takes twice as long.
 */
interface Table {
  name: string;
  columns: string;
  order: string;
  partition?: string;
  /** Rows a granule holds, where fewer than the engine's own number make reads shorter. */
  granularity?: number;
  /** Keeps only the row of the highest value in this column for each sorting key. */
  replacedBy?: string;
  /** On a cluster: small tables are whole on every node, those of a site on the site's shard. */
  spread: 'everywhere' | 'by site';
}

const labelled = 'Array(Tuple(value String, label String))';

const tables: readonly Table[] = [
  { name: 'imports', columns: 'id UInt64, committedAt Int64', order: 'id', spread: 'everywhere' },
  {
    name: 'claims',
    columns: 'id UUID, at Int64, ended Bool',
    order: '(id, at)',
    spread: 'everywhere',
  },
  {
    name: 'accounts',
    columns: 'import UInt64, id UUID, name String, kind LowCardinality(String), sample Bool',
    order: '(id, import)',
    spread: 'everywhere',
  },
  {
    name: 'clients',
    columns: `import UInt64, accountId UUID, id UUID, name String, websiteUrl String, industry String,
      description String, createdAt Int64, updatedAt Int64`,
    order: '(accountId, id, import)',
    spread: 'everywhere',
  },
  {
    name: 'sites',
    columns: `import UInt64, accountId UUID, id UUID, clientId Nullable(UUID), name String, url String,
      active Bool, createdAt Int64, updatedAt Int64`,
    order: '(accountId, id, import)',
    spread: 'everywhere',
  },
  {
    name: 'brands',
    columns: `import UInt64, siteId UUID, id UUID, number UInt16, name String, aliases Array(String),
      role LowCardinality(String)`,
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'prompts',
    columns: `import UInt64, siteId UUID, id UUID, number UInt32, text String, category String,
      tags Array(String), products ${labelled}, personas ${labelled}, journeyStages ${labelled},
      mentionsTracked Bool`,
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'scans',
    columns: `import UInt64, siteId UUID, id UUID, number UInt32, day Date, status LowCardinality(String),
      createdAt Int64, startedAt Nullable(Int64), completedAt Nullable(Int64), updatedAt Int64`,
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'recommendations',
    columns: 'import UInt64, siteId UUID, id UUID, title String',
    order: '(siteId, id, import)',
    spread: 'by site',
  },
  {
    name: 'answers',
    columns: `import UInt64, chunk UInt32, siteId UUID, day Date, scan UInt32, prompt UInt32,
      platform LowCardinality(String), region LowCardinality(String), run UInt16,
      brands Array(UInt16), sentiments Array(Int32)`,
    partition: 'toYear(day)',
    order: '(siteId, prompt, scan, platform, region, run)',
    granularity: 1024,
    spread: 'by site',
  },
  {
    name: 'tallies',
    columns: `import UInt64, siteId UUID, day Date, scan UInt32, platform LowCardinality(String),
      region LowCardinality(String), brand UInt16, answers UInt32, rated UInt32, total Int64`,
    partition: 'toYear(day)',
    order: '(siteId, brand, scan, platform, region)',
    spread: 'by site',
  },
  {
    name: 'notes',
    columns: 'siteId UUID, recommendationId UUID, activityId UUID, body String, createdAt Int64',
    order: '(siteId, recommendationId, createdAt, activityId)',
    spread: 'by site',
  },
  {
    name: 'keys',
    columns: `version UInt64, id UUID, digest FixedString(64), prefix String, name String, accountId UUID,
      clientId Nullable(UUID), scopes Array(String), sample Bool, createdAt Int64, revokedAt Nullable(Int64),
      lastUsedAt Nullable(Int64), expiresAt Nullable(Int64)`,
    order: 'id',
    replacedBy: 'version',
    spread: 'everywhere',
  },
  {
    name: 'keyUses',
    columns: 'id UUID, usedAt Int64',
    order: 'id',
    replacedBy: 'usedAt',
    spread: 'everywhere',
  },
];

/** How the tables lie on what the store runs on, and what its statements need there. */
export interface Layout {
  /** Makes every table that is absent. */
  definitions: readonly string[];
  /** Said with every read, and with every write. */
  readSettings: readonly string[];
  writeSettings: readonly string[];
  /** Statements after which every replica holds what has been written. */
  sync: readonly string[];
  /** The table of that name which rows are removed from, as it stands after DELETE FROM. */
  removeFrom(table: string): string;
  /** The same table inside the condition of such a statement. */
  stored(table: string): string;
  /** Whether parts that an import leaves are merged on demand, or left to the server. */
  mergesParts: boolean;
}

const durable = 'fsync_after_insert = 1, fsync_part_directory = 1';

const settingsOf = ({ granularity }: Table): string =>
  `SETTINGS ${granularity === undefined ? '' : `index_granularity = ${granularity}, `}${durable}`;

const bodyOf = (table: Table): string =>
  `${table.partition === undefined ? '' : `PARTITION BY ${table.partition} `}ORDER BY ${table.order} ${settingsOf(table)}`;

/** One engine, in process or on one server. */
export const singleLayout: Layout = {
  definitions: tables.map((table) => {
    const engine = table.replacedBy ? `ReplacingMergeTree(${table.replacedBy})` : 'MergeTree';
    return `CREATE TABLE IF NOT EXISTS ${table.name} (${table.columns}) ENGINE = ${engine} ${bodyOf(table)}`;
  }),
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
 * them, so that a timeline asks one shard; small tables are whole on every node, so that conditions over
 * them never leave it.
 * @param name of the cluster in the servers' configuration: letters, digits, _ and - only.
 */
export function clusterLayout(name: string): Layout {
  const on = `ON CLUSTER '${name}'`;
  const bySite = new Set(
    tables.filter((table) => table.spread === 'by site').map((table) => table.name),
  );
  const stored = (table: string) => (bySite.has(table) ? `${table}_local` : table);
  const definitions = tables.flatMap((table) => {
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
  });
  return {
    definitions,
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
