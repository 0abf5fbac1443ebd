import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { brandRoles, platformIds, scanStatuses } from '../../contract/enums.ts';
import { noteAudiences } from '../../contract/sightline/recommendations.ts';
import type { ScanSettings } from '../../contract/sightline/scans.ts';
import { ShareDates, sharePages } from '../../contract/sightline/shares.ts';
import { storedRegionsOf } from '../regions/stored-region.ts';

/**
 * The records in stores. Each name is both the schema of a row and the type of a record. Instants are milliseconds
 * since the epoch, days are UTC days (YYYY-MM-DD), and IDs are lowercase UUIDs.
 */

const shareKinds = ['share', 'feed'] as const;

const instant = v.number();
/** Read-only, since records are never changed in place. */
const listOf = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
export const LabelledValues = listOf(v.object({ value: v.string(), label: v.string() }));

/** Milliseconds since the epoch. */
export type Instant = v.InferOutput<typeof instant>;

export const accountKinds = ['agency', 'business'] as const;
export type AccountKind = (typeof accountKinds)[number];

export const AccountRecord = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(accountKinds),
  /** Whether the data is sample data: only sample keys give access to it, and they give access to nothing else. */
  sample: v.boolean(),
});
export type AccountRecord = v.InferOutput<typeof AccountRecord>;

/** How a client's reports look. A field without a value is empty. */
const brandingEntries = {
  /** A data URL that `findLogoFault` accepts. */
  logo: v.string(),
  /** #rrggbb in lower case. */
  accent: v.string(),
  reportName: v.string(),
};
export const ClientBranding = v.object(brandingEntries);
export type ClientBranding = v.InferOutput<typeof ClientBranding>;
/** A client's name and branding. */
export const NamedBranding = v.object({ name: v.string(), ...brandingEntries });
export type NamedBranding = v.InferOutput<typeof NamedBranding>;
export const noBranding: ClientBranding = { logo: '', accent: '', reportName: '' };

export const ClientRecord = v.object({
  id: v.string(),
  accountId: v.string(),
  name: v.string(),
  websiteUrl: v.string(),
  industry: v.string(),
  description: v.string(),
  createdAt: instant,
  updatedAt: instant,
  ...brandingEntries,
});
export type ClientRecord = v.InferOutput<typeof ClientRecord>;

/** A client as lists show it, without its branding: a logo can be larger than the rest of a page. */
export const ListedClient = v.omit(ClientRecord, ['logo', 'accent', 'reportName']);
export type ListedClient = v.InferOutput<typeof ListedClient>;

/** Whether this version knows a platform. */
export const isPlatform = (id: string): id is (typeof platformIds)[number] =>
  platformIds.some((known) => known === id);

/** Where and when a site's questions are asked. It was valid in the version that stored it, which may be a later one. */
export const StoredScanSettings = v.object({
  platforms: v.array(v.string()),
  /** Earlier versions stored other spellings. */
  regions: v.pipe(
    v.array(v.string()),
    v.transform((codes) => storedRegionsOf(codes)),
  ),
  runs: v.number(),
  schedule: v.nullable(v.object({ days: v.array(v.number()), time: v.string(), zone: v.string() })),
  scanCeilingUsd: v.nullable(v.number()),
  monthCeilingUsd: v.nullable(v.number()),
  /** Due times before this one do not count: when the schedule was last changed, or the site restored. */
  since: instant,
});
export type StoredScanSettings = v.InferOutput<typeof StoredScanSettings>;

/** The settings without what the service adds to them, and without platforms that this version does not know. */
export const scanSettingsOf = ({ since, ...settings }: StoredScanSettings): ScanSettings => ({
  ...settings,
  platforms: settings.platforms.filter(isPlatform),
});

/** Stored as JSON; empty for null. */
const collection = v.pipe(
  v.string(),
  v.transform((json) => (json === '' ? null : v.parse(StoredScanSettings, JSON.parse(json)))),
);

export const SiteRecord = v.object({
  id: v.string(),
  accountId: v.string(),
  /** Null for the site of a business account. */
  clientId: v.nullable(v.string()),
  name: v.string(),
  url: v.string(),
  /** Inactive sites are not listed, but can still be read by ID. */
  active: v.boolean(),
  createdAt: instant,
  updatedAt: instant,
  /** Null if it was never set up. */
  collection,
});
export type SiteRecord = v.InferOutput<typeof SiteRecord>;

export const BrandRecord = v.object({
  id: v.string(),
  siteId: v.string(),
  name: v.string(),
  aliases: listOf(v.string()),
  role: v.picklist(brandRoles),
  /** The brand's own host names, in lower case. */
  domains: listOf(v.string()),
});
export type BrandRecord = v.InferOutput<typeof BrandRecord>;

export const PromptRecord = v.object({
  id: v.string(),
  siteId: v.string(),
  text: v.string(),
  category: v.string(),
  ...plainClassifications.byField(() => listOf(v.string())),
  ...labelledClassifications.byField(() => LabelledValues),
  /** Whether the text mentions the site's tracked brand, as determined by the import; false if there is none. */
  mentionsTracked: v.boolean(),
  /** Whether it is no longer asked. Its answers still count. */
  retired: v.optional(v.boolean(), false),
});
export type PromptRecord = v.InferOutput<typeof PromptRecord>;

