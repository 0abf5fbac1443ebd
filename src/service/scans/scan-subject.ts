import { scanSettingsOf } from '../records/site.ts';
import type { SiteRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { ScanSubject } from './scan-runner.ts';

/** What the questions of a site are asked with now. */
export const readSubject = async (
  { lookups }: Pick<Store, 'lookups'>,
  site: SiteRecord,
  account: ScanSubject['account'],
): Promise<ScanSubject> => ({
  site,
  account,
  prompts: await lookups.promptsOfSites([site.id]),
  settings: site.collection && scanSettingsOf(site.collection),
});
