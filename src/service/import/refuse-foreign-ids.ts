import type { Catalogue } from '../records/catalogue.ts';
import { recordReaders } from '../store/record-readers.ts';
import type { ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords } from './gathered-records.ts';

const siteTables = ['brands', 'prompts', 'scans', 'recommendations'] as const;
const tables = ['clients', 'sites', ...siteTables] as const;

/** The fault of a record whose ID belongs elsewhere. */
export const createMoveFault = (field: 'accountId' | 'siteId', owner: 'account' | 'site') => ({
  field,
  reason: `differs from the record that has or had this ID, which cannot move to another ${owner}`,
});

/** Reads the account of each client and site that the import would write, and of the given stored sites. */
async function readAccounts(
  siteIds: readonly string[],
  catalogue: Catalogue,
  lookups: Pick<ImportLookups, 'sites'>,
): Promise<ReadonlyMap<string, string>> {
  const stored = await lookups.sites([...new Set(siteIds)]);
  const owned = [...stored, ...catalogue.sites, ...catalogue.clients];
  return new Map(owned.map(({ id, accountId }) => [id, accountId]));
}

/**
 * Adds a fault for each record of the source whose ID was removed from another account than it would come back to, since
 * an ID never changes account, whatever the kind of the removed record. A record that is stored can be given again even
 * if one of another kind with its ID was removed.
 * @param catalogue what the import would write
 */
export async function refuseForeignIds(
  gathered: GatheredRecords,
  catalogue: Catalogue,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const ids = tables.flatMap((table) => [...gathered[table].keys()]);
  const formerOwners = await lookups.formerOwners([...new Set(ids)]);
  if (formerOwners.length === 0) return;
  const ownersById = [...Map.groupBy(formerOwners, ({ id }) => id)];
  const given = tables.flatMap((table) =>
    ownersById.flatMap(([id, owners]) => {
      const entry = gathered[table].get(id);
      return entry ? { table, owners, ...entry } : [];
    }),
  );
  const siteIds = given.flatMap(({ record }) => ('siteId' in record ? record.siteId : []));
  const accountOf = await readAccounts(siteIds, catalogue, lookups);
  for (const { table, owners, record, line } of given) {
    const isOfSite = 'siteId' in record;
    const planned = accountOf.get(isOfSite ? record.siteId : record.id);
    // Without one, a fault has already been added.
    if (planned === undefined || owners.every(({ accountId }) => accountId === planned)) continue;
    const isSameKind = owners.some((owner) => owner.table === table);
    if (!isSameKind && (await recordReaders(lookups)[table]([record.id])).length > 0) continue;
    faults.add(line, createMoveFault(isOfSite ? 'siteId' : 'accountId', 'account'));
  }
}

/**
 * Adds a fault for each record of the source that would go to another account than the given one. What belongs to such
 * a record of the source gets no fault of its own.
 * @param catalogue what the import would write
 */
export async function refuseOtherAccounts(
  account: string,
  gathered: GatheredRecords,
  catalogue: Catalogue,
  lookups: Pick<ImportLookups, 'sites'>,
  faults: Faults,
): Promise<void> {
  const ofSites = ([...siteTables, 'notes'] as const)
    .flatMap((table) => [...gathered[table].values()])
    .filter(({ record }) => !gathered.sites.has(record.siteId));
  const siteIds = ofSites.map(({ record }) => record.siteId);
  const accountOf = await readAccounts(siteIds, catalogue, lookups);
  const check = (ownerId: string, field: string, line: number) => {
    const planned = accountOf.get(ownerId);
    if (planned === undefined || planned === account) return;
    faults.add(line, {
      field,
      reason: 'belongs to another account than the one that --account names',
    });
  };
  for (const { record, line } of gathered.clients.values()) check(record.id, 'accountId', line);
  for (const { record, line } of gathered.sites.values())
    if (!gathered.clients.has(record.clientId ?? ''))
      check(record.id, record.clientId === null ? 'accountId' : 'clientId', line);
  for (const { record, line } of ofSites) check(record.siteId, 'siteId', line);
}
