import { Agent, get } from 'node:http';
import { ids, scanDayOf } from './world.ts';

/**
 * Requests distinct timelines over many connections until standard input ends, then prints the number of
 * responses by status, or by error code. Runs in its own process, so as not to slow down the benchmark's measurements.
 * With `disconnecting`, every request has a query of 27 kB and its own connection, which is closed within 300 ms.
 */
const [, , url = '', key = '', connections = '100', manner = 'waiting'] = process.argv;

const isDisconnecting = manner === 'disconnecting';
const disconnectWithinMs = 300;
const filler = Array.from({ length: 180 }, (_, n) => `tag=${n}${'x'.repeat(145)}`).join('&');
const agent = isDisconnecting
  ? false
  : new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' };
const statuses: Record<string, number> = {};
const groupings = ['brand', 'platform', 'region'];
const progress = { requests: 0, hasEnded: false };

const queryOf = (n: number): string =>
  isDisconnecting
    ? `${filler}&tag=tag-1&category=all&category=${n}`
    : `groupBy=${groupings[n % 3]}&endDate=${scanDayOf(10_000 + n)}`;

/** Sends the nth request and returns its status, the code of the error, or `disconnected`. */
const sendRequest = (n: number): Promise<string> =>
  new Promise((resolve) => {
    const path = `/v1/sites/${ids.site}/reports/timeline?${queryOf(n)}`;
    const request = get(url + path, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      // A request destroyed during its response emits no error, and the response never ends.
      .on('close', () => resolve('disconnected'));
    if (isDisconnecting) setTimeout(() => request.destroy(), Math.random() * disconnectWithinMs);
  });

async function sendRequests(): Promise<void> {
  while (!progress.hasEnded) {
    progress.requests += 1;
    const status = await sendRequest(progress.requests);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.stdin.on('end', () => {
  progress.hasEnded = true;
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
});
process.stdin.resume();
for (let n = 0; n < Number(connections); n += 1) sendRequests();
