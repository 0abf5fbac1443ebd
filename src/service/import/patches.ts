import {
  type AccountRecord,
  type BrandRecord,
  type ClientRecord,
  type NoteRecord,
  type PromptRecord,
  type RecommendationRecord,
  type ScanRecord,
  type SiteRecord,
  scanSettingsOf,
} from '../store/records.ts';
import type { ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords, RecordsById } from './gathered-records.ts';
import type { PatchableType, PatchOf, RecordOf, RecordPatch } from './records.ts';

const merge = <A extends object, B extends object>(record: A, patch: B): A & B =>
  Object.assign({}, record, patch);

function addPatch<T extends PatchableType>(
  records: RecordsById<RecordOf<T>>,
  patches: RecordsById<PatchOf<T>>,
  patch: PatchOf<T>,
  line: number,
): void {
  const earlier = records.get(patch.id);
  if (earlier) records.set(patch.id, { record: merge(earlier.record, patch), line });
  else patches.set(patch.id, { record: merge(patches.get(patch.id)?.record ?? {}, patch), line });
}

/**
 * Applies a patch to the source's record with its ID. If the source has had none so far, keeps the patch, together with
 * earlier ones for the same ID, for `applyPatches`.
 */
export function gatherPatch(patch: RecordPatch, line: number, gathered: GatheredRecords): void {
  const { patches } = gathered;
  switch (patch.type) {
    case 'account':
      addPatch(gathered.accounts, patches.account, patch, line);
      break;
    case 'client':
      addPatch(gathered.clients, patches.client, patch, line);
      break;
    case 'site':
      addPatch(gathered.sites, patches.site, patch, line);
      break;
    case 'brand':
      addPatch(gathered.brands, patches.brand, patch, line);
      break;
    case 'prompt':
      addPatch(gathered.prompts, patches.prompt, patch, line);
      break;
    case 'scan':
      addPatch(gathered.scans, patches.scan, patch, line);
      break;
    case 'recommendation':
      addPatch(gathered.recommendations, patches.recommendation, patch, line);
      break;
  }
}

/** Stored records as an import would contain them, by type. */
export const toImported = {
  account: ({ sample, ...account }: AccountRecord): RecordOf<'account'> => ({
    type: 'account',
    ...account,
  }),
  client: (client: ClientRecord): RecordOf<'client'> => ({ type: 'client', ...client }),
  site: ({ collection, ...site }: SiteRecord): RecordOf<'site'> => ({
    type: 'site',
    ...site,
    collection: collection && scanSettingsOf(collection),
  }),
  brand: (brand: BrandRecord): RecordOf<'brand'> => ({ type: 'brand', ...brand }),
  prompt: ({ mentionsTracked, ...prompt }: PromptRecord): RecordOf<'prompt'> => ({
    type: 'prompt',
    ...prompt,
  }),
  scan: ({ rules, ...scan }: ScanRecord): RecordOf<'scan'> => ({ type: 'scan', ...scan }),
  recommendation: (recommendation: RecommendationRecord): RecordOf<'recommendation'> => ({
    type: 'recommendation',
    ...recommendation,
  }),
  note: ({ activityId, authorKeyId, ...note }: NoteRecord): RecordOf<'note'> => ({
    type: 'note',
    id: activityId,
    ...note,
  }),
} as const;

/**
 * Reads the stored brands, prompts and scans that the source changes in part, and the brands that it removes, since their
 * sites are measured again.
 */
export async function readChangedRecords(
  { patches, removals }: GatheredRecords,
  lookups: ImportLookups,
): Promise<readonly { siteId: string }[]> {
  return [
    ...(await lookups.brandsById([...patches.brand.keys(), ...removals.brand.keys()])),
    ...(await lookups.prompts([...patches.prompt.keys()])),
    ...(await lookups.scans([...patches.scan.keys()])),
  ];
}

/**
 * Reads the stored records that the source changes in part, and adds them with their changes to those of the source, as
 * if it contained them. Adds a fault for each that is not stored.
 */
export async function applyPatches(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  async function apply<T extends PatchableType, S extends { id: string }>(
    type: T,
    records: RecordsById<RecordOf<T>>,
    patches: RecordsById<PatchOf<T>>,
    read: (ids: readonly string[]) => Promise<readonly S[]>,
    convert: (stored: S) => RecordOf<T>,
  ): Promise<void> {
    if (patches.size === 0) return;
    const stored = new Map((await read([...patches.keys()])).map((record) => [record.id, record]));
    for (const [id, { record: patch, line }] of patches) {
      const storedRecord = stored.get(id);
      if (storedRecord) records.set(id, { record: merge(convert(storedRecord), patch), line });
      else
        faults.add(line, {
          field: 'id',
          reason: `no stored ${type} has this ID, so nothing can be changed`,
        });
    }
  }
  const { patches } = gathered;
  const readAccounts = () => lookups.accounts();
  await apply('account', gathered.accounts, patches.account, readAccounts, toImported.account);
  await apply('client', gathered.clients, patches.client, lookups.clients, toImported.client);
  await apply('site', gathered.sites, patches.site, lookups.sites, toImported.site);
  await apply('brand', gathered.brands, patches.brand, lookups.brandsById, toImported.brand);
  await apply('prompt', gathered.prompts, patches.prompt, lookups.prompts, toImported.prompt);
  await apply('scan', gathered.scans, patches.scan, lookups.scans, toImported.scan);
  await apply(
    'recommendation',
    gathered.recommendations,
    patches.recommendation,
    lookups.recommendations,
    toImported.recommendation,
  );
}
