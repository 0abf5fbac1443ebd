import {
  type ClassificationValues,
  labelledClassifications,
  plainClassifications,
} from '../../contract/classifications.ts';
import type { GroupBy } from '../../contract/enums.ts';
import type { TimelineQuery } from '../../contract/parameters.ts';
import type { AuditQuery, AuditRecord } from './audit.ts';
import type { PromptPageRequest } from './prompt-order.ts';
import type {
  AccountRecord,
  BrandRecord,
  CatalogueTable,
  ClientBranding,
  ClientRecord,
  Instant,
  KeyRecord,
  ListedClient,
  NoteRecord,
  PromptRecord,
  RecommendationRecord,
  RecordIn,
  ScanRecord,
  SiteRecord,
} from './records.ts';
import type { ScanDays } from './scan-day.ts';
import type { CountedScan, MeasuredScan, TextCount } from './scan-rows.ts';
import type { ShareLock } from './share-lock.ts';
import type { ListedSite, OverviewSite } from './site-rows.ts';
import type { SourceCounts } from './source-rows.ts';
import type { StoreCheck } from './store-check.ts';

/**
 * The owner of the data that a call may see. Every read and write on behalf of a key has a tenant, and stores make it a
 * condition of the query itself: whatever belongs to other tenants does not exist for this one.
 */
export interface Tenant {
  readonly accountId: string;
  /** Set for a key of one client: nothing outside this client exists. */
  readonly clientId: string | null;
  /** Set for a share or feed: the part of a site that it covers. Enforced by `createLockedStore`; stores ignore it. */
  readonly lock?: ShareLock;
}

/** What an answer said and cited. */
export interface AnswerEvidence {
  /** Exactly as imported; null where none was given or texts are not kept. */
  text: string | null;
  citations: readonly Citation[];
  /** The model that answered; empty if unknown. */
  model: string;
  /** Whether the platform looked anything up before answering; null if unknown. */
  searched: boolean | null;
  /** Whether the mentions were given with the answer, instead of found in its text. */
  mentionsGiven: boolean;
}
export interface Citation {
  url: string;
  /** Empty if unknown. */
  title: string;
}

/** One measured answer. */
export interface AnswerRecord {
  siteId: string;
  scanId: string;
  promptId: string;
  platform: string;
  region: string;
  /** 1 for the first run of a prompt on a platform in a region in a scan, 2 for the second, … */
  run: number;
  /** IDs of the mentioned brands, each once, ascending. */
  brandIds: readonly string[];
  /** For each brand at the same index: sentiment in millionths (0 … 100,000,000, neutral 50,000,000), or null. */
  sentiments: readonly (number | null)[];
  /** The registrable domain of each citation, in order. */
  domains?: readonly string[];
  /** Absent if nothing but the measurement is known. */
  evidence?: AnswerEvidence;
}

/** The fields that identify an answer within its scan. */
type AnswerKey = Pick<AnswerRecord, 'promptId' | 'platform' | 'region' | 'run'>;

/** The new measurement of a stored answer. What the answer said and cited stays as it is. */
export type Remeasurement = Omit<AnswerRecord, 'evidence'>;

/** A stored answer with everything needed to measure it again. */
export interface KeptAnswer extends Remeasurement {
  text: string;
  /**
   * The brands that were known when the mentions were given; they are not looked for in the text. Null if all mentions
   * were found in it.
   */
  givenBrandIds: readonly string[] | null;
}

/** The largest page of `keptAnswers`: few enough answers to keep in memory with their texts, however long. */
export const keptAnswersPerPage = 500;

/** Sentiments are stored as whole millionths, so that sums are exact in any order. */
export const sentimentScale = 1_000_000;

/** A key whose sign-ins are counted. */
export type IssuedKey = Pick<KeyRecord, 'id' | 'accountId' | 'createdAt'>;

/** How often a key signed in, and when it last did. */
export interface SignIns {
  times: number;
  lastAt: Instant;
}

