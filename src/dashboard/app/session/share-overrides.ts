import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SharePage } from '../../../contract/share-pages.ts';
import type { SharedView } from '../../../contract/sightline/shares.ts';

/** How the pages of a share differ from those behind sign-in. */
export interface ShareOverrides {
  share: SharedView;
  /** Replaces the frame of every page. */
  Shell: ComponentType<{ children: ReactNode }>;
  /** The site's pages that the share includes. */
  pages: readonly string[];
  /** The query parameters that the link sets and its viewers cannot change. */
  lockedParameters: ReadonlySet<string>;
  /** Replaces the date controls; null if viewers can choose the dates. */
  dates: ReactNode;
}

export const ShareOverridesContext = createContext<ShareOverrides | null>(null);

/** How the pages of the current share differ from those behind sign-in; null outside shares. */
export const useShareOverrides = (): ShareOverrides | null => useContext(ShareOverridesContext);

/** Whether a page of the site is available; false in a share that leaves it out. */
export function useHasPage(page: SharePage): boolean {
  return useShareOverrides()?.pages.includes(page) ?? true;
}

/** Whether timelines by brand can be requested; false in a share with neither the timeline nor the report. */
export function useHasTimeline(): boolean {
  const pages = useShareOverrides()?.pages;
  return !pages || pages.includes('timeline') || pages.includes('report');
}
