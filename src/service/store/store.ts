import { type Classified, classificationParameters } from '../../contract/classifications.ts';
import type { GroupBy } from '../../contract/enums.ts';
import type { TimelineQuery } from '../../contract/parameters.ts';
import type { AuditQuery, AuditRecord } from './audit.ts';
import type {
  AccountRecord,
  BrandRecord,
  CatalogueTable,
  ClientRecord,
  Instant,
  KeyRecord,
  NoteRecord,
  PromptRecord,
  RecommendationRecord,
  RecordIn,
  ScanRecord,
  SiteRecord,
} from './records.ts';

/**
 * Whose data a call is about. Every read and write on behalf of a key carries it, and a store uses it as a predicate of the
 * query itself: what is not the tenant's does not exist.
 */
export interface Tenant {
  readonly accountId: string;
  /** Set for a client-scoped key: nothing outside this client exists. */
  readonly clientId: string | null;
}

/** One answer's measurement. The text itself is not kept. */
export interface AnswerRecord {
  siteId: string;
  scanId: string;
  promptId: string;
  platform: string;
  region: string;
  /** 1 for the first time a prompt was put to a platform in a region in a scan, 2 for a repetition, … */
  run: number;
  /** Brands mentioned, each once, ascending. */
  brandIds: readonly string[];
  /** Beside each brand: sentiment in millionths (0 … 100,000,000, neutral 50,000,000), or null for none. */
  sentiments: readonly (number | null)[];
}

/** Sentiments are kept as whole millionths, so that sums are exact in any order. */
export const sentimentScale = 1_000_000;

/** Why a note was not kept: its recommendation holds as many as it can, or does not exist for the tenant. */
export type NoteRefusal = 'full' | 'absent';

/** Where a page starts: after this entry in the order newest first by `createdAt`, then id descending. */
export interface PageStart {
  createdAt: Instant;
  id: string;
}
export interface PageRequest {
  after: PageStart | null;
  limit: number;
}

export interface SiteFacts {
  site: SiteRecord;
  /** Every brand of the site: tracked, competitors, discovered, each by name then id. */
  brands: readonly BrandRecord[];
}

/** What a site, or one scan of it, holds that reports can be filtered by. Unordered. */
export interface Vocabulary extends Classified {
  platforms: readonly string[];
  regions: readonly string[];
  tags: readonly string[];
  categories: readonly string[];
  /** Which of true and false occur as `mentionsTracked`. */
  mentionsTracked: readonly boolean[];
  /** For one scan: the brands mentioned in it. For a whole site: null, every brand counts. */
  brandIds: readonly string[] | null;
}

/** The parameters that select prompts by what is kept of them, as lists. */
export const promptFilters = ['promptId', 'tag', 'category', ...classificationParameters] as const;
export type PromptFilter = (typeof promptFilters)[number];

/**
 * Which answers count. Lists: empty means all; inside one list any value matches, across lists all must.
 * A classification is compared by its labels' values.
 * A region that is a bare country code takes the country and all its areas.
 */
export interface TimelineScope extends Pick<TimelineQuery, PromptFilter> {
  mentionsTracked: boolean | null;
  platform: readonly string[];
  region: readonly string[];
  /** Inclusive bounds on the scan day. */
  startDate: string | null;
  endDate: string | null;
  groupBy: GroupBy;
  /** Brands whose mentions are wanted; null for every brand. Never changes the answers' rows. */
  brandIds: readonly string[] | null;
}

export interface TimelineScan {
  id: string;
  /** UTC day of `completedAt`, else of `startedAt`, else of `createdAt`. */
  date: string;
  completedAt: Instant | null;
}

/**
 * The counts every metric is made from, as columns. `scan` is an index into `scans`; `group` is a platform
 * id or region code, or '' under groupBy brand. Combinations without a single answer have no row.
 */
export interface TimelineCounts {
  /** Completed scans in range, ascending by `completedAt`, else `date` at 12:00 UTC, then id. */
  scans: readonly TimelineScan[];
  answers: {
    scan: readonly number[];
    group: readonly string[];
    /** Answers in scope. */
    answers: readonly number[];
    /** Mentions of all brands of the site in them, a mention being (answer, brand). */
    mentions: readonly number[];
  };
  brands: {
    scan: readonly number[];
    group: readonly string[];
    brandId: readonly string[];
    mentions: readonly number[];
    /** Mentions that have a sentiment, and the sum of those in millionths. */
    sentiments: readonly number[];
    sentimentSum: readonly number[];
  };
}

/** The most brands a site can have: stores number them in 16 bits, from 1. */
export const brandsASite = 65_535;

/** Records of one import other than answers. */
export type Catalogue = { readonly [T in CatalogueTable]: readonly RecordIn<T>[] };

/**
 * An import under way. Nothing of it is visible before `commit` has returned, and all of it is after;
 * if the process dies before, none of it ever is. A record whose id is known is replaced whole; an answer
 * is known by scan, prompt, platform, region and run. In one import the last of the same id wins.
 * Whoever begins an import commits it, and aborts it when anything fails, the commit included: until then every
 * other import waits.
 */
