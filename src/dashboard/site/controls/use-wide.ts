import { useSyncExternalStore } from 'react';

/** From this width, the filters are beside the report; below it, they open as a sheet. */
const wide = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window has room for the filters beside the report. */
export const useWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