/** Which rules found the names in a scan's answers. A scan with a number that is not listed here is pending too. */
export const scanRules = {
  /** The first ones, at least partly; the scan has yet to be measured again. */
  pending: 0,
  /** The second ones; the scan has yet to be measured again. */
  pendingSecond: 2,
  /** Partly the first ones: answers whose texts are not stored keep the mentions that those rules found. */
  partlyFirst: 3,
  /** As `partlyFirst`, but no answer keeps mentions of older rules than the second ones. */
  partlySecond: 4,
  current: 5,
  /** None: every answer was imported with its mentions, since the rules last changed. */
  none: 254,
  /** As `none`, since earlier rules: places and later brands have yet to be measured again. */
  pendingNone: 255,
} as const;

/** The rules of scans that need not be measured again. */
export const settledRules: readonly number[] = [
  scanRules.partlyFirst,
  scanRules.partlySecond,
  scanRules.current,
  scanRules.none,
];

/** Whether a scan has yet to be measured by the current rules. @param rules absent for the current ones. */
export const isPending = (rules: number = scanRules.current): boolean =>
  !settledRules.includes(rules);

/** The rules of a pending scan once it is measured again. @param hasTexts whether the texts of all its answers are stored. */
export function settleRules(rules: number, hasTexts: boolean): number {
  if (rules === scanRules.pendingNone) return scanRules.none;
  if (hasTexts) return scanRules.current;
  return rules === scanRules.pendingSecond ? scanRules.partlySecond : scanRules.partlyFirst;
}

export const ScanRecord = v.object({
  id: v.string(),
  siteId: v.string(),
  status: v.picklist(scanStatuses),
  createdAt: instant,
  startedAt: v.nullable(instant),
  completedAt: v.nullable(instant),
  updatedAt: instant,
  /** One of `scanRules`; absent for the current ones. */
  rules: v.optional(v.number()),
});
export type ScanRecord = v.InferOutput<typeof ScanRecord>;

export const RecommendationRecord = v.object({
  id: v.string(),
  siteId: v.string(),
  title: v.string(),
  body: v.string(),
  /** As imported; empty if unknown. */
  status: v.string(),
  /** Null if unknown. */
  createdAt: v.nullable(instant),
});
export type RecommendationRecord = v.InferOutput<typeof RecommendationRecord>;

/** The schemas of an import's records other than answers, by table. */
export const catalogueRecords = {
  accounts: AccountRecord,
  clients: ClientRecord,
  sites: SiteRecord,
  brands: BrandRecord,
  prompts: PromptRecord,
  scans: ScanRecord,
  recommendations: RecommendationRecord,
} as const;
type CatalogueRecords = typeof catalogueRecords;
export type CatalogueTable = keyof CatalogueRecords;
export type RecordIn<T extends CatalogueTable> = v.InferOutput<CatalogueRecords[T]>;

/** What is kept of a record that an import removes. */
export const RemovedRecord = v.object({
  table: v.keyof(v.object(catalogueRecords)),
  id: v.string(),
  /** The ID of its site; of its account for a client or site; its own ID for an account. */
  ownerId: v.string(),
});
export type RemovedRecord = v.InferOutput<typeof RemovedRecord>;

/** The account of an ID that was removed. An ID never changes account, so it can only come back to this one. */
export const FormerOwner = v.object({
  table: v.keyof(v.object(catalogueRecords)),
  id: v.string(),
  accountId: v.string(),
});
export type FormerOwner = v.InferOutput<typeof FormerOwner>;

/** A share or feed: what it shows, and how access to it is limited. */
export const ShareRecord = v.object({
  kind: v.picklist(shareKinds),
  siteId: v.string(),
  title: v.string(),
  pages: listOf(v.picklist(sharePages)),
  /** The locked filters, and for a feed every parameter of its timeline, as a query string. */
  question: v.string(),
  dates: ShareDates,
  /** The page's own parameters, as a query string that the service does not interpret. */
  view: v.string(),
  /** See `PassphraseHasher.hash`; null for none. */
  passphrase: v.nullable(v.string()),
  /** The name of the key that created it. */
  createdBy: v.string(),
  /** The ID of that key; null for shares and feeds of earlier versions. */
  creatorId: v.optional(v.nullable(v.string()), null),
});
export type ShareRecord = v.InferOutput<typeof ShareRecord>;

export const KeyRecord = v.object({
  id: v.string(),
  /** SHA-256 of the whole key in lowercase hex. The key itself is not stored. */
  digest: v.string(),
  /** The key's first characters, by which people can tell keys apart. */
  prefix: v.string(),
  name: v.string(),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  scopes: listOf(v.string()),
  sample: v.boolean(),
  createdAt: instant,
  revokedAt: v.nullable(instant),
  /** The key is refused from this instant on; null if it never expires. */
  expiresAt: v.nullable(instant),
  /** Sessions that began before this instant are refused; null if none were ended. */
  sessionsEndedAt: v.nullable(instant),
  /** Whether the key cannot read notes on recommendations. */
  hidesNotes: v.optional(v.boolean(), false),
  /** What the secret of a share or feed gives access to; null for a key. */
  share: v.optional(v.nullable(ShareRecord), null),
  lastUsedAt: v.nullable(instant),
});
export type KeyRecord = v.InferOutput<typeof KeyRecord>;

export const NoteRecord = v.object({
  activityId: v.string(),
  siteId: v.string(),
  recommendationId: v.string(),
  body: v.string(),
  createdAt: instant,
  /** The name of the key that added the note; empty if unknown. */
  author: v.optional(v.string(), ''),
  /** The ID of that key; null if unknown. */
  authorKeyId: v.optional(v.nullable(v.string()), null),
  /** For whom it is. Tenants limited to one client see only notes for the client too. */
  audience: v.optional(v.picklist(noteAudiences), 'client'),
});
export type NoteRecord = v.InferOutput<typeof NoteRecord>;