/** Why a note was not added: the recommendation has the maximum number, or does not exist for the tenant. */
export type NoteRefusal = 'full' | 'absent';

/** The entry after which a page starts, in descending order of `createdAt`, then ID. */
export interface PageStart {
  createdAt: Instant;
  id: string;
}
export interface PageRequest {
  after: PageStart | null;
  limit: number;
}

export interface NotedRecommendation extends RecommendationRecord {
  /** Number of notes. */
  notes: number;
}

export interface SiteDetails {
  site: SiteRecord;
  /** Every brand of the site except `hiddenBrands`: tracked, competitors, discovered, each group by name, then ID. */
  brands: readonly BrandRecord[];
  /** Brands that a share leaves out, but that its figures are measured against. */
  hiddenBrands?: readonly BrandRecord[];
}

/** The values that reports of a site, or of one of its scans, can be filtered by. Unordered. */
export interface Vocabulary extends ClassificationValues {
  platforms: readonly string[];
  regions: readonly string[];
  categories: readonly string[];
  /** The values of `mentionsTracked` that occur. */
  mentionsTracked: readonly boolean[];
  /** The brands mentioned in a scan; null for a whole site, where every brand counts. */
  brandIds: readonly string[] | null;
}

/** The list parameters that select answers by their prompts. */
export const promptFilters = [
  'promptId',
  ...plainClassifications.parameters,
  'category',
  ...labelledClassifications.parameters,
] as const;
export type PromptFilter = (typeof promptFilters)[number];

/**
 * Which answers count: those that every list matches. An empty list matches all answers; any other list matches those
 * with one of its values.
 * Classifications are compared by value, without their labels.
 * A region that is only a country code matches the country and all its areas.
 */
export interface AnswerScope extends Pick<TimelineQuery, PromptFilter>, ScanDays {
  mentionsTracked: boolean | null;
  platform: readonly string[];
  region: readonly string[];
}

/** Which answers of a site are listed: those of completed scans that are in scope and meet every other condition. */
export interface AnswerSearch extends AnswerScope {
  /** Any of these scans; every scan if empty. */
  scanId: readonly string[];
  /** Brands that must all be mentioned. */
  mentions: readonly string[];
  /** Brands that must not be mentioned. */
  mentionsNot: readonly string[];
  /** Registrable domains, at least one of which must be cited; no condition if empty. */
  domain: readonly string[];
  /** Words that must all occur in the text, as `searchedWords` returns them. */
  words: readonly string[];
}

/** What identifies an answer within its site. */
export interface AnswerIdentity extends AnswerKey {
  scanId: string;
}

/** An answer's place in the order of lists. */
export interface AnswerPosition extends AnswerIdentity {
  /** The `scanInstant` of its scan. */
  at: Instant;
}

export interface AnswerPageRequest {
  /** The answer after which the page starts. */
  after: AnswerPosition | null;
  limit: number;
}

/** How many Unicode characters of each text a list of answers reads: enough for excerpts, however long the text is. */
export const listedTextLength = 20_000;

/** An answer of a completed scan, with its prompt's text, its mentions and its evidence. */
export interface FoundAnswer extends AnswerPosition {
  /** When the scan was completed; null if unknown. */
  completedAt: Instant | null;
  /** The prompt's text. */
  prompt: string;
  /** IDs of the mentioned brands, ascending, and the sentiment of each as `AnswerRecord` has it. */
  brandIds: readonly string[];
  sentiments: readonly (number | null)[];
  /** The registrable domain of each citation, in order. */
  domains: readonly string[];
  evidence: Omit<AnswerEvidence, 'mentionsGiven'> | null;
}

/** Which answers a timeline counts, and how. */
export interface TimelineScope extends AnswerScope {
  /** `cell` groups by platform and region at once; see `cellGroup`. */
  groupBy: GroupBy | 'cell' | 'prompt';
  /** Brands to count mentions of; null for every brand. Does not affect `TimelineCounts.answers`. */
  brandIds: readonly string[] | null;
}

