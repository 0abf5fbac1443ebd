import type { PageSettings } from '../../src/contract/page-settings.ts';
import { openDashboard } from './dashboard.tsx';

const dateNames = ['range', 'startDate', 'endDate', 'dates'];

/**
 * Opens a page with all dates, unless its query has others. Otherwise the page would choose a range that depends on the
 * current day. The returned address leaves out `dates=all`.
 */
export function openAllDates(path: string, query: string, settings: PageSettings) {
  const search = new URLSearchParams(query);
  const separator = query === '' ? '?' : '&';
  const addition = dateNames.some((name) => search.has(name)) ? '' : `${separator}dates=all`;
  const page = openDashboard(path + query + addition, settings);
  return {
    ...page,
    address: () =>
      page
        .address()
        .replace(/([?&])dates=all(&?)/, (_, before: string, after: string) =>
          after ? before : '',
        ),
  };
}
