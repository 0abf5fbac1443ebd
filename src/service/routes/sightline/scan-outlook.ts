import type { ScanOutlook, ScanSubject } from '../../collect/collector.ts';
import { collectionSettingsOf, type SiteRecord } from '../../store/records.ts';
import type { RouteContext } from '../route.ts';
import type { CollectOptions } from './require-collector.ts';

/** What the questions of a site are asked with now. */
export async function readSubject(
  { store }: CollectOptions,
  context: RouteContext,
  site: SiteRecord,
): Promise<ScanSubject> {
  const { isSample } = context.get('access');
  return {
    site,
    account: { id: site.accountId, sample: isSample },
    prompts: await store.lookups.promptsOfSites([site.id]),
    settings: site.collection && collectionSettingsOf(site.collection),
  };
}

/** What a scan of a site would ask now. An archived site cannot be asked anything. */
export async function readOutlook(
  options: CollectOptions,
  subject: ScanSubject,
): Promise<ScanOutlook> {
  const outlook = await options.collector.outlook(subject);
  return subject.site.active ? outlook : { ...outlook, obstacle: 'This site is archived.' };
}
