import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { getJson, rootRoute, startPage } from './start-page.tsx';

/** A timeline page built only with the dashboard's libraries, each used as its documentation shows. */

interface Series {
  key: string;
  label: string;
  points: { date: string; value: number | null }[];
}

const metrics = ['visibility', 'shareOfVoice', 'sentiment', 'gap'];
const colours = ['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#387908'];

/** One row for each date, with the value of every series. */
function rowsOf(series: readonly Series[]) {
  const rows = new Map<string, Record<string, string | number | null>>();
  for (const { key, points } of series) {
    for (const { date, value } of points) rows.set(date, { ...rows.get(date), date, [key]: value });
  }
  return [...rows.values()];
}

function Timeline() {
  const { siteId } = timelineRoute.useParams();
  const { metric = 'visibility' } = timelineRoute.useSearch();
  const navigate = timelineRoute.useNavigate();
  const { data, isPending } = useQuery({
    queryKey: ['timeline', siteId, metric],
    queryFn: () =>
      getJson<{ series: Series[] }>(`/v1/sites/${siteId}/reports/timeline?metric=${metric}`),
    placeholderData: keepPreviousData,
  });
  return (
    <main>
      {metrics.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="metric"
            checked={option === metric}
            onChange={() => navigate({ search: { metric: option } })}
          />
          {option}
        </label>
      ))}
      {isPending || !data ? (
        <p>Loading…</p>
      ) : (
        <ResponsiveContainer width="100%" height={340}>
          <LineChart data={rowsOf(data.series)}>
            <CartesianGrid strokeDasharray="3 3" />
            <XAxis dataKey="date" />
            <YAxis />
            <Tooltip />
            <Legend />
            {data.series.map(({ key, label }, index) => (
              <Line
                key={key}
                type="monotone"
                dataKey={key}
                name={label}
                stroke={colours[index % colours.length] ?? ''}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      )}
    </main>
  );
}

const timelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/$siteId/timeline',
  component: Timeline,
  validateSearch: (search: Record<string, unknown>): { metric?: string } =>
    typeof search['metric'] === 'string' ? { metric: search['metric'] } : {},
});
startPage(timelineRoute);
