import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/sites/$siteId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/sites/$siteId/timeline', params, search: true, replace: true });
  },
});
