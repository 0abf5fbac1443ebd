import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SharedView, SharePage } from '../../contract/sightline/shares.ts';

/** How the pages of a share differ from those behind sign-in. */
export interface ShareOverrides {
  share: SharedView;
  /** Replaces the frame of every page. */
  Shell: ComponentType<{ children: ReactNode }>;
  /** The site's pages that the share includes. */
  pages: readonly string[];
  /** Parameters of the address that the link sets, which its viewers cannot change. */
  lockedParameters: ReadonlySet<string>;
  /** Takes the place of the choice of dates; null if viewers choose them. */
  dates: ReactNode;
}

export const SharedContext = createContext<ShareOverrides | null>(null);

/** What is different on the pages of a share; null on every other page. */
export const useShared = (): ShareOverrides | null => useContext(SharedContext);

/** Whether a page of the site is available; false in a share that leaves it out. */
export function useHasPage(page: SharePage): boolean {
  return useShared()?.pages.includes(page) ?? true;
}

/** Whether timelines by brand can be requested; false in a share with neither the timeline nor the report. */
export function useHasTimeline(): boolean {
  const pages = useShared()?.pages;
  return !pages || pages.includes('timeline') || pages.includes('report');
}
