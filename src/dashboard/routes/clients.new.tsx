import { createFileRoute, Link } from '@tanstack/react-router';
import { PageShell } from '../app/shell/page-shell.tsx';
import { NewClientPage } from '../setup/new-client-page.tsx';

export const Route = createFileRoute('/clients/new')({
  component: () => (
    <PageShell
      title="New client"
      crumbs={[
        { key: 'clients', node: <Link to="/clients">Clients</Link> },
        { key: 'new', node: 'New client' },
      ]}
    >
      <NewClientPage />
    </PageShell>
  ),
});
