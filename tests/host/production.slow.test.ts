import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { launch, waitForExit } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = ['index.html', 'package.json', 'package-lock.json', 'public', 'src'];
const configFiles = ['vite.config.ts', 'vite.report.config.ts'];

/** Copies the sources to a folder without any packages. */
async function createTree(): Promise<string> {
  const folder = await createTemporaryFolder();
  for (const path of [...sources, ...configFiles]) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  return folder;
}

const ensureBuild = (folder: string) =>
  waitForExit(launch({}, [process.execPath, join(folder, 'src/host/process/ensure-build.ts')]));

it('without a build and the packages for one, says in one line what to do', async () => {
  const { code, out, err } = await ensureBuild(await createTree());
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^The dashboard in dist is missing .*npm ci --include=dev.*\n$/);
});

it('needs no packages if dist was built from the same sources', async () => {
  const folder = await createTree();
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  expect(await ensureBuild(folder)).toEqual({ code: 0, out: '', err: '' });
});

it.each([
  [200, 0],
  [503, 1],
])(
  'the health check of the container follows PORT: status %i gives exit code %i',
  async (status, code) => {
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/healthz' ? status : 404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const [, line = ''] =
      /^HEALTHCHECK .*\\\n {2}CMD (.*)$/m.exec(readFileSync(join(root, 'Containerfile'), 'utf8')) ??
      [];
    const [program, ...args] = v.parse(v.array(v.string()), JSON.parse(line));
    expect(program).toBe('node');
    const check = launch({ PORT: `${port}` }, [process.execPath, ...args]);
    expect((await waitForExit(check)).code).toBe(code);
  },
);
