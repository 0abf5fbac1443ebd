import { maxNotesPerRecommendation } from '../../contract/resources.ts';
import { maxSitesPerAccount } from '../../contract/sightline/setup.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { createMentionFinder } from '../measure/mentions.ts';
import type { Catalogue } from '../records/catalogue.ts';
import { scanRules } from '../records/scan.ts';
import { isPlatform, type StoredScanSettings } from '../records/site.ts';
import {
  type AccountRecord,
  type BrandRecord,
  type ClientBranding,
  type ClientRecord,
  type Instant,
  type NoteRecord,
  noBranding,
  type PromptRecord,
  type RecommendationRecord,
  type ScanRecord,
  type SiteRecord,
} from '../store/records.ts';
import type { TextCount } from '../store/scan-rows.ts';
import { type ImportLookups, maxBrandsPerSite } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type {
  AnswerTotals,
  GatheredRecords,
  RecordsById,
  RecordWithLine,
} from './gathered-records.ts';
import { Owners } from './owners.ts';
import { applyPatches } from './patches.ts';
import type { RecordOf } from './records.ts';
import { createMoveFault, refuseForeignIds } from './refuse-foreign-ids.ts';
import type { Removals } from './removals.ts';

/** What to write before any answer, the sites to which answers belong, and the brands that answers may mention. */
export interface Plan {
  catalogue: Catalogue;
  notes: readonly NoteRecord[];
  siteOfScan: ReadonlyMap<string, string>;
  siteOfPrompt: ReadonlyMap<string, string>;
  brandsOfSite: ReadonlyMap<string, readonly BrandRecord[]>;
  /** Stored scans whose texts are measured again, because brands of their sites are new, removed or have other aliases. */
  scansToRemeasure: readonly TextCount[];
  /** Stored scans that cannot be measured again, or only in part, since not all texts of their answers are stored. */
  unmeasurableScans: readonly ScanRecord[];
}

interface PlanOptions {
  /** The account for clients and sites that do not name one; if null, `Owners` chooses it. */
  account: string | null;
  /** Whether the import is sample data. */
  sample: boolean;
  /** The time of the import. */
  now: Instant;
}

const indexById = <T extends { id: string }>(records: readonly T[]) =>
  new Map(records.map((record) => [record.id, record]));

const groupBySite = <T extends { siteId: string }>(records: Iterable<T>) =>
  Map.groupBy(records, (record) => record.siteId);

/** Adds a fault for each record that would move to another account or site. */
function refuseMoves<T extends { id: string }>(
  imported: RecordsById<{ id: string }>,
  stored: ReadonlyMap<string, T>,
  ownerOf: (record: T) => string,
  plannedOwnerOf: (id: string) => string | undefined,
  field: 'accountId' | 'siteId',
  faults: Faults,
): void {
  for (const [id, { line }] of imported) {
    const before = stored.get(id);
    const after = plannedOwnerOf(id);
    if (before && after !== undefined && ownerOf(before) !== after) {
      faults.add(line, createMoveFault(field, field === 'siteId' ? 'site' : 'account'));
    }
  }
}

/**
 * Adds a fault for each agency with stored clients that would become a business, which has no clients. Clients of the
 * source are refused with the business that they would belong to.
 */
async function refuseBusinessesWithClients(
  gathered: GatheredRecords,
  stored: readonly AccountRecord[],
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const changedIds = stored
    .filter(({ id, kind }) => kind === 'agency' && isBusiness(gathered.accounts.get(id)))
    .map(({ id }) => id);
  if (changedIds.length === 0) return;
  const clients = await lookups.clientsOfAccounts(changedIds);
  for (const id of new Set(clients.map(({ accountId }) => accountId))) {
    faults.add(gathered.accounts.get(id)?.line ?? 0, {
      field: 'kind',
      reason:
        'must stay agency, since the stored account has clients, which a business cannot have',
    });
  }
}

const isBusiness = (entry: RecordWithLine<RecordOf<'account'>> | undefined): boolean =>
  entry?.record.kind === 'business';

