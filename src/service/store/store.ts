import {
  type ClassificationValues,
  labelledClassifications,
  plainClassifications,
} from '../../contract/classifications.ts';
import type { GroupBy } from '../../contract/enums.ts';
import type { TimelineQuery } from '../../contract/parameters.ts';
import {
  type Citation,
  type Evidence,
  type Measurement,
  unknownEvidence,
} from '../records/answer.ts';
import type { Catalogue } from '../records/catalogue.ts';
import type { AuditQuery, AuditRecord } from './audit.ts';
import type { Ledger } from './ledger.ts';
import type { PageCounts } from './page-rows.ts';
import type { PromptPageRequest } from './prompt-order.ts';
import type {
  AccountRecord,
  BrandRecord,
  ClientRecord,
  FormerOwner,
  Instant,
  KeyRecord,
  ListedClient,
  NamedBranding,
  NoteRecord,
  PromptRecord,
  RecommendationRecord,
  RemovedRecord,
  ScanRecord,
  SiteRecord,
} from './records.ts';
import type { ScanDays } from './scan-day.ts';
import type { AnswerCounts, MeasuredScan, ScanModels, TextCount } from './scan-rows.ts';
import type { SearchCounts } from './search-rows.ts';
import type { ListedSite, OverviewSite } from './site-rows.ts';
import type { SourceCounts } from './source-rows.ts';
import type { StoreCheck } from './store-check.ts';
import type { Tenant } from './tenant.ts';

export type { Tenant } from './tenant.ts';

/** The evidence of an answer. */
export type AnswerEvidence = Evidence & {
  /** Whether the imported record listed the mentions; if not, they were found in the text. */
  readonly areMentionsGiven: boolean;
};

/** The evidence of an answer if only its measurement is known. */
export const noEvidence: AnswerEvidence = { ...unknownEvidence, areMentionsGiven: true };

/** One measured answer. */
export interface AnswerRecord extends Measurement {
  siteId: string;
  scanId: string;
  promptId: string;
  platform: string;
  region: string;
  run: number;
  /** Absent if nothing but the measurement is known. */
  evidence?: AnswerEvidence;
}

/** The fields that identify an answer within its scan. */
type AnswerKey = Pick<AnswerRecord, 'promptId' | 'platform' | 'region' | 'run'>;

/** The new measurement of a stored answer, whose evidence stays as it is. */
export type Remeasurement = Omit<AnswerRecord, 'evidence'>;

/** A stored answer with everything needed to measure it again. */
export interface RemeasurableAnswer extends Remeasurement {
  /** Null only in an import that measures a site again by new rules. */
  text: string | null;
  citations: readonly Citation[];
  /**
   * If the imported record listed the mentions, the IDs of the brands known at that time, which are not searched for in
   * the text. Null if the mentions were found in the text.
   */
  givenBrandIds: readonly string[] | null;
}

/** The maximum length of a page of `readRemeasurableAnswers`, so that the answers and their texts fit in memory. */
export const remeasurableAnswersPerPage = 2_000;

/** A key whose sign-ins are counted. */
export type IssuedKey = Pick<KeyRecord, 'id' | 'accountId' | 'createdAt'>;

/** How often a key signed in, and when it last did so. */
export interface SignIns {
  times: number;
  lastAt: Instant;
}

/**
 * Why a note was not added or changed: the recommendation has the maximum number of notes for this audience, or it or
 * the note does not exist for the tenant.
 */
export type NoteRefusal = 'full' | 'absent';

/** The fields that identify a note. */
export type NoteIdentity = Pick<NoteRecord, 'siteId' | 'recommendationId' | 'activityId'>;

/** What can be changed of a note. */
export type NoteChange = Pick<NoteRecord, 'body' | 'audience'>;

/** The entry after which a page starts. Entries are sorted by `createdAt`, then by ID, both descending. */
export interface PageStart {
  createdAt: Instant;
  id: string;
}
export interface PageRequest {
  /** Null for the first page. */
  after: PageStart | null;
  limit: number;
}

export interface NotedRecommendation extends RecommendationRecord {
  /** The number of notes that the tenant can see. */
  notes: number;
}

/** The maximum number of inactive sites that are read with a client. */
export const maxArchivedSites = 500;