export interface ImportWriter {
  catalogue(records: Catalogue): Promise<void>;
  /** Every scan named here must be among this import's scans. */
  answers(rows: readonly AnswerRecord[]): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * What an import may ask about what is stored. These reads cross tenants and are not reachable by a key:
 * importing is the operator's.
 */
export interface ImportLookups {
  accounts(): Promise<readonly AccountRecord[]>;
  clients(ids: readonly string[]): Promise<readonly ClientRecord[]>;
  sites(ids: readonly string[]): Promise<readonly SiteRecord[]>;
  scans(ids: readonly string[]): Promise<readonly ScanRecord[]>;
  brandsById(ids: readonly string[]): Promise<readonly BrandRecord[]>;
  brandsOfSites(siteIds: readonly string[]): Promise<readonly BrandRecord[]>;
  prompts(ids: readonly string[]): Promise<readonly PromptRecord[]>;
  promptsOfSites(siteIds: readonly string[]): Promise<readonly PromptRecord[]>;
  recommendations(ids: readonly string[]): Promise<readonly RecommendationRecord[]>;
}

/** Thrown by a store that cannot be reached or is closing: nothing was changed, and trying again may help. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Thrown by a store whose answer to a write was lost: it may have been kept, or not. */
export class StoreUncertain extends StoreUnavailable {
  override name = 'StoreUncertain';
}

/** Thrown by a store whose files are damaged: it refuses every read, since any result might be wrong. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged';
  readonly fault: string;
  /** @param fault names the table and what is wrong with it, as a sentence without its full stop. */
  constructor(fault: string) {
    super(
      `The store is damaged: ${fault}. Run "npm run check" to see what else is affected, and restore the data folder from a backup (docs/deploy.md).`,
    );
    this.fault = fault;
  }
}

/** Thrown when a newer version of this software has changed the store. */
export class StoreTooNew extends Error {
  override name = 'StoreTooNew';
  constructor(version: number, known: number) {
    super(
      `The store has version ${version}, and this version of Sightline reads stores up to version ${known}. Start the newer Sightline, or restore a backup made with this one.`,
    );
  }
}

/** Thrown by a store whose disk is full: nothing was changed. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** What a check of everything in a store found. */
export interface StoreCheck {
  /** How many migrations the store has been through. */
  version: number;
  /** Each names the table and what is wrong with it; empty for a store that is whole. */
  faults: readonly string[];
  /** Current records by table, without replaced ones; empty if the tables cannot be read. */
  rows: Readonly<Record<string, number>>;
  /** Answers that no report includes: replaced ones, and those of imports that never committed. */
  hiddenAnswers: number;
}

/** The port behind the service. Reads by a tenant give null for what does not exist for that tenant. */
export interface Store {
  readonly name: 'memory' | 'clickhouse';

  clients(tenant: Tenant, page: PageRequest): Promise<readonly ClientRecord[]>;
  hasClient(tenant: Tenant, clientId: string): Promise<boolean>;
  /** Active sites of one client. */
  sites(tenant: Tenant, clientId: string, page: PageRequest): Promise<readonly SiteRecord[]>;
  site(tenant: Tenant, siteId: string): Promise<SiteFacts | null>;
  prompt(tenant: Tenant, siteId: string, promptId: string): Promise<PromptRecord | null>;
  scan(tenant: Tenant, siteId: string, scanId: string): Promise<ScanRecord | null>;
  /**
   * Null where the site or the scan does not exist for the tenant.
   * @param signal ends the work when nobody waits for it any more; rejects with its reason then.
   */
  vocabulary(
    tenant: Tenant,
    siteId: string,
    scanId: string | null,
    signal?: AbortSignal,
  ): Promise<Vocabulary | null>;
  /** @param signal as for `vocabulary`. */
  timeline(
    tenant: Tenant,
    siteId: string,
    scope: TimelineScope,
    signal?: AbortSignal,
  ): Promise<TimelineCounts>;
  /** The newest notes, at most `notesReturned`, of a recommendation, newest first. */
  notes(tenant: Tenant, siteId: string, recommendationId: string): Promise<readonly NoteRecord[]>;
  /**
   * Durable when it returns the newest notes, at most `notesReturned`, this one first. The limit of
   * `notesPerRecommendation` is exact in one process; hosts on one server may pass it by what they add at once.
   */
  addNote(tenant: Tenant, note: NoteRecord): Promise<readonly NoteRecord[] | NoteRefusal>;

  /** Of revoked keys too. */
  keyByDigest(digest: string): Promise<KeyRecord | null>;
  keys(): Promise<readonly KeyRecord[]>;
  /**
   * Keeps all of the keys or none; durable when it returns. A record with a known id replaces it, but
   * for its restrictions: see `keepRestrictions`.
   */
  putKey(...keys: readonly KeyRecord[]): Promise<void>;
  /** Revokes a known key at once in this process, where there is no room to write that. Written once there is. */
  revokeKeyInMemory(id: string, at: Instant): void;
  keysUsed(uses: ReadonlyMap<string, Instant>): Promise<void>;

  /** Adds to the audit trail. Written within a second, and kept in memory while there is no room for it. */
  record(record: AuditRecord): void;
  /**
   * The newest lines of the audit trail that match, oldest first, with what has just been added. Crosses tenants: for
   * the operator.
   */
  audit(query: AuditQuery): Promise<readonly AuditRecord[]>;

  /**
   * Changes with every committed import that can change an answer: of the site, or without one of any site.
   * Nothing else changes it.
   */
  dataVersion(siteId?: string): Promise<string>;
  readonly lookups: ImportLookups;
  /** Waits for its turn: one import at a time. */
  beginImport(): Promise<ImportWriter>;

  /** Reads everything and reports what is damaged. Also works on a store that refuses reads because it is damaged. */
  check(): Promise<StoreCheck>;
  /** Throws `StoreUnavailable` when the store cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
