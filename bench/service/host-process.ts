import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { commandOf, launch, waitForAddress } from '../../tests/setup/launch.ts';
import { createCatalogue, createPlainAnswers, ids, toAnswerRecord } from './world.ts';

/** Fills a data folder with the benchmark's site. @returns new keys that can read it */
export async function fillStore(dataDir: string, scans: number, keys: number): Promise<string[]> {
  const store = await openClickHouse({ dataDir });
  const writer = await store.beginImport();
  await writer.writeCatalogue(createCatalogue(scans));
  for (let scan = 0; scan < scans; scan += 10) {
    const batch = Array.from({ length: Math.min(10, scans - scan) }, (_, n) => scan + n);
    await writer.writeAnswers(batch.flatMap((n) => [...createPlainAnswers(n)].map(toAnswerRecord)));
  }
  await writer.commit();
  const createdKeys: string[] = [];
  for (let n = 0; n < keys; n += 1) {
    const { key } = await createAdministration(store).run('keys/create', {
      name: `bench ${n}`,
      account: ids.account,
      client: null,
      scopes: [],
    });
    createdKeys.push(key);
  }
  await store.close();
  return createdKeys;
}

export interface HostProcess {
  url: string;
  /** Resident memory in bytes; NaN if the system does not report it. */
  residentBytes(): number;
  stop(): Promise<void>;
}

function readResidentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/**
 * Starts a host on a data folder, as `npm start` does.
 * @param environment more variables of its environment
 */
export async function startHost(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<HostProcess> {
  const [node = '', main = ''] = commandOf('main.ts');
  const child = launch({ DATA_DIR: dataDir, SAMPLE: 'off', ...environment }, [
    node,
    '--max-semi-space-size=16',
    main,
  ]);
  const url = await waitForAddress(child);
  // Errors in the log explain failures of the benchmark.
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('"level":50')) process.stderr.write(chunk);
  });
  child.stderr.pipe(process.stderr);
  return {
    url,
    residentBytes: () => readResidentBytes(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
