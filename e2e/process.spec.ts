import { rm } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import {
  killGroup,
  type LaunchedProcess,
  launch,
  waitForAddress,
  waitForExit,
} from '../tests/setup/launch.ts';
import { copySampleFolder } from '../tests/setup/sample-folder.ts';

type StartProcess = (
  environment?: Record<string, string>,
  command?: readonly string[],
) => LaunchedProcess;

/** Starts processes on one folder with sample data, and ends any that still run after the test. */
const test = base.extend<{ start: StartProcess }>({
  start: async ({}, use) => {
    const dataDir = await copySampleFolder();
    const startedProcesses: LaunchedProcess[] = [];
    await use((environment = {}, command) => {
      const child = launch({ DATA_DIR: dataDir, ...environment }, command);
      startedProcesses.push(child);
      return child;
    });
    for (const child of startedProcesses) killGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  },
});

test('a second host on the same folder refuses to start and names the first', async ({ start }) => {
  const first = start();
  await waitForAddress(first);
  const second = await waitForExit(start());
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain(`process ${first.pid}`);
  expect(second.err.trim().split('\n')).toHaveLength(1);
  first.kill('SIGTERM');
  expect((await waitForExit(first)).code).toBe(0);
});

test('a host can be started again on its folder after being killed', async ({ start }) => {
  const first = start();
  await waitForAddress(first);
  first.kill('SIGKILL');
  await waitForExit(first);
  const second = start();
  const url = await waitForAddress(second);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  second.kill('SIGINT');
  expect((await waitForExit(second)).code).toBe(0);
});

test('an invalid environment variable prevents startup, with a one-line error that names it', async ({
  start,
}) => {
  const { code, out, err } = await waitForExit(start({ PORT: 'ninety' }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^PORT .+\n$/);
});

test('a host that listens beyond loopback says that the sample keys do not work', async ({
  start,
}) => {
  const child = start({ HOST: '0.0.0.0' });
  const exited = waitForExit(child);
  const url = await waitForAddress(child);
  const response = await fetch(`${url}/v1/clients`, {
    headers: { Authorization: 'Bearer sample-agency' },
  });
  expect(response.status).toBe(401);
  child.kill('SIGTERM');
  const { code, out } = await exited;
  expect(code).toBe(0);
  expect(out).toContain('Sample keys do not work');
  expect(out).not.toContain('sample-agency');
});

test('npm start passes SIGTERM on to the host', async ({ start }) => {
  const child = start({}, ['npm', 'start']);
  const url = await waitForAddress(child);
  child.kill('SIGTERM');
  await waitForExit(child);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