export interface ClientWithSites extends ClientRecord {
  /** The number of its sites, inactive ones included. */
  sites: number;
  /** Its inactive sites by name, at most `maxArchivedSites`. */
  archivedSites: readonly Pick<SiteRecord, 'id' | 'name'>[];
}

/** A prompt of a set-up. */
export interface SetupPromptRecord extends PromptRecord {
  /** Whether any scan has an answer to it, whatever the scan's status. */
  hasAnswers: boolean;
}

export interface SiteDetails {
  site: SiteRecord;
  /** The brands of the site, by role (tracked, competitor, discovered), then name, then ID. */
  brands: readonly BrandRecord[];
}

/** The values that reports of a site, or of one of its scans, can be filtered by, in no particular order. */
export interface FilterValues extends ClassificationValues {
  platforms: readonly string[];
  regions: readonly string[];
  categories: readonly string[];
  /** The values of `mentionsTracked` that occur. */
  mentionsTracked: readonly boolean[];
  /** The brands mentioned in a scan; null for a whole site, which can be filtered by any of its brands. */
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
 * Which answers count: those of scans on these days that meet every other condition. An empty list, or null, matches
 * all answers; any other list matches those with at least one of its values. Classifications are compared by value,
 * without their labels. A region that is only a country code matches the country and all its areas.
 */
export interface AnswerScope extends Pick<TimelineQuery, PromptFilter>, ScanDays {
  mentionsTracked: boolean | null;
  platform: readonly string[];
  region: readonly string[];
}

/**
 * Which answers of a site are listed: those of completed scans that are in scope and meet every other condition. Scans
 * that the service ran and that failed count as well, since those that were cancelled may have answers.
 */
export interface AnswerSearch extends AnswerScope {
  /** Whether answers of failed scans are left out; false by default. */
  excludesFailed?: boolean;
  /** Scans to which the answer may belong; no condition if empty. */
  scanId: readonly string[];
  /** Brands that must all be mentioned. */
  mentions: readonly string[];
  /** Brands that must not be mentioned. */
  mentionsNot: readonly string[];
  /** Domains as `countedDomainOf` returns them. An answer must cite one of them; an empty list matches all answers. */
  domain: readonly string[];
  /** Pages as `CitedPage` has them. An answer must cite one of them; an empty list matches all answers. */
  citedPage: readonly string[];
  /** Words that must all occur in the text, as `wholeWordsOf` returns them. */
  words: readonly string[];
}

/** The fields that identify an answer within its site. */
export interface AnswerIdentity extends AnswerKey {
  scanId: string;
}

/** An answer's position in lists of answers. */
export interface AnswerPosition extends AnswerIdentity {
  /** The `scanInstantOf` of its scan. */
  at: Instant;
}

export interface AnswerPageRequest {
  /** The answer after which the page starts; null for the first page. */
  after: AnswerPosition | null;
  limit: number;
}

/** How many Unicode characters of each text a list of answers reads; enough for excerpts. */
export const listedTextLength = 20_000;

/** An answer of a listed scan, with its prompt's text, its mentions and what lists show of its evidence. */
export interface FoundAnswer extends AnswerPosition {
  /** When the scan was completed; null if unknown. */
  completedAt: Instant | null;
  /** The prompt's text. */
  prompt: string;
  /** IDs of the mentioned brands, ascending, and the sentiment of each, as in `AnswerRecord`. */
  brandIds: readonly string[];
  sentiments: readonly (number | null)[];
  /** The place of each brand, as in `AnswerRecord`; empty if it is not stored. */
  places: readonly number[];
  /** The domain that each citation counts for, in order: see `countedDomainOf`. */
  domains: readonly string[];
  /** Null if nothing but the measurement is known. */
  evidence: ListedEvidence | null;
}
interface ListedEvidence extends Pick<AnswerEvidence, 'text' | 'model' | 'searched'> {
  /** The number of its citations. */
  sources: number;
}

/** An answer of a listed scan with all of its evidence. */
export interface WholeAnswer extends FoundAnswer {
  evidence: (Omit<AnswerEvidence, 'areMentionsGiven'> & ListedEvidence) | null;
}

/** The first answers of a list, and how many there are. */
export interface FirstAnswers {
  answers: readonly FoundAnswer[];
  /** Null if a search with words finds more than the requested number, since counting them would read every text. */
  total: number | null;
}

/** Which answers a timeline counts, and how. */
export interface TimelineScope extends AnswerScope {
  /** `cell` groups by platform and region together; see `joinCellGroup`. */
  groupBy: GroupBy | 'cell' | 'prompt';
  /** Brands to count mentions of; null for every brand. Does not affect `TimelineCounts.answers`. */
  brandIds: readonly string[] | null;
}

export interface TimelineScan {
  id: string;
  /** See `scanDayOf`. */
  date: string;
  completedAt: Instant | null;
}

/** Joins a platform and a region to one group. No platform ID contains a space. */
export const joinCellGroup = (platform: string, region: string): string => `${platform} ${region}`;

/** Splits a group of `joinCellGroup` into its platform and region. */
export function splitCellGroup(group: string): { platform: string; region: string } {
  const space = group.indexOf(' ');
  return { platform: group.slice(0, space), region: group.slice(space + 1) };
}

/**
 * The counts that every metric is calculated from, as columns. `scan` is an index into `scans`. `group` is a platform
 * ID, a region code, a prompt ID, or a platform and region as `joinCellGroup` joins them; it is '' if grouped by brand.
 * Combinations with nothing to count have no row.
 */
export interface TimelineCounts {
  /** Completed scans in range, ascending by `scanInstantOf`, then ID. */
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

/**
 * An import in progress. `commit` makes all of it visible at once; if the process ends before that, none of it ever
 * becomes visible. A record replaces the whole stored one with the same ID; answers are identified by scan,
 * prompt, platform, region and run. Within an import, the last record with an ID wins.
 * A removed record is hidden from every read at the commit, and its data is removed for good within two minutes. Whoever
 * removes a record also removes those that belong to it. An import may not both write and remove a record.
 * Other imports wait until this one has ended, so callers must commit it, or abort it if anything fails, including the
 * commit.
 */
export interface ImportWriter {
  /**
   * Removes stored records. Must be called before `writeCatalogue`. If it removes brands, all scans of their sites with
   * answers must be in this import's catalogue, so that their answers lose the brands.
   */
  removeRecords(records: readonly RemovedRecord[]): Promise<void>;
  writeCatalogue(records: Catalogue): Promise<void>;
  /** Adds notes. Their IDs must not be stored yet, and their recommendations must be stored or in the catalogue. */
  writeNotes(notes: readonly NoteRecord[]): Promise<void>;
  /** The scan of each answer must be in this import's catalogue. */
  writeAnswers(rows: readonly AnswerRecord[]): Promise<void>;
  /**
   * Reads a page of a site's stored answers, at most `remeasurableAnswersPerPage`, in a fixed order. Leaves out answers
   * without texts, unless the import measures a site again, those that this import has replaced, and those of scans that
   * it removes. A page is empty only after the last answer. No new answers may be written after this call.
   */
  readRemeasurableAnswers(
    siteId: string,
    after: AnswerIdentity | null,
  ): Promise<readonly RemeasurableAnswer[]>;
  /**
   * Replaces the measurements of answers from `readRemeasurableAnswers`; the other answers keep theirs. Their scans must
   * be in this import's catalogue.
   */
  replaceMeasurements(rows: readonly Remeasurement[]): Promise<void>;
  commit(): Promise<WrittenAnswers>;
  abort(): Promise<void>;
}

/** What became of the answers passed to `writeAnswers`. */
export interface WrittenAnswers {
  /** The number that replaced an earlier one of the same import. */
  repeatedAnswers: number;
}

/** Reads for imports and other commands of the operator. They cross tenants, so no call with a key may use them. */
export interface ImportLookups {
  accounts(): Promise<readonly AccountRecord[]>;
  clients(ids: readonly string[]): Promise<readonly ClientRecord[]>;
  clientsOfAccounts(accountIds: readonly string[]): Promise<readonly OwnedClient[]>;
  sites(ids: readonly string[]): Promise<readonly SiteRecord[]>;
  sitesOfAccounts(accountIds: readonly string[]): Promise<readonly SiteRecord[]>;
  /** The brands, prompts, scans and recommendations of the sites. */
  recordsOfSites(siteIds: readonly string[]): Promise<readonly RemovedRecord[]>;
  scans(ids: readonly string[]): Promise<readonly ScanRecord[]>;
  scansOfSites(siteIds: readonly string[]): Promise<readonly ScanRecord[]>;
  /** The numbers of answers and stored texts of each scan of the sites; leaves out scans without answers. */
  textCounts(siteIds: readonly string[]): Promise<readonly TextCount[]>;
  brandsById(ids: readonly string[]): Promise<readonly BrandRecord[]>;
  brandsOfSites(siteIds: readonly string[]): Promise<readonly BrandRecord[]>;
  prompts(ids: readonly string[]): Promise<readonly PromptRecord[]>;
  promptsOfSites(siteIds: readonly string[]): Promise<readonly PromptRecord[]>;
  /** Those of the given prompts that have answers. */
  answeredPrompts(ids: readonly string[]): Promise<readonly { id: string }[]>;
  recommendations(ids: readonly string[]): Promise<readonly RecommendationRecord[]>;
  /** The accounts of those of the given IDs that were removed once; of those that exist too. */
  formerOwners(ids: readonly string[]): Promise<readonly FormerOwner[]>;
  /** The IDs and audiences of the notes on recommendations. */
  notesOfRecommendations(recommendationIds: readonly string[]): Promise<readonly StoredNote[]>;
  /** Those of the given sites that have to be measured again by new rules (see `scanRules.pending`). */
  pendingSites(siteIds: readonly string[]): Promise<readonly { id: string }[]>;
  /** Estimates from the size of each site's share of the stored rows. */
  spaceForMeasuring(siteIds: readonly string[]): Promise<readonly SpaceForMeasuring[]>;
}

/** An answer as it is stored, except for what is derived from its citations. */
export type StoredAnswer = Omit<AnswerRecord, 'domains' | 'pages'>;

/** Reads for commands of the operator. They cross tenants, so no call with a key may use them. */
export interface OperatorReads {
  /**
   * The answers of a scan, whatever its status, in the order of `compareAnswers`. Each batch fits in memory, unless a
   * single prompt has very many answers in the scan.
   */
  answersOfScan(siteId: string, scanId: string): AsyncIterable<readonly StoredAnswer[]>;
}

/** What an import needs to know of a stored note. */
export interface StoredNote extends Pick<NoteRecord, 'recommendationId' | 'audience'> {
  /** The note's `activityId`. */
  id: string;
}

type OwnedClient = Pick<ClientRecord, 'id' | 'accountId'>;

/** How far the sites of a tenant have been measured again by new rules. */
export interface MeasuringProgress {
  /** The number of sites with scans. */
  sites: number;
  /** The number of these sites whose figures are up to date. */
  measured: number;
}

/** Free space that measuring a site again may need, and what is free, in bytes. */
export interface SpaceForMeasuring {
  siteId: string;
  needed: number;
  free: number;
}

export interface ImportSettings {
  /**
   * Whether the import only measures a site again by new rules. It then also reads answers without texts, and stores
   * regions under the codes that imports use (see `storedRegionOf`); of answers that come to share a cell and a run by
   * that, all but one get another run.
   */
  measuresAgain?: boolean;
  /** Called if another import, or the removal of replaced rows, has to end first. */
  onWait?: () => void;
}

/**
 * Thrown if a store cannot serve a call. Unless a subclass says otherwise, nothing was changed and a retry may succeed.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Thrown if the confirmation of a write was lost: the write may or may not have been saved. */
export class StoreUncertain extends StoreUnavailable {
  override name = 'StoreUncertain';
}

/** Thrown by a store with damaged files: it refuses reads and writes, since any result might be wrong. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged';
  readonly fault: string;
  /** @param fault names the table and what is wrong with it, as a sentence without its full stop. */
  constructor(
    fault: string,
    advice = 'Run "npm run check" to see what else is affected, then restore a backup (docs/deploy.md).',
  ) {
    super(`The store is damaged: ${fault}. ${advice}`);
    this.fault = fault;
  }
}

/** Thrown if a newer version of this software has changed the store. */
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

/** The service's store. Reads return null or an empty result for data that does not exist for the tenant. */
export interface Store {
  readonly name: 'memory' | 'clickhouse';

