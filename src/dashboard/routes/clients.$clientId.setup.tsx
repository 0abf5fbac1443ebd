import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { isolate } from '../../figures/text/isolate.ts';
import { clientQuery } from '../api/portfolio-queries.ts';
import { PageShell } from '../app/shell/page-shell.tsx';
import { clientNameOf } from '../clients/client-name.ts';
import { ClientSetupPage } from '../setup/client-setup-page.tsx';

export const Route = createFileRoute('/clients/$clientId/setup')({
  component: function ClientSetup() {
    const { clientId } = Route.useParams();
    const client = useQuery(clientQuery(clientId));
    const name = clientNameOf(client);
    return (
      <PageShell
        title={`${isolate(name)} · Set-up`}
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
          { key: 'setup', node: 'Set-up' },
        ]}
      >
        <ClientSetupPage clientId={clientId} />
      </PageShell>
    );
  },
});
