import { createFileRoute } from '@tanstack/react-router';
import { PageShell } from '../app/shell/page-shell.tsx';
import { ClientsPage } from '../clients/list/clients-page.tsx';
import { type Order, readOrder } from '../clients/list/order.ts';
import { preloadClients } from '../clients/list/preload-clients.ts';

export const Route = createFileRoute('/clients/')({
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: Order } => {
    const order = readOrder(sort);
    return order === null ? {} : { sort: order };
  },
  loader: ({ context, cause }) => {
    if (cause === 'enter') preloadClients(context.session.get());
  },
  component: () => (
    <PageShell title="Clients" crumbs={[{ key: 'clients', node: 'Clients' }]} width="table">
      <ClientsPage />
    </PageShell>
  ),
});
