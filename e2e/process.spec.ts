import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { addressOf, endGroup, hostCommand, startProcess } from './host.ts';

type Start = (environment?: Record<string, string>, command?: readonly string[]) => ChildProcess;

/** Starts processes on one new data folder, and ends any that still run after the test. */
const test = base.extend<{ start: Start }>({
  start: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-process-'));
    const started: ChildProcess[] = [];
    await use((environment = {}, command = hostCommand) => {
      const child = startProcess({ DATA_DIR: dataDir, ...environment }, command);
      started.push(child);
      return child;
    });
    for (const child of started) endGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  },
});

/** Waits for a process to exit. */
async function exitOf(child: ChildProcess): Promise<{ code: unknown; out: string; err: string }> {
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

test('a second host on the same folder refuses to start and names the first', async ({ start }) => {
  const first = start();
  await addressOf(first);
  const second = await exitOf(start());
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain(`process ${first.pid}`);
  expect(second.err.trim().split('\n')).toHaveLength(1);
  first.kill('SIGTERM');
  expect((await exitOf(first)).code).toBe(0);
});

test('a host that was killed starts again on its folder', async ({ start }) => {
  const first = start();
  await addressOf(first);
  first.kill('SIGKILL');
  await exitOf(first);
  const second = start();
  const url = await addressOf(second);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  second.kill('SIGINT');
  expect((await exitOf(second)).code).toBe(0);
});

test('an invalid variable prevents the start, with one line that names it', async ({ start }) => {
  const { code, out, err } = await exitOf(start({ PORT: 'ninety' }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^PORT .+\n$/);
});

test('a host that listens beyond loopback says that it has no sample data', async ({ start }) => {
  const child = start({ HOST: '0.0.0.0' });
  const ended = exitOf(child);
  const url = await addressOf(child);
  const response = await fetch(`${url}/v1/clients`, {
    headers: { Authorization: 'Bearer sample-agency' },
  });
  expect(response.status).toBe(401);
  child.kill('SIGTERM');
  const { code, out } = await ended;
  expect(code).toBe(0);
  expect(out).toContain('no sample data');
  expect(out).not.toContain('sample-agency');
});

test('npm start passes SIGTERM on to the host', async ({ start }) => {
  const child = start({}, ['npm', 'start']);
  const url = await addressOf(child);
  child.kill('SIGTERM');
  await exitOf(child);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
