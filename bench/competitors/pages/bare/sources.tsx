import { useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { Sparkline } from './sparkline.tsx';
import { getJson, rootRoute, startPage } from './start-page.tsx';

/** The domains that answers cite, built only with the dashboard's libraries. */

interface Sources {
  answers: number;
  answersWithSources: number;
  domains: {
    domain: string;
    owner: { name: string } | null;
    answers: number;
    namedTracked: number;
    points: { answers: number }[];
  }[];
}

const shareText = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(1)}% ${part.toLocaleString()} of ${whole.toLocaleString()}`;

function Domains() {
  const { siteId } = sourcesRoute.useParams();
  const { data } = useQuery({
    queryKey: ['sources', siteId],
    queryFn: () => getJson<Sources>(`/sightline/v1/sites/${siteId}/reports/sources`),
  });
  return (
    <main>
      <h1>Sources</h1>
      {data ? (
        <>
          <p>Answers with sources: {shareText(data.answersWithSources, data.answers)}</p>
          <table>
            <thead>
              <tr>
                {['Domain', 'Share of answers', 'Owner', 'Trend', 'Names the brand'].map(
                  (heading) => (
                    <th key={heading}>{heading}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {data.domains.map(({ domain, owner, answers, namedTracked, points }) => (
                <tr key={domain}>
                  <th scope="row">{domain}</th>
                  <td>{shareText(answers, data.answers)}</td>
                  <td>{owner?.name ?? 'Third party'}</td>
                  <td>
                    <Sparkline values={points.map((point) => point.answers)} />
                  </td>
                  <td>{shareText(namedTracked, answers)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p>Loading…</p>
      )}
    </main>
  );
}

const sourcesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/$siteId/sources',
  component: Domains,
});
startPage(sourcesRoute);
