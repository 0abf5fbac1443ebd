import { createFileRoute } from '@tanstack/react-router';
import { clientsQuery } from '../api/portfolio-queries.ts';
import { PageShell } from '../app/shell/page-shell.tsx';
import { ClientsPage } from '../clients/list/clients-page.tsx';
import { type Order, readOrder } from '../clients/list/order.ts';

export const Route = createFileRoute('/clients/')({
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: Order } => {
    const order = readOrder(sort);
    return order === null ? {} : { sort: order };
  },
  loader: ({ context, cause }) => {
    if (cause === 'enter') {
      // Not awaited: the page renders immediately and shows the outcome itself.
      context.session
        .get()
        .client.infiniteQuery(clientsQuery())
        .catch(() => {});
    }
  },
  component: () => (
    <PageShell title="Clients" crumbs={[{ key: 'clients', node: 'Clients' }]} width="table">
      <ClientsPage />
    </PageShell>
  ),
});
