import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { administrationOf } from '../../src/host/admin/administration.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { catalogue, ids, plainAnswers, toAnswerRecord } from './world.ts';

/** Fills a data folder with the benchmark's site and gives as many keys to it. */
export async function fill(dataDir: string, scans: number, keys: number): Promise<string[]> {
  const store = await openClickHouse({ dataDir });
  const writer = await store.beginImport();
  await writer.catalogue(catalogue(scans));
  for (let scan = 0; scan < scans; scan += 10) {
    const batch = Array.from({ length: Math.min(10, scans - scan) }, (_, n) => scan + n);
    await writer.answers(batch.flatMap((n) => [...plainAnswers(n)].map(toAnswerRecord)));
  }
  await writer.commit();
  const made: string[] = [];
  for (let n = 0; n < keys; n += 1) {
    const { key } = await administrationOf(store).createKey({
      name: `bench ${n}`,
      account: ids.account,
      client: null,
      scopes: [],
    });
    made.push(key);
  }
  await store.close();
  return made;
}

export interface HostProcess {
  url: string;
  /** What the process holds in memory, in bytes; NaN where the system does not say. */
  resident(): number;
  stop(): Promise<void>;
}

function residentOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** Starts a host over a data folder, as `npm start` does. */
export async function startHost(dataDir: string): Promise<HostProcess> {
  const main = resolve(import.meta.dirname, '../../src/host/main.ts');
  const options = ['--max-semi-space-size=16'];
  const child = spawn(process.execPath, [...options, main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, SAMPLE: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const url = /Sightline is at (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) {
      // Failures in the log explain what the benchmark cannot.
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('"level":50')) process.stderr.write(chunk);
      });
      return {
        url,
        resident: () => residentOf(child.pid),
        async stop() {
          child.kill('SIGTERM');
          await once(child, 'exit');
        },
      };
    }
  }
  throw new Error(`the host did not start: ${said}`);
}