  clients(tenant: Tenant, page: PageRequest): Promise<readonly ListedClient[]>;
  hasClient(tenant: Tenant, clientId: string): Promise<boolean>;
  /** A client with its branding. */
  client(tenant: Tenant, clientId: string): Promise<ClientWithSites | null>;
  clientCount(tenant: Tenant): Promise<number>;
  /** Active sites of one client. */
  sites(tenant: Tenant, clientId: string, page: PageRequest): Promise<readonly SiteRecord[]>;
  site(tenant: Tenant, siteId: string): Promise<SiteDetails | null>;
  /**
   * All active sites, including those without a client.
   * @param words in lower case; each must occur in the name, URL or client's name, ignoring case.
   */
  listedSites(
    tenant: Tenant,
    words: readonly string[],
    page: PageRequest,
  ): Promise<readonly ListedSite[]>;
  /** A site, active or not. */
  listedSite(tenant: Tenant, siteId: string): Promise<ListedSite | null>;
  /** The name and branding of the site's client; null if the site has no client. */
  branding(tenant: Tenant, siteId: string): Promise<NamedBranding | null>;
  /**
   * The same sites as `listedSites`, each with up to `scansPerSite` (2 or more) of its last completed scans, and the
   * number of scans that have failed since. Without a tracked brand, the scans' counts are 0 and their measurements are
   * empty.
   * @param signal as for `filterValues`.
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
   * @param words in lower case; each must occur in the text, ignoring case.
   * @param signal as for `filterValues`.
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
   * @param signal as for `filterValues`.
   */
  promptTexts(
    tenant: Tenant,
    siteId: string,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>>;
  /** Every prompt of a site, in the order in which the prompts were first imported. */
  setupPrompts(tenant: Tenant, siteId: string): Promise<readonly SetupPromptRecord[]>;
  scan(tenant: Tenant, siteId: string, scanId: string): Promise<ScanRecord | null>;
  /**
   * A site's scans, whatever their status, with counts of their answers.
   * @param signal as for `filterValues`.
   */
  scans(
    tenant: Tenant,
    siteId: string,
    page: PageRequest,
    signal?: AbortSignal,
  ): Promise<readonly MeasuredScan[]>;
  /**
   * The models of the answers in scope, by completed scan.
   * @param signal as for `filterValues`.
   */
  models(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<ScanModels>;
  /**
   * The filter values of a site, or of one of its scans; null if the site or the scan does not exist for the tenant.
   * @param signal ends the work when its result is no longer needed; the promise then rejects with the signal's reason.
   */
  filterValues(
    tenant: Tenant,
    siteId: string,
    scanId: string | null,
    signal?: AbortSignal,
  ): Promise<FilterValues | null>;
  /** @param signal as for `filterValues`. */
  timeline(
    tenant: Tenant,
    siteId: string,
    scope: TimelineScope,
    signal?: AbortSignal,
  ): Promise<TimelineCounts>;
  /**
   * Counts the answers in scope of every completed scan in range.
   * @param signal as for `filterValues`.
   */
  counts(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<AnswerCounts>;
  /**
   * The answers that match a search, in the order of `compareAnswers`. Texts are cut to `listedTextLength` characters.
   * @param signal as for `filterValues`.
   */
  answers(
    tenant: Tenant,
    siteId: string,
    search: AnswerSearch,
    page: AnswerPageRequest,
    signal?: AbortSignal,
  ): Promise<readonly FoundAnswer[]>;
  /**
   * The first page of the same list, with the number of answers on all pages at the same data version.
   * @param signal as for `filterValues`.
   */
  firstAnswers(
    tenant: Tenant,
    siteId: string,
    search: AnswerSearch,
    limit: number,
    signal?: AbortSignal,
  ): Promise<FirstAnswers>;
  /**
   * An answer of a listed scan.
   * @param signal as for `filterValues`.
   */
  answer(
    tenant: Tenant,
    siteId: string,
    identity: AnswerIdentity,
    signal?: AbortSignal,
  ): Promise<WholeAnswer | null>;
  /**
   * Counts what the answers in scope cite.
   * @param signal as for `filterValues`.
   */
  sources(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<SourceCounts>;
  /**
   * Counts the pages of a domain that the answers in scope cite.
   * @param domain the spellings of the domain, as `countedDomainOf` returns them.
   * @param signal as for `filterValues`.
   */
  pages(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    domain: readonly string[],
    signal?: AbortSignal,
  ): Promise<PageCounts>;
  /**
   * Counts what platforms searched for to give the answers in scope.
   * @param signal as for `filterValues`.
   */
  searches(
    tenant: Tenant,
    siteId: string,
    scope: AnswerScope,
    signal?: AbortSignal,
  ): Promise<SearchCounts>;
  /** Recommendations of a site, each with its number of visible notes. An unknown `createdAt` is sorted as 0. */
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
   * Notes on a recommendation, newest first, then by `activityId` descending. A tenant that is limited to one client
   * sees only notes for the client too, here and in the calls below.
   * @param page its `after.id` is an `activityId`; by default, the page is the newest `maxNotesReturned` notes.
   */
  notes(
    tenant: Tenant,
    siteId: string,
    recommendationId: string,
    page?: PageRequest,
  ): Promise<readonly NoteRecord[]>;
  /** A note; null if it does not exist for the tenant. */
  note(tenant: Tenant, note: NoteIdentity): Promise<NoteRecord | null>;
  /**
   * Adds a note. The limit of `maxNotesPerRecommendation` is exact within a process; hosts that share a server may
   * exceed it with concurrent notes.
   * @returns once the note is durable, the newest notes, this one first, at most `maxNotesReturned`; or why the note
   * was not added.
   */
  addNote(tenant: Tenant, note: NoteRecord): Promise<readonly NoteRecord[] | NoteRefusal>;
  /**
   * Changes a note. Its earlier text is removed for good within two minutes.
   * @param at the time of the change.
   * @returns once the change is durable, the changed note; or why it was not changed.
   */
  changeNote(
    tenant: Tenant,
    note: NoteIdentity,
    change: NoteChange,
    at: Instant,
  ): Promise<NoteRecord | NoteRefusal>;
  /**
   * Removes a note from every read at once, and for good within two minutes.
   * @param at the time of the removal.
   * @returns false if it does not exist for the tenant.
   */
  removeNote(tenant: Tenant, note: NoteIdentity, at: Instant): Promise<boolean>;

  /** Includes revoked and expired keys. */
  keyByDigest(digest: string): Promise<KeyRecord | null>;
  keys(): Promise<readonly KeyRecord[]>;
  /**
   * Saves all of the keys or none; they are durable once the promise resolves. A record replaces the one with the same
   * ID, except for its restrictions: see `keepRestrictions`.
   */
  putKeys(...keys: readonly KeyRecord[]): Promise<void>;
  /**
   * Applies the restrictions of known keys in this process while the disk is full: see `keepRestrictions`. They are
   * written once there is space.
   */
  restrictInMemory(...keys: readonly KeyRecord[]): void;
  recordKeyUses(uses: ReadonlyMap<string, Instant>): Promise<void>;
  /**
   * How often each key signed in, and when it last did so; keys that never did are left out. Does not need to write, so
   * that it also works on a full disk.
   */
  signIns(keys: readonly IssuedKey[]): Promise<ReadonlyMap<string, SignIns>>;

  /**
   * Adds a record to the audit trail. Records are written after a second; while they cannot be written, they are held
   * in memory, up to a limit.
   */
  recordAudit(record: AuditRecord): void;
  /**
   * The newest matching records of the audit trail, oldest first, including those just added, even if the disk is full
   * and they cannot be written. The read crosses tenants, so it is only for the operator.
   */
  audit(query: AuditQuery): Promise<readonly AuditRecord[]>;

  /**
   * The version of a site's data, or of all data. It changes with every committed import that can change what reads
   * return. If the store removes old texts, it also changes every hour; until then, a cached report may still count
   * removed citations.
   */
  dataVersion(siteId?: string): Promise<string>;
  readonly lookups: ImportLookups;
  readonly operatorReads: OperatorReads;
  /** The scans that the service runs itself. */
  readonly ledger: Ledger;
  /** Begins an import as soon as no other is in progress. */
  beginImport(settings?: ImportSettings): Promise<ImportWriter>;

  /** Every site that has to be measured again by new rules. */
  pendingSites(): Promise<readonly string[]>;
  /** Whether `pendingSites` last returned any. */
  isMeasuringAgain(): boolean;
  measuringProgress(tenant: Tenant): Promise<MeasuringProgress>;
  /** Reads everything and reports damage. It also works on a store that refuses reads because it is damaged. */
  check(): Promise<StoreCheck>;
  /** @throws StoreUnavailable if the store cannot serve reads. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The parts of a store that an import needs. */
export type ImportTarget = Pick<Store, 'lookups' | 'beginImport'>;
