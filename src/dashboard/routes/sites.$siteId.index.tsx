import { createFileRoute, redirect } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';

export const Route = createFileRoute('/sites/$siteId/')({
  validateSearch: toPlainSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/sites/$siteId/timeline', params, search, replace: true });
  },
});
