/**
 * Runs a host that stops only once a worker has ended, which waits for ever for a writer to a named pipe:
 * `node stuck-worker-process.ts PIPE`.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OpenPage } from '../../src/host/page/page.ts';
import { run } from '../../src/host/process/run.ts';

const [pipe] = process.argv.slice(2);
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage('opening');
  require('node:fs').openSync(workerData);`;

const openPage: OpenPage = async () => {
  const worker = new Worker(script, { eval: true, workerData: pipe });
  await once(worker, 'message');
  return {
    renderDocument: async () => '',
    assets: { respond: () => null },
    contentSecurityPolicy: "default-src 'none'",
    close: async () => void (await worker.terminate()),
  };
};

await run(openPage, 1_000);
