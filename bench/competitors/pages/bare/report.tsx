import { useQuery } from '@tanstack/react-query';
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

/** The last 30 days of a site as one document, built only with the dashboard's libraries. */

interface Point {
  date: string;
  value: number | null;
}
interface Timeline {
  brand: { name: string } | null;
  series: { key: string; label: string; points: Point[] }[];
}
interface Matrix {
  platforms: { id: string; name: string }[];
  regions: { code: string; label: string }[];
  cells: { platform: string; region: string; points: Point[] }[];
}
interface Sources {
  answers: number;
  domains: {
    domain: string;
    owner: { name: string } | null;
    answers: number;
    namedTracked: number;
  }[];
}

const dayMs = 86_400_000;
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const [firstDay, firstComparedDay] = [dayBefore(29), dayBefore(59)];
const colours = ['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#387908'];
const domainCount = 10;

function meanOf(points: readonly Point[]): number {
  const values = points.flatMap(({ value }) => value ?? []);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
const percent = (value: number): string => (Number.isNaN(value) ? '–' : `${value.toFixed(1)}%`);

/** One row for each date, with the value of every series. */
function rowsOf(series: Timeline['series']) {
  const rows = new Map<string, Record<string, string | number | null>>();
  for (const { key, points } of series) {
    for (const { date, value } of points) {
      if (date >= firstDay) rows.set(date, { ...rows.get(date), date, [key]: value });
    }
  }
  return [...rows.values()];
}

function useReport<T>(siteId: string, path: string) {
  return useQuery({ queryKey: [siteId, path], queryFn: () => getJson<T>(path) }).data;
}

function Brands({ series }: { series: Timeline['series'] }) {
  return (
    <table>
      <thead>
        <tr>
          {['Brand', 'Now', 'Before', 'Change'].map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map(({ key, label, points }) => {
          const now = meanOf(points.filter(({ date }) => date >= firstDay));
          const before = meanOf(points.filter(({ date }) => date < firstDay));
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{percent(now)}</td>
              <td>{percent(before)}</td>
              <td>{(now - before).toFixed(1)} pt</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Platforms({ matrix: { platforms, regions, cells } }: { matrix: Matrix }) {
  const cellText = (points: readonly Point[]) => percent(meanOf(points));
  const rows = [...platforms, { id: '', name: 'All platforms' }];
  return (
    <table>
      <thead>
        <tr>
          <th>Platform</th>
          {regions.map(({ code, label }) => (
            <th key={code}>{label}</th>
          ))}
          <th>All regions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name }) => {
          const ofRow = cells.filter(({ platform }) => id === '' || platform === id);
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
              {regions.map(({ code }) => (
                <td key={code}>
                  {cellText(
                    ofRow.filter(({ region }) => region === code).flatMap(({ points }) => points),
                  )}
                </td>
              ))}
              <td>{cellText(ofRow.flatMap(({ points }) => points))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function TopSources({ sources: { answers: total, domains } }: { sources: Sources }) {
  return (
    <table>
      <thead>
        <tr>
          {['Domain', 'Owner', 'Share of answers', 'Answers', 'Share naming the brand'].map(
            (heading) => (
              <th key={heading}>{heading}</th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {domains.slice(0, domainCount).map(({ domain, owner, answers, namedTracked }) => (
          <tr key={domain}>
            <th scope="row">{domain}</th>
            <td>{owner?.name ?? 'Third party'}</td>
            <td>{percent((100 * answers) / total)}</td>
            <td>{answers.toLocaleString()}</td>
            <td>{percent((100 * namedTracked) / answers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Report() {
  const { siteId } = reportRoute.useParams();
  const timeline = useReport<Timeline>(
    siteId,
    `/v1/sites/${siteId}/reports/timeline?startDate=${firstComparedDay}`,
  );
  const matrix = useReport<Matrix>(
    siteId,
    `/sightline/v1/sites/${siteId}/reports/matrix?startDate=${firstDay}`,
  );
  const sources = useReport<Sources>(
    siteId,
    `/sightline/v1/sites/${siteId}/reports/sources?startDate=${firstDay}`,
  );
  if (!timeline || !matrix || !sources) return <p>Loading…</p>;
  return (
    <main>
      <h1>{timeline.brand?.name}</h1>
      <p>From {firstDay}</p>
      <h2>Visibility by brand</h2>
      <ResponsiveContainer width="100%" height={340}>
        <LineChart data={rowsOf(timeline.series)}>
          <CartesianGrid strokeDasharray="3 3" />
          <XAxis dataKey="date" />
          <YAxis />
          <Tooltip />
          <Legend />
          {timeline.series.map(({ key, label }, index) => (
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
      <Brands series={timeline.series} />
      <h2>Visibility by platform and region</h2>
      <Platforms matrix={matrix} />
      <h2>Top sources</h2>
      <TopSources sources={sources} />
    </main>
  );
}

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/$siteId/report',
  component: Report,
});
startPage(reportRoute);
