import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { addressOf, endGroup, hostCommand, startProcess } from './host.ts';

type Start = (environment?: Record<string, string>, command?: readonly string[]) => ChildProcess;

/** Starts processes on one new data folder; whatever a failed test leaves running is ended with it. */
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

/** Runs to its end. */
async function endOf(child: ChildProcess): Promise<{ code: unknown; out: string; err: string }> {
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

test('a second host on the same folder refuses to start and names the first', async ({ start }) => {
  const first = start();
  await addressOf(first);
  const second = await endOf(start());
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain(`process ${first.pid}`);
  expect(second.err.trim().split('\n')).toHaveLength(1);
  first.kill('SIGTERM');
  expect((await endOf(first)).code).toBe(0);
});

test('a host that was killed starts again on its folder', async ({ start }) => {
  const first = start();
  await addressOf(first);
  first.kill('SIGKILL');
  await endOf(first);
  const second = start();
  const url = await addressOf(second);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  second.kill('SIGINT');
  expect((await endOf(second)).code).toBe(0);
});

test('a wrong variable ends the start with its name and nothing else', async ({ start }) => {
  const { code, out, err } = await endOf(start({ PORT: 'ninety' }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^PORT .+\n$/);
});

test('a host beyond loopback says that it makes no sample', async ({ start }) => {
  const child = start({ HOST: '0.0.0.0' });
  const ended = endOf(child);
  const url = await addressOf(child);
  const answer = await fetch(`${url}/v1/clients`, {
    headers: { Authorization: 'Bearer sample-agency' },
  });
  expect(answer.status).toBe(401);
  child.kill('SIGTERM');
  const { code, out } = await ended;
  expect(code).toBe(0);
  expect(out).toContain('no sample data');
  expect(out).not.toContain('sample-agency');
});

test('npm start passes a stop on to the host', async ({ start }) => {
  const child = start({}, ['npm', 'start']);
  const url = await addressOf(child);
  child.kill('SIGTERM');
  await endOf(child);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
