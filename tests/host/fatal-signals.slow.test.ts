import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { killGroup, launch, waitForAddress } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';
import { startHostProcess } from './host-process.ts';

it.each(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL'] as const)(
  'a host that receives %s ends with that signal, and reports that its store was not closed',
  async (signal) => {
    const host = await startHostProcess(await createTemporaryFolder());
    await host.end(signal);
    const { output, ...ending } = await host.waitForExit();
    expect(ending).toEqual({ code: null, signal });
    expect(output).toContain('ended without closing its store');
  },
);

it('a process that runs out of memory with the engine open aborts, and says why', async () => {
  const script = resolve(import.meta.dirname, 'out-of-memory.ts');
  const folder = await createTemporaryFolder();
  const { signal, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=128', script, folder],
    { encoding: 'utf8' },
  );
  expect(signal).toBe('SIGABRT');
  expect(stderr).toContain('JavaScript heap out of memory');
});

it('a host that receives several signals at once, as under npm, still stops cleanly', async () => {
  const host = await startHostProcess(await createTemporaryFolder());
  await Promise.all([host.end('SIGINT'), host.end('SIGINT'), host.end('SIGTERM')]);
  const { output, ...ending } = await host.waitForExit();
  expect(ending).toEqual({ code: 0, signal: null });
  expect(output).not.toContain('ended without closing its store');
});

it('a host stopped by SIGTERM does not report that its store was not closed', async () => {
  const host = await startHostProcess(await createTemporaryFolder());
  await host.end('SIGTERM');
  const { output, ...ending } = await host.waitForExit();
  expect(ending).toEqual({ code: 0, signal: null });
  expect(output).not.toContain('ended without closing its store');
});

it('a host whose worker never ends is killed once its time to stop is over, and says so', async () => {
  const folder = await createTemporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const script = resolve(import.meta.dirname, 'stuck-worker-process.ts');
  const environment = { DATA_DIR: folder, SERVICE_URL: 'http://127.0.0.1:10' };
  const child = launch(environment, [process.execPath, script, pipe]);
  onTestFinished(() => killGroup(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await waitForAddress(child);
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  expect(errors).toContain('an import or a request did not end in time');
  expect(errors).not.toContain('fatal signal');
});
