import type { SharedView } from '../../contract/sightline/shares.ts';
import { type SiteView, siteViews } from '../site-views.ts';

/** Those of a share's pages that this dashboard has, in the order of its tabs. */
const pagesOf = ({ pages }: SharedView): SiteView[] =>
  siteViews.map(({ view }) => view).filter((view) => pages.some((page) => page === view));

/** The page that a share opens with. */
export const firstPageOf = (share: SharedView): SiteView => pagesOf(share)[0] ?? 'timeline';

/** Whether a path, from which `sharePath` has been removed, is that of a shared page. */
export const isSharedPath = (share: SharedView, path: string): boolean =>
  pagesOf(share).some((page) => path.replace(/\/$/, '') === `/sites/${share.siteId}/${page}`);

/** The path of the first shared page, with the share's view as its query string. */
export const firstPathOf = (share: SharedView): string =>
  `/sites/${share.siteId}/${firstPageOf(share)}${share.view ? `?${share.view}` : ''}`;
