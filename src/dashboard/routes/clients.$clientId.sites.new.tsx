import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { clientQuery } from '../api/portfolio-queries.ts';
import { PageShell } from '../app/shell/page-shell.tsx';
import { clientNameOf } from '../clients/client-name.ts';
import { NewSitePage } from '../setup/new-site-page.tsx';

export const Route = createFileRoute('/clients/$clientId/sites/new')({
  component: function NewSite() {
    const { clientId } = Route.useParams();
    const name = clientNameOf(useQuery(clientQuery(clientId)));
    return (
      <PageShell
        title="New site"
        crumbs={[
          { key: 'clients', node: <Link to="/clients">Clients</Link> },
          {
            key: 'client',
            name,
            node: (
              <Link to="/clients/$clientId/sites" params={{ clientId }}>
                <bdi>{name}</bdi>
              </Link>
            ),
          },
          { key: 'new', node: 'New site' },
        ]}
      >
        <NewSitePage clientId={clientId} />
      </PageShell>
    );
  },
});
