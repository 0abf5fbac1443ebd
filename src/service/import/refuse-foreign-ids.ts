import type { Catalogue, ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords } from './gathered-records.ts';

const tables = ['clients', 'sites', 'brands', 'prompts', 'scans', 'recommendations'] as const;

/** The fault of a record whose ID belongs elsewhere. */
export const createMoveFault = (field: 'accountId' | 'siteId', owner: 'account' | 'site') => ({
  field,
  reason: `differs from the record that has or had this ID, which cannot move to another ${owner}`,
});

/**
 * Adds a fault for each record of the source whose ID was removed from another account than it would come back to, since
 * an ID never changes account.
 * @param catalogue what the import would write
 */
export async function refuseForeignIds(
  gathered: GatheredRecords,
  catalogue: Catalogue,
  lookups: Pick<ImportLookups, 'formerOwners' | 'sites'>,
  faults: Faults,
): Promise<void> {
  const ids = tables.flatMap((table) => [...gathered[table].keys()]);
  const formerOwners = await lookups.formerOwners([...new Set(ids)]);
  if (formerOwners.length === 0) return;
  const siteIds = formerOwners.flatMap(({ table, id }) => {
    const record = gathered[table].get(id)?.record;
    return record && 'siteId' in record ? record.siteId : [];
  });
  const accountOf = new Map(
    [...(await lookups.sites([...new Set(siteIds)])), ...catalogue.sites, ...catalogue.clients].map(
      ({ id, accountId }) => [id, accountId],
    ),
  );
  for (const { table, id, accountId } of formerOwners) {
    const entry = gathered[table].get(id);
    if (!entry) continue;
    const { record, line } = entry;
    const planned = accountOf.get('siteId' in record ? record.siteId : id);
    // Without one, a fault has already been added.
    if (planned === undefined || planned === accountId) continue;
    faults.add(line, createMoveFault('siteId' in record ? 'siteId' : 'accountId', 'account'));
  }
}