/** The branding of an imported client, with the stored value of each field that it lacks. */
const brandingOf = (imported: RecordOf<'client'>, stored: ClientBranding): ClientBranding => ({
  logo: imported.logo ?? stored.logo,
  accent: imported.accent ?? stored.accent,
  reportName: imported.reportName ?? stored.reportName,
});

async function planClients(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  owners: Owners,
  faults: Faults,
): Promise<Map<string, ClientRecord>> {
  const storedClients = indexById(await lookups.clients([...gathered.clients.keys()]));
  const clients = new Map<string, ClientRecord>();
  for (const entry of gathered.clients.values()) {
    const { type, updatedAt, accountId, ...client } = entry.record;
    const storedClient = storedClients.get(client.id);
    const owner = owners.findAccount(entry, storedClient);
    if (!owner) continue;
    clients.set(client.id, {
      ...client,
      accountId: owner.id,
      updatedAt: updatedAt ?? client.createdAt,
      ...brandingOf(entry.record, storedClient ?? noBranding),
    });
  }
  const plannedOwnerOf = (id: string) => clients.get(id)?.accountId;
  refuseMoves(
    gathered.clients,
    storedClients,
    (client) => client.accountId,
    plannedOwnerOf,
    'accountId',
    faults,
  );
  return clients;
}

/**
 * The ID of a site's account; null if none is found. Adds a fault if the site names an account other than its client's,
 * or belongs to an agency but has no client.
 */
function findOwnerOfSite(
  entry: RecordWithLine<RecordOf<'site'>>,
  client: ClientRecord | null,
  stored: SiteRecord | undefined,
  owners: Owners,
  faults: Faults,
): string | null {
  const { line } = entry;
  const { accountId } = entry.record;
  if (client) {
    if (accountId !== null && accountId !== client.accountId) {
      faults.add(line, { field: 'accountId', reason: 'is not the account of its client' });
    }
    return client.accountId;
  }
  const account = owners.findAccount(entry, stored);
  if (account?.kind === 'agency') {
    faults.add(line, { field: 'clientId', reason: "is missing, and an agency's site needs one" });
  }
  return account?.id ?? null;
}

/**
 * Where and when a site's questions are asked after the import. Platforms stay that only a later version knows, since no
 * import can name them. Times before the import are not due by a schedule that it changes, nor on a site that it restores.
 */
function scanSettingsAfterImport(
  { collection, active }: RecordOf<'site'>,
  stored: SiteRecord | undefined,
  now: Instant,
): StoredScanSettings | null {
  const storedScanSettings = stored?.collection ?? null;
  const settings = collection ?? storedScanSettings;
  if (settings === null) return null;
  const hasSameSchedule =
    storedScanSettings !== null &&
    JSON.stringify(settings.schedule) === JSON.stringify(storedScanSettings.schedule);
  const isRestored = active && stored?.active === false;
  const unknown = storedScanSettings?.platforms.filter((id) => !isPlatform(id)) ?? [];
  return {
    ...settings,
    platforms: [...settings.platforms.filter(isPlatform), ...unknown],
    since: hasSameSchedule && !isRestored ? storedScanSettings.since : now,
  };
}

