import type { SharedView } from '../../../contract/sightline/shares.ts';
import { canonicalQuestion } from '../../reports/canonical-query.ts';
import { toTimestamp } from '../../reports/timestamp.ts';
import { createNotFoundProblem } from '../problems.ts';
import type { Route } from '../route.ts';
import { toBranding } from './sites.ts';

/** GET /sightline/v1/share: what the share of this session shows. */
export const shareRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant, share, expiresAt } = context.get('access');
    const { shareFilter } = tenant;
    if (!share || !shareFilter) return createNotFoundProblem('share');
    const [site, branding] = await Promise.all([
      store.listedSite(tenant, shareFilter.siteId),
      store.branding(tenant, shareFilter.siteId),
    ]);
    if (!site) return createNotFoundProblem('share');
    const view: SharedView = {
      id: shareFilter.id,
      title: share.title,
      pages: [...share.pages],
      question: canonicalQuestion(share.question),
      dates: share.dates,
      view: share.view,
      expiresAt: toTimestamp(expiresAt),
      siteId: site.id,
      siteName: site.name,
      siteUrl: site.url,
      clientName: site.clientName,
      brandName: site.trackedBrand?.name ?? null,
      branding: branding && toBranding(branding),
      startDate: shareFilter.startDate,
      endDate: shareFilter.endDate,
    };
    return context.json(view);
  };
