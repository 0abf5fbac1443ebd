import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeNewFile } from './write-new-file.ts';

const fileSystem = vi.hoisted(() => ({ hasHardLinks: true, isCheckEarly: false }));
vi.mock(import('node:fs'), async (importOriginal) => {
  const actual = await importOriginal();
  return {
    ...actual,
    existsSync: (path) => !fileSystem.isCheckEarly && actual.existsSync(path),
  };
});
vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const actual = await importOriginal();
  return {
    ...actual,
    link: (...paths) =>
      fileSystem.hasHardLinks
        ? actual.link(...paths)
        : Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' })),
  };
});

let folder = '';
beforeEach(async () => {
  fileSystem.hasHardLinks = true;
  fileSystem.isCheckEarly = false;
  folder = await mkdtemp(join(tmpdir(), 'sightline-new-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (text: string) =>
  writeNewFile(
    join(folder, 'new.txt'),
    (async function* () {
      yield text;
    })(),
  );
const readText = () => readFile(join(folder, 'new.txt'), 'utf8');

it.each([true, false])('writes one file, whether hard links are supported (%s)', async (has) => {
  fileSystem.hasHardLinks = has;
  await write('whole');
  expect(await readText()).toBe('whole');
  expect(await readdir(folder)).toEqual(['new.txt']);
});

it('does not replace a file that was created after the last check', async () => {
  await writeFile(join(folder, 'new.txt'), 'other');
  fileSystem.isCheckEarly = true;
  await expect(write('whole')).rejects.toThrow(
    `${join(folder, 'new.txt')} already exists. Name another file, or remove this one first.`,
  );
  expect(await readText()).toBe('other');
  expect(await readdir(folder)).toEqual(['new.txt']);
});
