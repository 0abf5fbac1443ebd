import { createFileRoute, redirect } from '@tanstack/react-router';
import { plainSearch } from '../search-format.ts';

export const Route = createFileRoute('/sites/$siteId/')({
  validateSearch: plainSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/sites/$siteId/timeline', params, search, replace: true });
  },
});
