import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/sites/$siteId/')({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/sites/$siteId/timeline', params, search, replace: true });
  },
});
