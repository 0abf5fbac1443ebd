import type { ImportLookups } from './store.ts';

/** The reads by ID of each kind of record whose IDs never change account. */
export const recordReaders = (lookups: ImportLookups) => ({
  clients: lookups.clients,
  sites: lookups.sites,
  brands: lookups.brandsById,
  prompts: lookups.prompts,
  scans: lookups.scans,
  recommendations: lookups.recommendations,
});
