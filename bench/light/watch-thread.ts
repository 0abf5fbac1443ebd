import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the host before anything else: says at `WATCH_PORT` how long its thread has been held at most since it was
 * last asked, in milliseconds: of its own processor time, and by the clock, which also counts what other threads and
 * processes took from it.
 */
export interface LongestStretch {
  processor: number;
  clock: number;
}

const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function watch(port: number): void {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  let [processor, usedBefore] = [0, usedMs()];
  // A round of events with more than a millisecond of work delays this timer by the whole round.
  setInterval(() => {
    const used = usedMs();
    processor = Math.max(processor, used - usedBefore);
    usedBefore = used;
  }, 1).unref();
  const server = createServer((_, response) => {
    const longest: LongestStretch = { processor, clock: delays.max / 1e6 };
    delays.reset();
    processor = 0;
    response.end(JSON.stringify(longest));
  });
  server.listen(port, '127.0.0.1').unref();
}

const port = Number(process.env['WATCH_PORT']);
if (isMainThread && port > 0) watch(port);
