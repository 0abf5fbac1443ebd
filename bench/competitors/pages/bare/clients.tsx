import { useQuery } from '@tanstack/react-query';
import { createRoute, Link } from '@tanstack/react-router';
import { Sparkline } from './sparkline.tsx';
import { getJson, rootRoute, startPage } from './start-page.tsx';

/** The list of clients with the figures of their first sites, built only with the dashboard's libraries. */

interface Client {
  id: string;
  name: string;
  websiteUrl: string;
  industry: string;
}
interface Site {
  id: string;
  name: string;
  clientId: string;
  lastScan: { completedAt: string | null } | null;
  points: { value: number | null }[];
  failedScans: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function Figures({ sites }: { sites: readonly Site[] }) {
  const [site] = sites;
  const values = site?.points.flatMap(({ value }) => value ?? []) ?? [];
  const half = Math.ceil(values.length / 2);
  const change = meanOf(values.slice(half)) - meanOf(values.slice(0, half));
  const completedAt = site?.lastScan?.completedAt;
  return (
    <>
      <td>{Number.isNaN(change) ? '–' : `${change.toFixed(1)} pt`}</td>
      <td>
        {site && (
          <Link to="/sites/$siteId/timeline" params={{ siteId: site.id }}>
            {values.length > 0 ? `${meanOf(values.slice(half)).toFixed(1)}%` : 'No evidence'}
          </Link>
        )}
      </td>
      <td>{values.length > 1 && <Sparkline values={values} />}</td>
      <td>
        {sites.length} sites, {site?.name}
      </td>
      <td>{completedAt && new Date(completedAt).toLocaleString()}</td>
      <td>{site?.failedScans}</td>
    </>
  );
}

function Clients() {
  const clients = useQuery({
    queryKey: ['clients'],
    queryFn: () => getJson<{ data: Client[] }>('/v1/clients?limit=100'),
  });
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => getJson<{ data: Site[] }>('/sightline/v1/overview?limit=200'),
  });
  return (
    <main>
      <h1>Clients</h1>
      {clients.data ? (
        <table>
          <thead>
            <tr>
              {[
                'Client',
                'Change',
                'Visibility',
                'Trend',
                'Sites',
                'Last scan',
                'Failed scans',
              ].map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {clients.data.data.map(({ id, name, websiteUrl, industry }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to="/clients/$clientId/sites" params={{ clientId: id }}>
                    {name}
                  </Link>
                  <div>
                    {websiteUrl} · {industry}
                  </div>
                </th>
                {overview.data && (
                  <Figures sites={overview.data.data.filter(({ clientId }) => clientId === id)} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>Loading…</p>
      )}
    </main>
  );
}

const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients',
  component: Clients,
});
startPage(clientsRoute);
