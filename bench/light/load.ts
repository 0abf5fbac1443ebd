import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Call, isAsExpected } from './calls.ts';

/**
 * Receives calls, then makes them one after the other on each of its connections until it is told to end, and reports how
 * often each gave which status, and how long the slowest took. A process of its own, so that the benchmark's measurements
 * stay exact.
 */

/** The calls of one key, and on how many connections they are made. */
export interface Load {
  url: string;
  sets: { key: string; calls: Call[]; connections: number }[];
}
/** The numbers of responses of each call by status. Those that are not what they must be count as `wrong`. */
export type LoadResult = Record<string, Record<string, number>>;

const decompress = promisify(gunzip);
const state = { hasEnded: false };
const result: LoadResult = {};

async function send(url: string, agent: Agent, key: string, call: Call) {
  const headers = {
    ...{ Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' },
    ...(call.body !== undefined && {
      ...{ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(call.body) },
    }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const outgoing = request(url + call.path, { method: call.method, headers, agent }, (incoming) => {
    const isCompressed = incoming.headers['content-encoding'] === 'gzip';
    buffer(incoming)
      .then(async (bytes) => (isCompressed ? decompress(bytes) : bytes))
      .then((body) => resolve({ status: incoming.statusCode ?? 0, body }), reject);
  });
  outgoing.on('error', reject);
  outgoing.end(call.body);
  return promise;
}

async function repeat(url: string, { key, calls }: Load['sets'][number], first: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = first; !state.hasEnded; n += 1) {
    const call = calls[n % calls.length];
    if (!call) return;
    const outcome = await send(url, agent, key, call).then(
      (response) => (isAsExpected(call, response) ? String(response.status) : 'wrong'),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    const counts = result[call.name] ?? {};
    result[call.name] = counts;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
}

process.on('message', async (load: Load | 'end') => {
  if (load === 'end') {
    state.hasEnded = true;
    return;
  }
  await Promise.all(
    load.sets.flatMap((set) =>
      Array.from({ length: set.connections }, (_, n) => repeat(load.url, set, n)),
    ),
  );
  process.send?.(result, () => process.disconnect());
});