export interface TimelineScan {
  id: string;
  /** See `scanDay`. */
  date: string;
  completedAt: Instant | null;
}

/** A platform and a region as one group. No platform ID contains a space. */
export const cellGroup = (platform: string, region: string): string => `${platform} ${region}`;

/** The platform and the region of a group that `cellGroup` joined. */
export function splitCellGroup(group: string): { platform: string; region: string } {
  const space = group.indexOf(' ');
  return { platform: group.slice(0, space), region: group.slice(space + 1) };
}

/**
 * The counts that every metric is calculated from, as columns. `scan` is an index into `scans`; `group` is a platform
 * ID, region code or prompt ID, '' if grouped by brand, or platform and region as `cellGroup` joins them. Combinations
 * without answers have no row.
 */
export interface TimelineCounts {
  /** Completed scans in range, ascending by `scanInstant`, then ID. */
  scans: readonly TimelineScan[];
  answers: {
    scan: readonly number[];
    group: readonly string[];
    /** Answers in scope. */
    answers: readonly number[];
    /** Mentions of any brand of the site in those answers; each brand counts once per answer. */
    mentions: readonly number[];
  };
  brands: {
    scan: readonly number[];
    group: readonly string[];
    brandId: readonly string[];
    mentions: readonly number[];
    /** Mentions with a sentiment. `sentimentSum` is in millionths. */
    sentiments: readonly number[];
    sentimentSum: readonly number[];
  };
}

/** The maximum number of brands of a site: stores number them in 16 bits, from 1. */
export const maxBrandsPerSite = 65_535;

/** Records of one import other than answers. */
export type Catalogue = { readonly [T in CatalogueTable]: readonly RecordIn<T>[] };

/**
 * An import in progress. `commit` makes all of it visible at once; if the process ends before that, none of it ever
 * becomes visible. A record replaces the whole stored one with the same ID; answers are identified by scan,
 * prompt, platform, region and run. Within an import, the last record of an ID wins.
 * Whoever begins an import must commit it, or abort it if anything fails, including the commit: every other import
 * waits for that.
 */
export interface ImportWriter {
  writeCatalogue(records: Catalogue): Promise<void>;
  /** The scan of each answer must be in this import's catalogue. */
  writeAnswers(rows: readonly AnswerRecord[]): Promise<void>;
  /**
   * The next stored answers of a site that have texts and that this import has not replaced, in a fixed order: up to
   * `keptAnswersPerPage`, none after the last. No new answers can be added after this call.
   */
  keptAnswers(siteId: string, after: AnswerIdentity | null): Promise<readonly KeptAnswer[]>;
  /** Replaces the measurements of answers from `keptAnswers`. Their scans must be in this import's catalogue. */
  replaceMeasurements(rows: readonly Remeasurement[]): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Reads for imports and other commands of the operator. They cross tenants, so no key may reach them.
 */
export interface ImportLookups {
  accounts(): Promise<readonly AccountRecord[]>;
  clients(ids: readonly string[]): Promise<readonly ClientRecord[]>;
  sites(ids: readonly string[]): Promise<readonly SiteRecord[]>;
  scans(ids: readonly string[]): Promise<readonly ScanRecord[]>;
  scansOfSites(siteIds: readonly string[]): Promise<readonly ScanRecord[]>;
  /** For every scan of the sites that has answers. */
  textCounts(siteIds: readonly string[]): Promise<readonly TextCount[]>;
  brandsById(ids: readonly string[]): Promise<readonly BrandRecord[]>;
  brandsOfSites(siteIds: readonly string[]): Promise<readonly BrandRecord[]>;
  prompts(ids: readonly string[]): Promise<readonly PromptRecord[]>;
  promptsOfSites(siteIds: readonly string[]): Promise<readonly PromptRecord[]>;
  recommendations(ids: readonly string[]): Promise<readonly RecommendationRecord[]>;
}

/** Thrown if a store cannot serve a call. Unless a subclass says otherwise, nothing changed and a retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Thrown if the confirmation of a write was lost: the write may or may not have been saved. */
export class StoreUncertain extends StoreUnavailable {
  override name = 'StoreUncertain';
}

/** Thrown by a store with damaged files: it refuses every read, since any result might be wrong. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged';
  readonly fault: string;
  /** @param fault names the table and what is wrong with it, as a sentence without its full stop. */
  constructor(fault: string) {
    super(
      `The store is damaged: ${fault}. Run "npm run check" to see what else is affected, then restore a backup (docs/deploy.md).`,
    );
    this.fault = fault;
  }
}