async function planSites(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  owners: Owners,
  clients: ReadonlyMap<string, ClientRecord>,
  now: Instant,
  faults: Faults,
): Promise<Map<string, SiteRecord>> {
  const clientIds = [...gathered.sites.values()].flatMap(({ record }) => record.clientId ?? []);
  const storedClients = indexById(await lookups.clients(clientIds));
  const storedSites = indexById(await lookups.sites([...gathered.sites.keys()]));
  const sites = new Map<string, SiteRecord>();
  for (const entry of gathered.sites.values()) {
    const { type, updatedAt, accountId, ...site } = entry.record;
    const { clientId } = site;
    const client =
      clientId === null ? null : (clients.get(clientId) ?? storedClients.get(clientId));
    if (client === undefined) {
      // If the source contains the client, a fault has already been added for it.
      if (!gathered.clients.has(clientId ?? '')) {
        faults.add(entry.line, { field: 'clientId', reason: 'no client has this ID' });
      }
      continue;
    }
    const storedSite = storedSites.get(site.id);
    const ownerId = findOwnerOfSite(entry, client, storedSite, owners, faults);
    if (ownerId === null) continue;
    sites.set(site.id, {
      ...site,
      accountId: ownerId,
      updatedAt: updatedAt ?? site.createdAt,
      collection: scanSettingsAfterImport(entry.record, storedSite, now),
    });
  }
  await refuseSurplusSites(gathered.sites, sites, storedSites, lookups, faults);
  const plannedOwnerOf = (id: string) => sites.get(id)?.accountId;
  refuseMoves(
    gathered.sites,
    storedSites,
    (site) => site.accountId,
    plannedOwnerOf,
    'accountId',
    faults,
  );
  return sites;
}

/** Adds a fault for the first new site of each account that would then have more than the maximum. */
async function refuseSurplusSites(
  gathered: GatheredRecords['sites'],
  sites: ReadonlyMap<string, SiteRecord>,
  storedSites: ReadonlyMap<string, SiteRecord>,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const newSites = [...sites.values()].filter(({ id }) => !storedSites.has(id));
  for (const [accountId, added] of Map.groupBy(newSites, (site) => site.accountId)) {
    const stored = await lookups.sitesOfAccounts([accountId]);
    const surplusSite = added[Math.max(0, maxSitesPerAccount - stored.length)];
    if (!surplusSite) continue;
    faults.add(gathered.get(surplusSite.id)?.line ?? 0, {
      field: 'id',
      reason: `is that of a new site, but the account would then have more than ${maxSitesPerAccount.toLocaleString('en')} sites, the maximum`,
    });
  }
}

/** Adds a fault for each record whose site is neither in the input nor stored. */
async function refuseUnknownSites(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  sites: ReadonlyMap<string, SiteRecord>,
  faults: Faults,
): Promise<void> {
  const { brands, prompts, scans, recommendations, notes } = gathered;
  const siteRecords = [brands, prompts, scans, recommendations, notes].flatMap((table) => [
    ...table.values(),
  ]);
  // A site of the input is absent from `sites` only if a fault has already been added.
  const isOutsideSource = (id: string) => !sites.has(id) && !gathered.sites.has(id);
  const outsideIds = new Set(
    siteRecords.map(({ record }) => record.siteId).filter(isOutsideSource),
  );
  const storedSites = indexById(await lookups.sites([...outsideIds]));
  for (const { record, line } of siteRecords) {
    if (outsideIds.has(record.siteId) && !storedSites.has(record.siteId)) {
      faults.add(line, { field: 'siteId', reason: 'no site has this ID' });
    }
  }
}

function toBrand({ type, aliases, ...brand }: RecordOf<'brand'>): BrandRecord {
  return { ...brand, aliases: aliases ?? [brand.name] };
}

/**
 * The brands of each site after the import (the stored ones, with those of the input added or replaced by ID), and the
 * IDs of sites whose imported brands are new or have changed aliases.
 */
