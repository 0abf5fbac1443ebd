import * as v from 'valibot';
import { scanStatuses } from '../../../contract/enums.ts';
import { accountKinds, brandRoles } from '../store.ts';

/**
 * Tables. Every imported row carries its import's id; a row counts once `imports` holds that id, and of
 * rows with the same id the one of the newest import counts. Columns are named like the port's fields;
 * instants are milliseconds. `number` stands for an id inside `answers`, where two and four bytes in
 * place of sixteen halve the time of a timeline. `tallies` are the answers of an import counted by scan,
 * platform, region and brand: what a timeline without prompt filters reads. One with them reads `answers`,
 * which are therefore sorted by prompt. Years are the partitions: with months, a timeline of ten years
 * opens a hundred and twenty parts and takes twice as long.
 */
const labelled = 'Array(Tuple(value String, label String))';
const durable = 'fsync_after_insert = 1, fsync_part_directory = 1';

export const definitions: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS imports (id UInt64, committedAt Int64)
   ENGINE = MergeTree ORDER BY id SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS claims (id UUID, at Int64, ended Bool)
   ENGINE = MergeTree ORDER BY (id, at) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS accounts (import UInt64, id UUID, name String, kind LowCardinality(String), sample Bool)
   ENGINE = MergeTree ORDER BY (id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS clients (import UInt64, accountId UUID, id UUID, name String, websiteUrl String,
     industry String, description String, createdAt Int64, updatedAt Int64)
   ENGINE = MergeTree ORDER BY (accountId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS sites (import UInt64, accountId UUID, id UUID, clientId Nullable(UUID), name String,
     url String, active Bool, createdAt Int64, updatedAt Int64)
   ENGINE = MergeTree ORDER BY (accountId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS brands (import UInt64, siteId UUID, id UUID, number UInt16, name String,
     aliases Array(String), role LowCardinality(String))
   ENGINE = MergeTree ORDER BY (siteId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS prompts (import UInt64, siteId UUID, id UUID, number UInt32, text String, category String,
     tags Array(String), products ${labelled}, personas ${labelled}, journeyStages ${labelled}, mentionsTracked Bool)
   ENGINE = MergeTree ORDER BY (siteId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS scans (import UInt64, siteId UUID, id UUID, number UInt32, day Date,
     status LowCardinality(String), createdAt Int64, startedAt Nullable(Int64), completedAt Nullable(Int64), updatedAt Int64)
   ENGINE = MergeTree ORDER BY (siteId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS recommendations (import UInt64, siteId UUID, id UUID, title String)
   ENGINE = MergeTree ORDER BY (siteId, id, import) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS answers (import UInt64, chunk UInt32, siteId UUID, day Date, scan UInt32, prompt UInt32,
     platform LowCardinality(String), region LowCardinality(String), run UInt16,
     brands Array(UInt16), sentiments Array(Int32))
   ENGINE = MergeTree PARTITION BY toYear(day) ORDER BY (siteId, prompt, scan, platform, region, run)
   SETTINGS index_granularity = 1024, ${durable}`,
  `CREATE TABLE IF NOT EXISTS tallies (import UInt64, siteId UUID, day Date, scan UInt32,
     platform LowCardinality(String), region LowCardinality(String), brand UInt16,
     answers UInt32, rated UInt32, total Int64)
   ENGINE = MergeTree PARTITION BY toYear(day) ORDER BY (siteId, scan, platform, region, brand)
   SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS notes (siteId UUID, recommendationId UUID, activityId UUID, body String, createdAt Int64)
   ENGINE = MergeTree ORDER BY (siteId, recommendationId, createdAt, activityId) SETTINGS ${durable}`,
  `CREATE TABLE IF NOT EXISTS keys (version UInt64, id UUID, digest FixedString(64), prefix String, name String, accountId UUID,
     clientId Nullable(UUID), scopes Array(String), sample Bool, createdAt Int64, revokedAt Nullable(Int64), lastUsedAt Nullable(Int64))
   ENGINE = ReplacingMergeTree(version) ORDER BY id SETTINGS ${durable}`,
];

/** In `answers.sentiments`: the mention has none. */
export const noSentiment = -1;

/**
 * Each answer as its mentions plus one row for itself, brand 0, whose "sentiment" is how many mentions it
 * has: so the denominators come from the same rows as what is divided by them.
 */
export const answersWithBrands = `answers
  ARRAY JOIN arrayPushFront(brands, toUInt16(0)) AS brand,
    arrayPushFront(sentiments, toInt32(length(brands))) AS sentiment`;

/** For brand 0: answers, and all their mentions. For a brand: its mentions, those with a sentiment, and its sum. */
export const countsOfAnswers =
  'count() AS n, countIf(sentiment >= 0) AS withSentiment, sumIf(toInt64(sentiment), sentiment >= 0) AS summed';
export const countsOfTallies =
  'sum(answers) AS n, sum(rated) AS withSentiment, sum(total) AS summed';

const LabelledRow = v.object({ value: v.string(), label: v.string() });

export const AccountRow = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(accountKinds),
  sample: v.boolean(),
});
export const ClientRow = v.object({
  id: v.string(),
  accountId: v.string(),
  name: v.string(),
  websiteUrl: v.string(),
  industry: v.string(),
  description: v.string(),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export const SiteRow = v.object({
  id: v.string(),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  name: v.string(),
  url: v.string(),
  active: v.boolean(),
  createdAt: v.number(),
  updatedAt: v.number(),
});
const brandFields = {
  id: v.string(),
  siteId: v.string(),
  name: v.string(),
  aliases: v.array(v.string()),
  role: v.picklist(brandRoles),
};
export const BrandRow = v.object(brandFields);
export const NumberedBrandRow = v.object({ ...brandFields, number: v.number() });
export const PromptRow = v.object({
  id: v.string(),
  siteId: v.string(),
  text: v.string(),
  category: v.string(),
  tags: v.array(v.string()),
  products: v.array(LabelledRow),
  personas: v.array(LabelledRow),
  journeyStages: v.array(LabelledRow),
  mentionsTracked: v.boolean(),
});
export const ScanRow = v.object({
  id: v.string(),
  siteId: v.string(),
  status: v.picklist(scanStatuses),
  createdAt: v.number(),
  startedAt: v.nullable(v.number()),
  completedAt: v.nullable(v.number()),
  updatedAt: v.number(),
});
export const RecommendationRow = v.object({
  id: v.string(),
  siteId: v.string(),
  title: v.string(),
});
export const NoteRow = v.object({
  activityId: v.string(),
  siteId: v.string(),
  recommendationId: v.string(),
  body: v.string(),
  createdAt: v.number(),
});
export const VersionedKeyRow = v.object({
  version: v.number(),
  id: v.string(),
  digest: v.string(),
  prefix: v.string(),
  name: v.string(),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  scopes: v.array(v.string()),
  sample: v.boolean(),
  createdAt: v.number(),
  revokedAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
});

/**
 * The newest committed row of each id, up to the import `{version:UInt64}`, so that several statements
 * with one version see one state. `where` may use only what an id keeps for good (its account or site).
 */
export const newest = (table: string, where: string): string =>
  `(SELECT * FROM ${table} WHERE ${where} AND import IN (SELECT id FROM imports WHERE id <= {version:UInt64})
    ORDER BY import DESC LIMIT 1 BY id)`;

/** Ids of the sites that exist for the tenant; `{site:UUID}` narrows to one. */
export const tenantSite = `(SELECT id FROM ${newest('sites', 'accountId = {account:UUID} AND id = {site:UUID}')}
  WHERE {client:Nullable(UUID)} IS NULL OR clientId = {client:Nullable(UUID)})`;
