import { useQuery } from '@tanstack/react-query';
import { createRoute, Link } from '@tanstack/react-router';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { getJson, rootRoute, startPage } from './start-page.tsx';

/** The newest answers, and the first one in full, built only with the dashboard's libraries. */

interface ListedAnswer {
  id: string;
  completedAt: string | null;
  prompt: string;
  platform: string;
  region: string;
  excerpt: string | null;
  mentions: { brandId: string; sentiment: number | null }[];
  sources: number | null;
}
interface WholeAnswer extends ListedAnswer {
  text: string | null;
  citations: { url: string; title: string | null }[];
}
interface Site {
  brands: { id: string; name: string }[];
}

const contextOf = ({ platform, region, completedAt }: ListedAnswer): string =>
  [platform, region, completedAt && new Date(completedAt).toLocaleString()].join(' · ');

function FullAnswer({ siteId, answerId }: { siteId: string; answerId: string }) {
  const { data: answer } = useQuery({
    queryKey: ['answer', siteId, answerId],
    queryFn: () =>
      getJson<WholeAnswer>(`/sightline/v1/sites/${siteId}/answers/${encodeURIComponent(answerId)}`),
  });
  if (!answer) return <p>Loading…</p>;
  return (
    <article>
      <h2>{answer.prompt}</h2>
      <p>{contextOf(answer)}</p>
      <Markdown remarkPlugins={[remarkGfm]}>{answer.text}</Markdown>
      <ul>
        {answer.citations.map(({ url, title }) => (
          <li key={url}>{title ?? url}</li>
        ))}
      </ul>
    </article>
  );
}

function Answers() {
  const { siteId } = answersRoute.useParams();
  const { data: answers } = useQuery({
    queryKey: ['answers', siteId],
    queryFn: () =>
      getJson<{ data: ListedAnswer[] }>(`/sightline/v1/sites/${siteId}/answers?limit=50`),
  });
  const { data: site } = useQuery({
    queryKey: ['site', siteId],
    queryFn: () => getJson<Site>(`/sightline/v1/sites/${siteId}`),
  });
  const nameOf = (brandId: string) => site?.brands.find(({ id }) => id === brandId)?.name;
  const [firstAnswer] = answers?.data ?? [];
  return (
    <main>
      <h1>Answers</h1>
      {answers ? (
        <div style={{ display: 'flex' }}>
          <ul style={{ flex: 1 }}>
            {answers.data.map((answer) => (
              <li key={answer.id}>
                <Link to="." search={{ answer: answer.id }}>
                  {answer.prompt}
                </Link>
                <p>{contextOf(answer)}</p>
                <p>{answer.excerpt}</p>
                <p>
                  {answer.mentions.map(({ brandId, sentiment }) => (
                    <span key={brandId}>
                      {nameOf(brandId)} {sentiment}{' '}
                    </span>
                  ))}
                  {answer.sources} sources
                </p>
              </li>
            ))}
          </ul>
          <div style={{ flex: 1 }}>
            {firstAnswer && <FullAnswer siteId={siteId} answerId={firstAnswer.id} />}
          </div>
        </div>
      ) : (
        <p>Loading…</p>
      )}
    </main>
  );
}

const answersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/$siteId/answers',
  component: Answers,
});
startPage(answersRoute);