async function planBrands(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  siteIds: readonly string[],
  faults: Faults,
): Promise<{ bySite: Map<string, readonly BrandRecord[]>; changedSiteIds: string[] }> {
  const imported = [...gathered.brands.values()].map(({ record }) => toBrand(record));
  const storedById = indexById(await lookups.brandsById(imported.map((brand) => brand.id)));
  const plannedOwnerOf = (id: string) => gathered.brands.get(id)?.record.siteId;
  refuseMoves(
    gathered.brands,
    storedById,
    (brand) => brand.siteId,
    plannedOwnerOf,
    'siteId',
    faults,
  );
  const allBrands = indexById([...(await lookups.brandsOfSites(siteIds)), ...imported]);
  const bySite = groupBySite(allBrands.values());
  for (const brands of bySite.values()) {
    // Stored brands come first, so those beyond the limit are from the source.
    const surplusBrand = gathered.brands.get(brands[maxBrandsPerSite]?.id ?? '');
    if (surplusBrand) {
      const reason = `names a site that would then have more than ${maxBrandsPerSite.toLocaleString('en')} brands, the maximum`;
      faults.add(surplusBrand.line, { field: 'siteId', reason });
    }
    const trackedBrands = brands.filter((brand) => brand.role === 'tracked');
    const secondBrand = trackedBrands.findLast((brand) => gathered.brands.has(brand.id));
    if (trackedBrands.length < 2 || !secondBrand) continue;
    const line = gathered.brands.get(secondBrand.id)?.line ?? 0;
    faults.add(line, {
      field: 'role',
      reason: 'must not be tracked, since the site has another tracked brand',
    });
  }
  const changedBrands = imported.filter(
    (brand) => !hasSameAliases(brand, storedById.get(brand.id)),
  );
  return { bySite, changedSiteIds: [...new Set(changedBrands.map(({ siteId }) => siteId))] };
}

/** Whether a brand's aliases are the same as the stored ones, so that the same texts mention it as before. */
const hasSameAliases = (brand: BrandRecord, stored: BrandRecord | undefined): boolean =>
  stored !== undefined &&
  new Set(brand.aliases).symmetricDifference(new Set(stored.aliases)).size === 0;

/**
 * The stored scans that brands affect: those with stored texts; those that must be written again, which on sites that
 * lose a brand includes scans without texts; and, on sites whose brands are new or have changed aliases, those with
 * answers whose text is not stored.
 */
async function planRemeasuring(
  changedSiteIds: readonly string[],
  shrunkSiteIds: readonly string[],
  lookups: ImportLookups,
) {
  const siteIds = [...new Set([...changedSiteIds, ...shrunkSiteIds])];
  const counts = await lookups.textCounts(siteIds);
  const scans = indexById(await lookups.scansOfSites(siteIds));
  const recordOf = ({ scanId }: TextCount) => scans.get(scanId) ?? [];
  const [changed, shrunk] = [new Set(changedSiteIds), new Set(shrunkSiteIds)];
  return {
    scansToRemeasure: counts.filter(({ texts }) => texts > 0),
    recordsToRewrite: counts
      .filter(({ siteId, texts }) => texts > 0 || shrunk.has(siteId))
      .flatMap(recordOf),
    unmeasurableScans: counts
      .filter(({ siteId, answers, texts }) => texts < answers && changed.has(siteId))
      .flatMap(recordOf),
  };
}

/** Creates a function that tests whether a text mentions the tracked one of a site's brands. */
export function createTrackedBrandTester(
  brands: readonly BrandRecord[],
): (text: string) => boolean {
  const find = createMentionFinder(brands.filter((brand) => brand.role === 'tracked'));
  return (text) => find(text).length > 0;
}

/**
 * Prompts of the input, and stored ones of sites that get or lose brands, with `mentionsTracked` computed.
 * @param shrunkSiteIds the sites that lose brands.
 */
async function planPrompts(
  gathered: GatheredRecords,
  shrunkSiteIds: readonly string[],
  lookups: ImportLookups,
  brandsOfSite: ReadonlyMap<string, readonly BrandRecord[]>,
  faults: Faults,
): Promise<PromptRecord[]> {
  const ids = [...gathered.prompts.keys()];
  const storedById = indexById(await lookups.prompts(ids));
  const plannedOwnerOf = (id: string) => gathered.prompts.get(id)?.record.siteId;
  refuseMoves(
    gathered.prompts,
    storedById,
    (prompt) => prompt.siteId,
    plannedOwnerOf,
    'siteId',
    faults,
  );

  const brandSiteIds = [...gathered.brands.values()].map(({ record }) => record.siteId);
  const siteIds = [...new Set([...brandSiteIds, ...shrunkSiteIds])];
  const prompts = new Map<string, Omit<PromptRecord, 'mentionsTracked'>>();
  for (const prompt of await lookups.promptsOfSites(siteIds)) prompts.set(prompt.id, prompt);
  for (const { record } of gathered.prompts.values()) {
    const { type, ...prompt } = record;
    const retired = prompt.retired ?? storedById.get(prompt.id)?.retired ?? false;
    prompts.set(prompt.id, { ...prompt, retired });
  }
  const testers = new Map(
    [...brandsOfSite].map(([siteId, brands]) => [siteId, createTrackedBrandTester(brands)]),
  );
  const planned: PromptRecord[] = [];
  await handleInStretches(prompts.values(), (prompt) => {
    const mentionsTracked = testers.get(prompt.siteId)?.(prompt.text) ?? false;
    planned.push({ ...prompt, mentionsTracked });
  });
  return planned;
}

