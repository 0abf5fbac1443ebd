import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { maxNotesReturned } from '../../contract/resources.ts';
import { catalogueRecords as records } from '../records/catalogue.ts';
import { note } from '../records/note.ts';
import type {
  AccountRecord,
  ClientRecord,
  NoteRecord,
  RecommendationRecord,
  SiteRecord,
} from '../store/records.ts';
import type { PageRequest, PageStart, Store, Tenant } from '../store/store.ts';
import { toAnswerLine, toRecordLine } from './to-line.ts';

/** The site or client to export. */
export interface ExportSubject {
  kind: 'site' | 'client';
  /** A lowercase UUID. */
  id: string;
  /** Whether to leave out notes for the team, because the client will get the file. */
  isForClient: boolean;
}

/** What an export begins with: the owners of the data, and the sites whose data follows. */
export interface ExportRoots {
  account: AccountRecord;
  /** Null for the site of a business. */
  client: ClientRecord | null;
  /** By ID. */
  sites: readonly SiteRecord[];
}

/** The numbers of exported records, named like those of an import. */
export const ExportCounts = v.object({
  answers: v.number(),
  scans: v.number(),
  accountRecords: v.number(),
  clients: v.number(),
  sites: v.number(),
  brands: v.number(),
  prompts: v.number(),
  recommendations: v.number(),
  notes: v.number(),
});
export type ExportCounts = v.InferOutput<typeof ExportCounts>;

/** How many recommendations are read at once. */
const recommendationsPerRead = 100;

/** Whole lines of an import file. */
const chunkOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** Reads all entries of a list that is read in pages, newest first. */
async function readAllPages<T>(
  read: (page: PageRequest) => Promise<readonly T[]>,
  limit: number,
  startAfter: (last: T) => PageStart,
): Promise<T[]> {
  const entries: T[] = [];
  for (let after: PageStart | null = null; ; ) {
    const page: readonly T[] = await read({ after, limit });
    for (const entry of page) entries.push(entry);
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return entries;
    after = startAfter(last);
  }
}

/** Finds what to export; null if no site or client has the ID. */
export async function findExportRoots(
  { lookups }: Store,
  { kind, id }: ExportSubject,
): Promise<ExportRoots | null> {
  const [site] = kind === 'site' ? await lookups.sites([id]) : [];
  const clientId = kind === 'client' ? id : (site?.clientId ?? null);
  const [client = null] = clientId === null ? [] : await lookups.clients([clientId]);
  const owner = site ?? client;
  if (!owner) return null;
  const account = (await lookups.accounts()).find((candidate) => candidate.id === owner.accountId);
  if (!account) return null;
  const sites = site
    ? [site]
    : (await lookups.sitesOfAccounts([account.id])).filter((one) => one.clientId === clientId);
  return { account, client, sites: sites.toSorted(byId) };
}

/**
 * Reads everything that is stored of the roots, as an import file in chunks of whole lines. Memory does not grow with the
 * number of answers. The data must not change meanwhile, so the caller has to hold the lock of imports.
 * @param options.isForClient as in `ExportSubject`.
 * @param counts is added to as records are read.
 * @param signal ends the work between batches of answers; the iterator then throws the signal's reason.
 */
export async function* readExport(
  store: Store,
  { account, client, sites }: ExportRoots,
  { isForClient }: Pick<ExportSubject, 'isForClient'>,
  counts: ExportCounts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  counts.accountRecords += 1;
  counts.clients += client ? 1 : 0;
  yield chunkOf([
    toRecordLine(records.accounts, account),
    ...(client ? [toRecordLine(records.clients, client)] : []),
  ]);
  for (const site of sites) {
    const tenant = { accountId: account.id, clientId: null };
    yield* readSite(store, tenant, { site, isForClient }, counts);
    yield* readScans(store, site.id, counts, signal);
  }
}

/** Reads a site's records other than scans and answers. */
async function* readSite(
  store: Store,
  tenant: Tenant,
  { site, isForClient }: { site: SiteRecord; isForClient: boolean },
  counts: ExportCounts,
): AsyncGenerator<string> {
  const { lookups } = store;
  const brands = (await lookups.brandsOfSites([site.id])).toSorted(byId);
  const prompts = (await lookups.promptsOfSites([site.id])).toSorted(byId);
  counts.sites += 1;
  counts.brands += brands.length;
  counts.prompts += prompts.length;
  yield chunkOf([
    toRecordLine(records.sites, site),
    ...brands.map((brand) => toRecordLine(records.brands, brand)),
    ...prompts.map((prompt) => toRecordLine(records.prompts, prompt)),
  ]);
  const recommendations = await readAllPages(
    (page) => store.recommendations(tenant, site.id, page),
    recommendationsPerRead,
    ({ createdAt, id }) => ({ createdAt: createdAt ?? 0, id }),
  );
  for (const { notes: noteCount, ...recommendation } of recommendations.sort(byId)) {
    const allNotes = noteCount === 0 ? [] : await readNotes(store, tenant, recommendation);
    const notes = allNotes.filter(({ audience }) => audience === 'client' || !isForClient);
    counts.recommendations += 1;
    counts.notes += notes.length;
    yield chunkOf([
      toRecordLine(records.recommendations, recommendation),
      ...notes.map((one) => toRecordLine(note, { ...one, id: one.activityId })),
    ]);
  }
}

/** The notes on a recommendation, newest first. */
const readNotes = (
  store: Store,
  tenant: Tenant,
  { siteId, id }: RecommendationRecord,
): Promise<NoteRecord[]> =>
  readAllPages(
    (page) => store.notes(tenant, siteId, id, page),
    maxNotesReturned,
    ({ createdAt, activityId }) => ({ createdAt, id: activityId }),
  );

async function* readScans(
  { lookups, operatorReads }: Store,
  siteId: string,
  counts: ExportCounts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const scan of (await lookups.scansOfSites([siteId])).toSorted(byId)) {
    counts.scans += 1;
    yield chunkOf([toRecordLine(records.scans, scan)]);
    for await (const answers of operatorReads.answersOfScan(siteId, scan.id)) {
      signal.throwIfAborted();
      counts.answers += answers.length;
      yield chunkOf(answers.map(toAnswerLine));
      await nextTurn();
    }
  }
}
