import type { Catalogue } from '../records/catalogue.ts';
import type { RemovedRecord } from '../store/records.ts';
import type { ImportLookups } from '../store/store.ts';

/** The IDs of all accounts whose data an import changes. */
export async function findTouchedAccounts(
  catalogue: Catalogue,
  notes: readonly { siteId: string }[],
  removed: readonly RemovedRecord[],
  lookups: Pick<ImportLookups, 'sites'>,
): Promise<string[]> {
  const { accounts, clients, sites } = catalogue;
  const { brands, prompts, scans, recommendations } = catalogue;
  const importedIds = new Set(sites.map(({ id }) => id));
  const siteIds = new Set(
    [brands, prompts, scans, recommendations, notes].flatMap((table) =>
      table.map(({ siteId }) => siteId),
    ),
  );
  const removedOwnerIds: string[] = [];
  for (const { table, ownerId } of removed) {
    if (table === 'accounts' || table === 'clients' || table === 'sites')
      removedOwnerIds.push(ownerId);
    else siteIds.add(ownerId);
  }
  const storedSites = await lookups.sites([...siteIds].filter((id) => !importedIds.has(id)));
  const ownerIds = [...clients, ...sites, ...storedSites].map(({ accountId }) => accountId);
  return [...new Set([...accounts.map(({ id }) => id), ...ownerIds, ...removedOwnerIds])];
}