/** Thrown when a newer version of this software has changed the store. */
export class StoreTooNew extends Error {
  override name = 'StoreTooNew';
  constructor(version: number, known: number) {
    super(
      `The store has format version ${version}, but this version of Sightline reads only formats up to ${known}. Start a newer version of Sightline, or restore a backup made with this version.`,
    );
  }
}

/** Thrown if the disk is full: nothing was changed. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** The service's store. Reads return null or an empty result for whatever does not exist for the tenant. */
export interface Store {
  readonly name: 'memory' | 'clickhouse';

  clients(tenant: Tenant, page: PageRequest): Promise<readonly ListedClient[]>;
  hasClient(tenant: Tenant, clientId: string): Promise<boolean>;
  /** Active sites of one client. */
  sites(tenant: Tenant, clientId: string, page: PageRequest): Promise<readonly SiteRecord[]>;
  site(tenant: Tenant, siteId: string): Promise<SiteDetails | null>;
  /**
   * All active sites, including those without a client.
   * @param words in lower case; each must occur in the name, URL or client's name, in any case.
   */
  listedSites(
    tenant: Tenant,
    words: readonly string[],
    page: PageRequest,
  ): Promise<readonly ListedSite[]>;
  /** A site, active or not. */
  listedSite(tenant: Tenant, siteId: string): Promise<ListedSite | null>;
  /** The branding of the site's client; null if the site has no client. */
  branding(tenant: Tenant, siteId: string): Promise<ClientBranding | null>;
  /**
   * The same rows as `listedSites`, each with its last completed scans, at most `scansPerSite` (2 or more), and its
   * number of failed scans since. Counts, and what the scans measured, are included only for sites with a tracked
   * brand.
   * @param signal as for `vocabulary`.
   */
  overview(
    tenant: Tenant,
    page: PageRequest,
    scansPerSite: number,
    signal?: AbortSignal,
  ): Promise<readonly OverviewSite[]>;
  prompt(tenant: Tenant, siteId: string, promptId: string): Promise<PromptRecord | null>;
  /**
   * Prompts of a site, by text (UTF-16 code units), then ID.
   * @param words in lower case; each must occur in the text, in any case.
   * @param signal as for `vocabulary`.
   */
  prompts(
    tenant: Tenant,
    siteId: string,
    words: readonly string[],
    page: PromptPageRequest,
    signal?: AbortSignal,
  ): Promise<readonly PromptRecord[]>;
  /**
   * The text of every prompt of a site, by ID.
   * @param signal as for `vocabulary`.
   */
  promptTexts(
    tenant: Tenant,
    siteId: string,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>>;
  scan(tenant: Tenant, siteId: string, scanId: string): Promise<ScanRecord | null>;
  /**
   * Scans of a site in any state, with counts of their answers.
   * @param signal as for `vocabulary`.
   */
  scans(
    tenant: Tenant,
    siteId: string,
    page: PageRequest,
    signal?: AbortSignal,
  ): Promise<readonly MeasuredScan[]>;
  /**
   * Null if the site or the scan does not exist for the tenant.
   * @param signal ends the work when its result is no longer needed; the promise then rejects with the signal's reason.
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
  /**
   * Counts the answers in scope at every completed scan in range, in the order of a timeline.
   * @param signal as for `vocabulary`.
   */
  counts(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<readonly CountedScan[]>;
  /**
   * Answers of completed scans, in the order of `compareAnswers`. Texts are cut to `listedTextLength` characters.
   * @param signal as for `vocabulary`.
   */
  answers(
    tenant: Tenant,
    siteId: string,
    search: AnswerSearch,
    page: AnswerPageRequest,
    signal?: AbortSignal,
  ): Promise<readonly FoundAnswer[]>;
  /**
   * An answer of a completed scan.
   * @param signal as for `vocabulary`.
   */
  answer(
    tenant: Tenant,
    siteId: string,
    place: AnswerIdentity,
    signal?: AbortSignal,
  ): Promise<FoundAnswer | null>;
  /**
   * Counts what the answers in scope cite.
   * @param signal as for `vocabulary`.
   */
  sources(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<SourceCounts>;
  /** Recommendations of a site with their numbers of notes. An unknown `createdAt` counts as 0 in the order. */
  recommendations(
    tenant: Tenant,
    siteId: string,
    page: PageRequest,
  ): Promise<readonly NotedRecommendation[]>;
  recommendation(
    tenant: Tenant,
    siteId: string,
    recommendationId: string,
  ): Promise<RecommendationRecord | null>;
  /**
   * Notes on a recommendation, newest first, then by `activityId` descending.
   * @param page the newest `maxNotesReturned` if absent; its `id` is an `activityId`.
   */
  notes(
    tenant: Tenant,
    siteId: string,
    recommendationId: string,
    page?: PageRequest,
  ): Promise<readonly NoteRecord[]>;
  /**
   * Once the note is durable, returns the newest notes, this one first, at most `maxNotesReturned`. The limit of
   * `maxNotesPerRecommendation` is exact within a process; hosts that share a server may exceed it with concurrent
   * notes.
   */
  addNote(tenant: Tenant, note: NoteRecord): Promise<readonly NoteRecord[] | NoteRefusal>;

  /** Includes revoked and expired keys. */
  keyByDigest(digest: string): Promise<KeyRecord | null>;
  keys(): Promise<readonly KeyRecord[]>;
  /**
   * Saves all of the keys or none; durable when it returns. A record replaces the one with the same ID, except for its
   * restrictions: see `keepRestrictions`.
   */
  putKeys(...keys: readonly KeyRecord[]): Promise<void>;
  /** Revokes a known key in this process while the disk is full. The revocation is written once there is space. */
  revokeKeyInMemory(id: string, at: Instant): void;
  recordKeyUses(uses: ReadonlyMap<string, Instant>): Promise<void>;
  /** How often each key signed in, and when it last did; keys that never did are left out. */
  signIns(keys: readonly IssuedKey[]): Promise<ReadonlyMap<string, SignIns>>;

  /**
   * Adds a record to the audit trail. Records are written after a second, and kept in memory, up to a limit, while they
   * cannot be written.
   */
  recordAudit(record: AuditRecord): void;
  /**
   * The newest matching records of the audit trail, oldest first, including those just added. Crosses tenants: only for
   * the operator.
   */
  audit(query: AuditQuery): Promise<readonly AuditRecord[]>;

  /**
   * The version of a site's data, or of all data. It changes with a committed import that can change what reads return.
   * If old texts are removed, it also changes every hour; until then, a report may still count removed citations.
   */
  dataVersion(siteId?: string): Promise<string>;
  readonly lookups: ImportLookups;
  /** Waits until no other import is in progress. */
  beginImport(): Promise<ImportWriter>;

  /** Reads everything and reports what is damaged. Also works on a store that refuses reads because it is damaged. */
  check(): Promise<StoreCheck>;
  /** @throws StoreUnavailable if the store cannot serve reads. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
