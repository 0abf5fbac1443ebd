import * as v from 'valibot';
import { type CatalogueTable, catalogueRecords } from '../records/catalogue.ts';
import { tableReaders } from '../store/record-readers.ts';
import type { RemovedRecord } from '../store/records.ts';
import type { ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords } from './gathered-records.ts';
import { type PatchableType, patchableTypes, tableOf } from './records.ts';

/** Numbers of removed records by type, such as `client`. */
export const RemovedCounts = v.record(v.string(), v.number());
type RemovedCounts = v.InferOutput<typeof RemovedCounts>;

/** The records that an import removes: those that its source names, and those that belong to them. */
export class Removals {
  readonly #records = new Map<string, RemovedRecord>();

  add(record: RemovedRecord): void {
    this.#records.set(`${record.table} ${record.id}`, record);
  }

  has(table: CatalogueTable, id: string): boolean {
    return this.#records.has(`${table} ${id}`);
  }

  get records(): readonly RemovedRecord[] {
    return [...this.#records.values()];
  }

  /** The records of a table. */
  in(table: CatalogueTable): readonly RemovedRecord[] {
    return this.records.filter((record) => record.table === table);
  }
}

/** Reads the stored records that the input names. Adds a fault for each that is not stored. */
async function readNamedRecords(
  { removals }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<RemovedRecord[]> {
  const readers = tableReaders(lookups);
  const stored = new Map<PatchableType, readonly { id: string }[]>();
  for (const type of patchableTypes) {
    const ids = [...removals[type].keys()];
    stored.set(type, ids.length === 0 ? [] : await readers[tableOf(type)](ids));
  }
  return patchableTypes.flatMap((type) => {
    const { owner } = catalogueRecords[tableOf(type)];
    const records = new Map(stored.get(type)?.map((record) => [record.id, record]));
    return [...removals[type]].flatMap(([id, line]) => {
      const record = records.get(id);
      if (record)
        return [{ table: tableOf(type), id, ownerId: String(Reflect.get(record, owner)) }];
      faults.add(line, {
        field: 'id',
        reason: `no stored ${type} has this ID, so nothing can be removed`,
      });
      return [];
    });
  });
}

/** Adds the clients and sites of removed accounts, and the sites of removed clients that the input does not move. */
async function addOwned(
  removals: Removals,
  { sites, patches }: GatheredRecords,
  lookups: ImportLookups,
): Promise<void> {
  const removedAccounts = removals.in('accounts').map(({ id }) => id);
  for (const { id, accountId } of await lookups.clientsOfAccounts(removedAccounts))
    removals.add({ table: 'clients', id, ownerId: accountId });
  const accountIds = new Set(
    [...removals.in('accounts'), ...removals.in('clients')].map(({ ownerId }) => ownerId),
  );
  for (const { id, accountId, clientId } of await lookups.sitesOfAccounts([...accountIds])) {
    const given = sites.get(id)?.record ?? patches.site.get(id)?.record;
    const owner = given?.clientId ?? clientId;
    if (removals.has('accounts', accountId) || removals.has('clients', owner ?? ''))
      removals.add({ table: 'sites', id, ownerId: accountId });
  }
}

/** Adds a fault for each prompt with answers, unless its site is removed too. */
async function refuseAnsweredPrompts(
  removals: Removals,
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const ids = removals
    .in('prompts')
    .flatMap(({ id, ownerId }) => (removals.has('sites', ownerId) ? [] : id));
  for (const { id } of await lookups.answeredPrompts(ids)) {
    faults.add(gathered.removals.prompt.get(id) ?? 0, {
      field: 'removed',
      reason:
        'is not possible, since the prompt has answers. Retire it instead: "patch": true, "retired": true',
    });
  }
}

/** Adds a fault for each record that the input both gives and removes. */
function refuseGivenRecords(removals: Removals, gathered: GatheredRecords, faults: Faults): void {
  for (const type of patchableTypes) {
    const table = tableOf(type);
    for (const [id, { line }] of [...gathered[table], ...gathered.patches[type]]) {
      if (!removals.has(table, id)) continue;
      faults.add(line, {
        field: 'id',
        reason: `the file also removes this ${type}, or what it belongs to`,
      });
    }
  }
}

/**
 * Finds the records to remove. Adds a fault for each that is unknown, that is also given, or that is a prompt with
 * answers.
 */
export async function planRemovals(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<Removals> {
  const removals = new Removals();
  for (const record of await readNamedRecords(gathered, lookups, faults)) removals.add(record);
  if (removals.records.length === 0) return removals;
  await addOwned(removals, gathered, lookups);
  const siteIds = removals.in('sites').map(({ id }) => id);
  for (const record of await lookups.recordsOfSites(siteIds)) removals.add(record);
  await refuseAnsweredPrompts(removals, gathered, lookups, faults);
  refuseGivenRecords(removals, gathered, faults);
  return removals;
}

/** Counts the records by type. Leaves out types without any. */
export function countRemovals(removals: Removals): RemovedCounts {
  const counts: RemovedCounts = {};
  for (const type of patchableTypes) {
    const { length } = removals.in(tableOf(type));
    if (length > 0) counts[type] = length;
  }
  return counts;
}

/** Looks records up as if the removed ones were already gone. */
export function lookupsWithout(removals: Removals, lookups: ImportLookups): ImportLookups {
  if (removals.records.length === 0) return lookups;
  const without =
    <T extends { id: string }>(
      table: CatalogueTable,
      read: (ids: readonly string[]) => Promise<readonly T[]>,
    ) =>
    async (ids: readonly string[]): Promise<readonly T[]> =>
      (await read(ids)).filter(({ id }) => !removals.has(table, id));
  return {
    ...lookups,
    accounts: async () =>
      (await lookups.accounts()).filter(({ id }) => !removals.has('accounts', id)),
    clients: without('clients', lookups.clients),
    clientsOfAccounts: without('clients', lookups.clientsOfAccounts),
    sites: without('sites', lookups.sites),
    sitesOfAccounts: without('sites', lookups.sitesOfAccounts),
    scans: without('scans', lookups.scans),
    scansOfSites: without('scans', lookups.scansOfSites),
    textCounts: async (siteIds) =>
      (await lookups.textCounts(siteIds)).filter(({ scanId }) => !removals.has('scans', scanId)),
    brandsById: without('brands', lookups.brandsById),
    brandsOfSites: without('brands', lookups.brandsOfSites),
    prompts: without('prompts', lookups.prompts),
    promptsOfSites: without('prompts', lookups.promptsOfSites),
    recommendations: without('recommendations', lookups.recommendations),
  };
}
