import * as v from 'valibot';
import { sharePages } from '../../contract/share-pages.ts';
import { ShareDates } from '../../contract/sightline/shares.ts';
import { account } from '../records/account.ts';
import { brand } from '../records/brand.ts';
import { catalogueTables } from '../records/catalogue.ts';
import { client } from '../records/client.ts';
import { note } from '../records/note.ts';
import { prompt } from '../records/prompt.ts';
import { recommendation } from '../records/recommendation.ts';
import { scan } from '../records/scan.ts';
import { site } from '../records/site.ts';

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

export const AccountRecord = account.Stored;
export type AccountRecord = v.InferOutput<typeof AccountRecord>;
export const ClientRecord = client.Stored;
export type ClientRecord = v.InferOutput<typeof ClientRecord>;
export const SiteRecord = site.Stored;
export type SiteRecord = v.InferOutput<typeof SiteRecord>;
export const BrandRecord = brand.Stored;
export type BrandRecord = v.InferOutput<typeof BrandRecord>;
export const PromptRecord = prompt.Stored;
export type PromptRecord = v.InferOutput<typeof PromptRecord>;
export const ScanRecord = scan.Stored;
export type ScanRecord = v.InferOutput<typeof ScanRecord>;
export const RecommendationRecord = recommendation.Stored;
export type RecommendationRecord = v.InferOutput<typeof RecommendationRecord>;
export const NoteRecord = note.Stored;
export type NoteRecord = v.InferOutput<typeof NoteRecord>;

/** How a client's reports look. A field without a value is empty. */
export const ClientBranding = v.pick(ClientRecord, ['logo', 'accent', 'reportName']);
export type ClientBranding = v.InferOutput<typeof ClientBranding>;
/** A client's name and branding. */
export const NamedBranding = v.pick(ClientRecord, ['name', 'logo', 'accent', 'reportName']);
export type NamedBranding = v.InferOutput<typeof NamedBranding>;
export const noBranding: ClientBranding = { logo: '', accent: '', reportName: '' };

/** A client as lists show it, without its branding: a logo can be larger than the rest of a page. */
export const ListedClient = v.omit(ClientRecord, ['logo', 'accent', 'reportName']);
export type ListedClient = v.InferOutput<typeof ListedClient>;

const Table = v.picklist(catalogueTables);

/** What is kept of a record that an import removes. */
export const RemovedRecord = v.object({
  table: Table,
  id: v.string(),
  /** The ID of its site; of its account for a client or site; its own ID for an account. */
  ownerId: v.string(),
});
export type RemovedRecord = v.InferOutput<typeof RemovedRecord>;

/** The account of an ID that was removed. An ID never changes account, so it can only come back to this one. */
export const FormerOwner = v.object({
  table: Table,
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
