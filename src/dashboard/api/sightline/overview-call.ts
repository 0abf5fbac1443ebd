import { overviewPath } from '../../../contract/endpoints/sites.ts';

/** Rows requested per page of the overview. */
export const overviewRowsPerPage = 200;

/** The query key of the figures in the overview. */
export const overviewKey = ['overview'] as const;

/** The call for the first page of the overview. */
export const firstOverviewCall = () =>
  ({
    method: 'GET',
    path: overviewPath,
    search: new URLSearchParams({ limit: String(overviewRowsPerPage) }),
  }) as const;
