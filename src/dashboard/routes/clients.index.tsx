import { createFileRoute } from '@tanstack/react-router';
import { clientsQuery } from '../api/portfolio-queries.ts';
import { ClientsPage } from '../portfolio/clients-page.tsx';
import { plainSearch } from '../search-format.ts';
import { PageShell } from '../shell/page-shell.tsx';

export const Route = createFileRoute('/clients/')({
  validateSearch: plainSearch,
  loader: ({ context, cause }) => {
    // Not awaited: the page renders immediately and shows the outcome itself.
    if (cause === 'enter') {
      context.session
        .get()
        .client.infiniteQuery(clientsQuery())
        .catch(() => {});
    }
  },
  component: () => (
    <PageShell title="Clients" crumbs={[{ key: 'clients', node: 'Clients' }]}>
      <ClientsPage />
    </PageShell>
  ),
});
