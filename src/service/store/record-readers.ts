import type { ImportLookups } from './store.ts';

/** The reads by ID of each type of record whose IDs never change account. */
export const recordReaders = (lookups: ImportLookups) => ({
  clients: lookups.clients,
  sites: lookups.sites,
  brands: lookups.brandsById,
  prompts: lookups.prompts,
  scans: lookups.scans,
  recommendations: lookups.recommendations,
});

/** The reads of the records of each table, by ID; accounts are few, so all of them are read. */
export const tableReaders = (lookups: ImportLookups) => ({
  accounts: () => lookups.accounts(),
  ...recordReaders(lookups),
});
