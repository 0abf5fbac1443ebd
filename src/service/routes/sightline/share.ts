import type { SharedView } from '../../../contract/sightline/shares.ts';
import { canonicalQueryOf } from '../../reports/canonical-query.ts';
import { toTimestamp } from '../../reports/timestamp.ts';
import type { NamedBranding } from '../../store/records.ts';
import { UntilDataChanges } from '../../store/until-data-changes.ts';
import { createNotFoundProblem } from '../problems.ts';
import type { Route } from '../route.ts';
import { toBranding } from './sites.ts';

/** The maximum number of shares whose client is kept, each with a logo of up to 64 KiB. */
const maxClients = 200;

/** GET /sightline/v1/share: what the share of this session shows. */
export const shareRoute: Route = ({ store }) => {
  const clients = new UntilDataChanges<NamedBranding | null>(store, maxClients);
  return async (context) => {
    const { tenant, share, expiresAt } = context.get('access');
    const { shareFilter } = tenant;
    if (!share || !shareFilter) return createNotFoundProblem('share');
    const { siteId } = shareFilter;
    const [details, client] = await Promise.all([
      store.site(tenant, siteId),
      clients.get(shareFilter.id, () => store.branding(tenant, siteId)),
    ]);
    if (!details) return createNotFoundProblem('share');
    const { site, brands } = details;
    const view: SharedView = {
      id: shareFilter.id,
      title: share.title,
      pages: [...share.pages],
      question: canonicalQueryOf(share.question),
      dates: share.dates,
      view: share.view,
      expiresAt: toTimestamp(expiresAt),
      siteId: site.id,
      siteName: site.name,
      siteUrl: site.url,
      clientName: client?.name ?? null,
      brandName: brands.find(({ role }) => role === 'tracked')?.name ?? null,
      branding: client && toBranding(client),
      startDate: shareFilter.startDate,
      endDate: shareFilter.endDate,
    };
    return context.json(view);
  };
};
