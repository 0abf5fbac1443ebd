import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openBackend } from '../../src/host/backend/backend.ts';
import { openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { openHost } from '../host/harness.ts';
import { loadSmallWorld } from '../service/small-world.ts';
import { commandOf, launch, waitForAddress, waitForExit } from '../setup/launch.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { type Bridge, openBridge } from './bridge.ts';

const clientId = '00000000-0000-4000-8000-0000000000c1';
let bridge: Bridge;
let folder: string;

beforeAll(async () => {
  bridge = await openBridge();
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});
afterAll(async () => {
  await bridge.remove();
  await rm(folder, { recursive: true });
});

const launchScript = (
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
) =>
  launch(
    {
      DATA_DIR: join(folder, 'data'),
      CLICKHOUSE_URL: bridge.url.href,
      SESSION_SECRET: 'ab'.repeat(32),
      ...environment,
    },
    commandOf(script, ...args),
  );

it('with a ClickHouse server, the commands and the host need no data folder, and the host recovers after an outage', async () => {
  const file = join(folder, 'week.ndjson');
  const client = {
    type: 'client',
    id: clientId,
    name: 'On a server',
    createdAt: '2026-01-01T00:00:00Z',
  };
  await writeFile(file, JSON.stringify(client));
  expect(await waitForExit(launchScript('commands/import.ts', [file]))).toMatchObject({ code: 0 });
  const keyCreation = await waitForExit(
    launchScript('commands/keys.ts', ['create', '--name', 'k', '--client', clientId]),
  );
  expect(keyCreation).toMatchObject({ code: 0 });
  const key = keyCreation.out.trimEnd().split('\n').at(-1);

  const child = launchScript('main.ts', []);
  const url = await waitForAddress(child);
  const requestClients = async () =>
    fetch(`${url}/v1/clients`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await (await requestClients()).json()).toMatchObject({ data: [{ name: 'On a server' }] });
  await bridge.kill();
  expect((await requestClients()).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  await bridge.start();
  await vi.waitFor(async () => expect((await requestClients()).status).toBe(200), waitOptions);
  const requestHealth = async () => (await fetch(`${url}/healthz`)).status;
  await vi.waitFor(async () => expect(await requestHealth()).toBe(200), waitOptions);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await readdir(folder)).toEqual(['week.ndjson']);
});

it('the settings of the page mark a store on a server as empty until data is imported', async () => {
  const { url, remove } = await openBridge();
  onTestFinished(remove);
  const environment = { CLICKHOUSE_URL: url.href, SESSION_SECRET: 'ab'.repeat(32) };
  const host = await openHost(environment, { backend: openBackend });
  const requestPage = async () => (await host.call({ headers: { accept: 'text/html' } })).text;
  expect(await requestPage()).toContain('"isEmpty":true');
  const store = await openClickHouseServer({ url });
  onTestFinished(() => store.close());
  await loadSmallWorld(store);
  expect(await requestPage()).toContain('"isEmpty":false');
});

it('a command reports in one line that the server is down', async () => {
  const url = new URL(bridge.url);
  const closedPort = 1;
  url.port = String(closedPort);
  const result = await waitForExit(
    launchScript('commands/keys.ts', ['list'], { CLICKHOUSE_URL: url.href }),
  );
  expect(result.code).toBe(1);
  expect(result.err).toBe('The store is not available right now (code ECONNREFUSED).\n');
});

it('a rejected password is reported with the name of its variable, but not shown', async () => {
  const url = new URL(bridge.url);
  url.password = 'wrong-secret';
  const result = await waitForExit(launchScript('main.ts', [], { CLICKHOUSE_URL: url.href }));
  expect(result.code).toBe(1);
  expect(result.err).toContain(
    `CLICKHOUSE_URL: the server at ${url.host} refuses the user, the password or the database.`,
  );
  expect(result.out + result.err).not.toContain('wrong-secret');
});

it('a host that uses a ClickHouse server requires SESSION_SECRET', async () => {
  const result = await waitForExit(launchScript('main.ts', [], { SESSION_SECRET: '' }));
  expect(result).toMatchObject({ code: 1 });
  expect(result.err).toContain('CLICKHOUSE_URL needs SESSION_SECRET');
});
