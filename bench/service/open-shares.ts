import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { sharesScope } from '../../src/contract/scopes.ts';
import { NewShare } from '../../src/contract/sightline/shares.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { createBuiltInService } from '../../src/host/backend/backend.ts';
import { readConfig } from '../../src/host/config.ts';
import { createLog } from '../../src/host/process/log.ts';
import { startHost } from '../../src/host/process/start.ts';
import { brandClient } from '../../src/service/setup/brand-client.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { formatTiming, timingOf } from '../measure.ts';
import { fillStore } from './host-process.ts';
import { ids } from './world.ts';

const opens = 40;
const passphrase = 'correct horse battery staple';

/** Starts a host without pages in this process, so that its use of the processor can be read. */
function startOn(store: Store, dataDir: string) {
  return startHost(readConfig({ PORT: '0', DATA_DIR: dataDir }), {
    log: createLog({ write: () => {} }),
    openPage: async () => ({
      renderDocument: async () => '',
      assets: { respond: () => null },
      contentSecurityPolicy: '',
    }),
    backend: async (options) => {
      const service = await createBuiltInService(store, options);
      const ready = () => store.ping();
      return { service, ready, sampleKeys: [], hasOwnData: true, close: () => service.close() };
    },
  });
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
  return text;
}

/** Measures how much processor time, in all threads, it takes to open the link of a share. */
export async function benchOpenShares(): Promise<{ table: string; results: unknown }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  await fillStore(dataDir, 60, 0);
  const store = await openClickHouse({ dataDir });
  const host = await startOn(store, dataDir);
  try {
    const { key } = await createAdministration(store).run('keys/create', {
      name: 'bench',
      account: ids.account,
      client: null,
      scopes: [sharesScope],
    });
    const path = pathTo('shares', { siteId: ids.site });
    const createShare = async (more: object) => {
      const body = { title: 'Shared', pages: ['timeline'], ...more };
      const text = await post(host.url + path, body, { Authorization: `Bearer ${key}` });
      return v.parse(NewShare, JSON.parse(text)).secret;
    };
    const measureOpens = async (body: object, prepare = async (_: number) => {}) => {
      await post(`${host.url}/session`, body);
      const samples: number[] = [];
      for (let n = 0; n < opens; n += 1) {
        await prepare(n);
        const before = process.cpuUsage();
        await post(`${host.url}/session`, body);
        const { user, system } = process.cpuUsage(before);
        samples.push((user + system) / 1_000);
      }
      return timingOf(samples);
    };
    const changeData = async (n: number) => {
      await brandClient(store, ids.client, { accent: `#0000${(n + 16).toString(16)}` });
    };
    const share = await createShare({});
    const protectedShare = await createShare({ passphrase });
    const results = {
      'a link without a passphrase': await measureOpens({ share }),
      'the same, each time after an import': await measureOpens({ share }, changeData),
      'a link with a passphrase that was checked before': await measureOpens({
        share: protectedShare,
        passphrase,
      }),
    };
    const rows = Object.entries(results).map(
      ([name, timing]) => `| ${name} | ${formatTiming(timing)} |`,
    );
    return {
      table: ['| opened | processor time: median (quartiles) |', '|---|---|', ...rows].join('\n'),
      results,
    };
  } finally {
    await host.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
