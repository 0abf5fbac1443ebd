import { createFileRoute, Link } from '@tanstack/react-router';
import { PageShell } from '../app/shell/page-shell.tsx';
import { NewSitePage } from '../setup/new-site-page.tsx';

/** A new site of a business account, which has no clients. */
export const Route = createFileRoute('/sites/new')({
  component: () => (
    <PageShell
      title="New site"
      crumbs={[
        { key: 'clients', node: <Link to="/clients">Clients</Link> },
        { key: 'new', node: 'New site' },
      ]}
    >
      <NewSitePage clientId={null} />
    </PageShell>
  ),
});
