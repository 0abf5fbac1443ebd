import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { PageShell } from './page-shell.tsx';

const crumbs = [
  { key: 'clients', node: <Link to="/clients">Clients</Link> },
  { key: 'here', node: 'Page not found' },
];

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <PageShell title="Page not found" crumbs={crumbs}>
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <div>
        <Link to="/clients" className={buttonClass('plain')}>
          Go to clients
        </Link>
      </div>
    </PageShell>
  );
}
