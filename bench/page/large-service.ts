import { createServer } from 'node:http';

/** The ID of a site. The service has the same timelines for every site. */
export const largeSiteId = '5e000000-0000-4000-8003-0000000000ff';

const dayMs = 86_400_000;

function timelineOf(series: number, scans: number): string {
  const makePoints = (index: number) =>
    Array.from({ length: scans }, (_, scan) => {
      const at = new Date(Date.UTC(2000, 0, 1, 21, 37, 12) + scan * dayMs).toISOString();
      return {
        date: at.slice(0, 10),
        completedAt: at,
        value: 50 + 40 * Math.sin((scan + index * 13) / 40),
        scanId: `5e000000-0000-4000-8006-${scan.toString(16).padStart(12, '0')}`,
      };
    });
  return JSON.stringify({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: `5e000000-0000-4000-8004-${'0'.repeat(12)}`, name: 'Brand 1' },
    series: Array.from({ length: series }, (_, index) => ({
      key: `5e000000-0000-4000-8004-${index.toString(16).padStart(12, '0')}`,
      label: `Brand ${index + 1}`,
      points: makePoints(index),
    })),
    filters: { platform: [], region: [], startDate: null, endDate: null },
  });
}

/**
 * Starts a remote service with timelines of any size, chosen by `tag`: `50x1000` has 50 series of 1,000 scans.
 * @returns its URL, a function that returns the length of a requested timeline in bytes, and one that stops the service
 */
export async function startLargeService() {
  const bodies = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    response.setHeader('Content-Type', 'application/json');
    if (!pathname.endsWith('/reports/timeline')) {
      response.end(pathname.endsWith('/filters') ? '{}' : '{"data":[],"nextCursor":null}');
      return;
    }
    const size = searchParams.get('tag') ?? '1x1';
    const [series = 1, scans = 1] = size.split('x').map(Number);
    const body = bodies.get(size) ?? timelineOf(series, scans);
    bodies.set(size, body);
    // By then the page is idle, so only the response blocks it.
    setTimeout(() => response.end(body), 2_000);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    bytesOf: (size: string) => bodies.get(size)?.length ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