/**
 * Which rules will have measured a scan after the import. A scan that earlier rules measured in part becomes pending, so
 * that `measureSite` finds out whether the import has replaced all answers without a text.
 */
function rulesAfterImport(
  stored: ScanRecord | undefined,
  { answers, measured }: AnswerTotals,
): number {
  const rules = stored?.rules ?? scanRules.none;
  if (rules === scanRules.partlyFirst && answers > 0) return scanRules.pending;
  if (rules === scanRules.partlySecond && answers > 0) return scanRules.pendingSecond;
  return rules === scanRules.none && measured > 0 ? scanRules.current : rules;
}

const noAnswers: AnswerTotals = { answers: 0, measured: 0 };

/** Scans of the input, and stored ones that receive answers. */
async function planScans(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<ScanRecord[]> {
  const scans = [...gathered.scans.values()].map(({ record }): ScanRecord => {
    const { type, updatedAt, ...scan } = record;
    return {
      ...scan,
      updatedAt: updatedAt ?? scan.completedAt ?? scan.startedAt ?? scan.createdAt,
    };
  });
  const storedScans = indexById(
    await lookups.scans([...gathered.scans.keys(), ...gathered.answeredScans.keys()]),
  );
  const plannedOwnerOf = (id: string) => gathered.scans.get(id)?.record.siteId;
  refuseMoves(gathered.scans, storedScans, (scan) => scan.siteId, plannedOwnerOf, 'siteId', faults);
  const storedScanIds = [...gathered.answeredScans.keys()].filter((id) => !gathered.scans.has(id));
  const allScans = [...scans, ...storedScanIds.flatMap((id) => storedScans.get(id) ?? [])];
  return allScans.map((scan) => ({
    ...scan,
    rules: rulesAfterImport(
      storedScans.get(scan.id),
      gathered.answeredScans.get(scan.id) ?? noAnswers,
    ),
  }));
}

/** The notes of the input that are not stored yet. */
async function planNotes(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<NoteRecord[]> {
  const entries = [...gathered.notes.values()];
  const ids = [...new Set(entries.map(({ record }) => record.recommendationId))];
  const recommendations = indexById<{ id: string; siteId: string }>([
    ...(await lookups.recommendations(ids)),
    ...[...gathered.recommendations.values()].map(({ record }) => record),
  ]);
  const stored = await lookups.notesOfRecommendations(ids);
  const storedIds = new Set(stored.map(({ id }) => id));
  const listOf = (note: Pick<NoteRecord, 'recommendationId' | 'audience'>) =>
    `${note.recommendationId} ${note.audience}`;
  const counts = new Map(
    [...Map.groupBy(stored, listOf)].map(([list, notes]) => [list, notes.length]),
  );
  return entries.flatMap(({ record: { type, id: activityId, ...note }, line }) => {
    const { siteId, recommendationId } = note;
    const refuse = (reason: string) => faults.add(line, { field: 'recommendationId', reason });
    const recommendation = recommendations.get(recommendationId);
    if (!recommendation) refuse('no recommendation has this ID');
    else if (recommendation.siteId !== siteId) refuse('belongs to a different site from the note');
    if (storedIds.has(activityId)) return [];
    const count = (counts.get(listOf(note)) ?? 0) + 1;
    counts.set(listOf(note), count);
    if (count > maxNotesPerRecommendation) {
      refuse(
        `names a recommendation that would then have more than ${maxNotesPerRecommendation.toLocaleString('en')} notes ${note.audience === 'team' ? 'for the team' : 'for the client too'}, the maximum`,
      );
    }
    return [{ activityId, authorKeyId: null, ...note }];
  });
}

/**
 * Checks that a source is consistent in itself and with the store, and determines what to write before any answer. Adds
 * a fault for each conflict or broken reference. References in answers are checked later, when the answers are
 * measured.
 * @param lookups must not find the removed records: see `lookupsWithout`.
 */
export async function planImport(
  gathered: GatheredRecords,
  removals: Removals,
  lookups: ImportLookups,
  options: PlanOptions,
  faults: Faults,
): Promise<Plan> {
  const { account, sample, now } = options;
  await applyPatches(gathered, lookups, faults);
  const imported = [...gathered.accounts.values()].map(({ record: { id, name, kind } }) => ({
    id,
    name,
    kind,
    sample,
  }));
  const stored = await lookups.accounts();
  await refuseBusinessesWithClients(gathered, stored, lookups, faults);
  const owners = new Owners({ imported, stored, account, sample }, faults);
  const clients = await planClients(gathered, lookups, owners, faults);
  const sites = await planSites(gathered, lookups, owners, clients, now, faults);
  await refuseUnknownSites(gathered, lookups, sites, faults);
  const scans = await planScans(gathered, lookups, faults);
  const shrunkSiteIds = [
    ...new Set(
      removals
        .in('brands')
        .flatMap(({ ownerId }) => (removals.has('sites', ownerId) ? [] : ownerId)),
    ),
  ];
  const siteIds = new Set(
    [
      ...shrunkSiteIds.map((siteId) => ({ siteId })),
      ...scans,
      ...[...gathered.prompts.values(), ...gathered.brands.values()].map((entry) => entry.record),
    ].map((record) => record.siteId),
  );
  const brands = await planBrands(gathered, lookups, [...siteIds], faults);
  const brandsOfSite = brands.bySite;
  const { scansToRemeasure, recordsToRewrite, unmeasurableScans } = await planRemeasuring(
    brands.changedSiteIds,
    shrunkSiteIds,
    lookups,
  );
  const plannedScanIds = new Set(scans.map(({ id }) => id));
  scans.push(...recordsToRewrite.filter(({ id }) => !plannedScanIds.has(id)));
  const prompts = await planPrompts(gathered, shrunkSiteIds, lookups, brandsOfSite, faults);
  const storedPromptIds = [...gathered.answeredPromptIds].filter((id) => !gathered.prompts.has(id));
  const storedPrompts = await lookups.prompts(storedPromptIds);
  const recommendations: RecommendationRecord[] = [...gathered.recommendations.values()].map(
    ({ record: { type, ...recommendation } }) => recommendation,
  );
  const storedRecommendations = indexById(
    await lookups.recommendations(recommendations.map(({ id }) => id)),
  );
  const plannedOwnerOf = (id: string) => gathered.recommendations.get(id)?.record.siteId;
  refuseMoves(
    gathered.recommendations,
    storedRecommendations,
    (recommendation) => recommendation.siteId,
    plannedOwnerOf,
    'siteId',
    faults,
  );
  const catalogue = {
    accounts: owners.accounts,
    clients: [...clients.values()],
    sites: [...sites.values()],
    brands: [...gathered.brands.values()].map(({ record }) => toBrand(record)),
    prompts,
    scans,
    recommendations,
  };
  await refuseForeignIds(gathered, catalogue, lookups, faults);
  return {
    notes: await planNotes(gathered, lookups, faults),
    catalogue,
    siteOfScan: new Map(scans.map((scan) => [scan.id, scan.siteId])),
    siteOfPrompt: new Map(
      [...storedPrompts, ...prompts].map((prompt) => [prompt.id, prompt.siteId]),
    ),
    brandsOfSite,
    scansToRemeasure,
    unmeasurableScans,
  };
}
