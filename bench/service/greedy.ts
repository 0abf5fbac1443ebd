import { Agent, get } from 'node:http';
import { ids, scanDayOf } from './world.ts';

/**
 * Asks for distinct timelines over many connections until standard input ends, then prints how many responses
 * had which status. A process of its own, so that it does not slow what the benchmark measures beside it.
 * With `leaving`, every question is one of 28 kB over a connection of its own, which ends within 300 ms.
 */
const [, , url = '', key = '', connections = '100', manner = 'staying'] = process.argv;

const leaves = manner === 'leaving';
const patienceMs = 300;
const filler = Array.from({ length: 180 }, (_, n) => `tag=${n}${'x'.repeat(145)}`).join('&');
const agent = leaves ? false : new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' };
const statuses: Record<string, number> = {};
const groupings = ['brand', 'platform', 'region'];
const running = { asked: 0, ended: false };

const queryOf = (n: number): string =>
  leaves
    ? `${filler}&tag=tag-1&category=all&category=${n}`
    : `groupBy=${groupings[n % 3]}&endDate=${scanDayOf(10_000 + n)}`;

/** The status of one more question, or the code of the error. */
const ask = (n: number): Promise<string> =>
  new Promise((resolve) => {
    const path = `/v1/sites/${ids.site}/reports/timeline?${queryOf(n)}`;
    const request = get(url + path, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    if (leaves) setTimeout(() => request.destroy(), Math.random() * patienceMs);
  });

async function askOn(): Promise<void> {
  while (!running.ended) {
    running.asked += 1;
    const status = await ask(running.asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.stdin.on('end', () => {
  running.ended = true;
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
});
process.stdin.resume();
for (let n = 0; n < Number(connections); n += 1) askOn();
