import { createFileRoute, redirect } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';

export const Route = createFileRoute('/clients/$clientId/sites/$siteId/')({
  validateSearch: toPlainSearch,
  beforeLoad: ({ params, search }) => {
    const to = '/clients/$clientId/sites/$siteId/timeline';
    throw redirect({ to, params, search, replace: true });
  },
});
