import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { clientQuery, sitesQuery } from '../api/portfolio-queries.ts';
import { PageShell } from '../app/shell/page-shell.tsx';
import { SitesPage } from '../clients/client/sites-page.tsx';
import { clientNameOf } from '../clients/client-name.ts';

export const Route = createFileRoute('/clients/$clientId/sites/')({
  loader: ({ context, params, cause }) => {
    if (cause !== 'enter') return;
    const { client } = context.session.get();
    // Not awaited: the page renders immediately and shows the outcome itself.
    client.infiniteQuery(sitesQuery(params.clientId)).catch(() => {});
    client.query(clientQuery(params.clientId)).catch(() => {});
  },
  component: function Sites() {
    const { clientId } = Route.useParams();
    const client = useQuery(clientQuery(clientId));
    const name = clientNameOf(client);
    return (
      <PageShell
        title={name}
        crumbs={[
          { key: 'clients', node: <Link to="/clients">Clients</Link> },
          { key: 'client', name, node: <bdi>{name}</bdi> },
        ]}
      >
        <SitesPage clientId={clientId} />
      </PageShell>
    );
  },
});
