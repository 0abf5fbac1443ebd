import type { Catalogue, ImportLookups } from '../store/store.ts';

/** The IDs of every account whose data an import changes. */
export async function findTouchedAccounts(
  catalogue: Catalogue,
  lookups: Pick<ImportLookups, 'sites'>,
): Promise<readonly string[]> {
  const { accounts, clients, sites } = catalogue;
  const known = new Set(sites.map(({ id }) => id));
  const ofSites = [catalogue.brands, catalogue.prompts, catalogue.scans, catalogue.recommendations];
  const others = new Set(ofSites.flatMap((records) => records.map(({ siteId }) => siteId)));
  const stored = await lookups.sites([...others].filter((id) => !known.has(id)));
  const owned = [...clients, ...sites, ...stored].map(({ accountId }) => accountId);
  return [...new Set([...accounts.map(({ id }) => id), ...owned])];
}
