import * as v from 'valibot';
import { byClassificationField } from '../../../contract/classifications.ts';
import { scanStatuses } from '../../../contract/enums.ts';
import { accountKinds, brandRoles } from '../store.ts';

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

export const LabelledRows = v.array(v.object({ value: v.string(), label: v.string() }));

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
  ...byClassificationField(() => LabelledRows),
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
export const UseRow = v.object({ id: v.string(), lastUsedAt: v.number() });
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
  expiresAt: v.nullable(v.number()),
  sessionsEndedAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
});

const newestIn = (table: string, where: string, imports: string): string =>
  `(SELECT * FROM ${table} WHERE ${where} AND import IN ${imports}
    ORDER BY import DESC LIMIT 1 BY id)`;

/**
 * The newest committed row of each id, up to the import `{version:UInt64}`, so that several statements
 * with one version see one state. `where` may use only what an id keeps for good (its account or site).
 * Only the imports that those rows name are looked up, however many there have ever been.
 */
export const newest = (table: string, where: string): string =>
  newestIn(
    table,
    where,
    `(SELECT id FROM imports WHERE id <= {version:UInt64} AND id IN (SELECT import FROM ${table} WHERE ${where}))`,
  );

/** The same, where the committed imports are known already: a third of the time. */
export const newestOfImports = (table: string, where: string): string =>
  newestIn(table, where, '{imports:Array(UInt64)}');

const ownSite = 'accountId = {account:UUID} AND id = {site:UUID}';
const visible = '{client:Nullable(UUID)} IS NULL OR clientId = {client:Nullable(UUID)}';

/** Ids of the sites that exist for the tenant; `{site:UUID}` narrows to one. */
export const tenantSite = `(SELECT id FROM ${newest('sites', ownSite)} WHERE ${visible})`;
export const tenantSiteOfImports = `(SELECT id FROM ${newestOfImports('sites', ownSite)} WHERE ${visible})`;

/** The committed imports that rows of the tenant's site name. */
export const importsOfSite = `SELECT DISTINCT id FROM imports WHERE id <= {version:UInt64} AND id IN (
    SELECT import FROM sites WHERE ${ownSite}
    UNION ALL SELECT import FROM scans WHERE siteId = {site:UUID} AND siteId IN ${tenantSite}
    UNION ALL SELECT import FROM prompts WHERE siteId = {site:UUID} AND siteId IN ${tenantSite})`;
