import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import {
  addressOf,
  exitOf,
  killGroup,
  type LaunchedProcess,
  launch,
} from '../tests/setup/launch.ts';

type Start = (environment?: Record<string, string>, command?: readonly string[]) => LaunchedProcess;

/** Starts processes on one new data folder, and ends any that still run after the test. */
const test = base.extend<{ start: Start }>({
  start: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-process-'));
    const started: LaunchedProcess[] = [];
    await use((environment = {}, command) => {
      const child = launch({ DATA_DIR: dataDir, ...environment }, command);
      started.push(child);
      return child;
    });
    for (const child of started) killGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  },
});

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

test('an invalid variable prevents startup, with a one-line error that names it', async ({
  start,
}) => {
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
