import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeKey } from '../../service/access/keys.ts';
import { readConfig } from '../config.ts';
import { deriveSecrets, loadSecrets } from './secrets.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('creates a session key file that only its owner can read, and reuses it', async () => {
  const dataDir = join(await createFolder(), 'data');
  const first = await loadSecrets(readConfig({ DATA_DIR: dataDir }));
  const path = join(dataDir, 'session-secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const second = await loadSecrets(readConfig({ DATA_DIR: dataDir }));
  expect(second.sessionKeys).toEqual(first.sessionKeys);
  expect(second.cursorSecret).toEqual(first.cursorSecret);
});

it('gives hosts that start simultaneously the same key', async () => {
  const config = readConfig({ DATA_DIR: await createFolder() });
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config)));
  expect(
    new Set(all.map(({ cursorSecret }) => Buffer.from(cursorSecret).toString('hex'))).size,
  ).toBe(1);
});

it('writes nothing when SESSION_SECRET is set', async () => {
  const dataDir = join(await createFolder(), 'data');
  await loadSecrets(readConfig({ DATA_DIR: dataDir, SESSION_SECRET: 'ab'.repeat(32) }));
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

it('refuses an invalid key file, and does not change it', async () => {
  const dataDir = await createFolder();
  await writeFile(join(dataDir, 'session-secret'), 'broken');
  await expect(loadSecrets(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow(
    /session-secret does not contain a session key/,
  );
  expect(await readFile(join(dataDir, 'session-secret'), 'utf8')).toBe('broken');
});

it('names DATA_DIR in the error if it is not a folder', async () => {
  const file = join(await createFolder(), 'file');
  await writeFile(file, '');
  await expect(loadSecrets(readConfig({ DATA_DIR: file }))).rejects.toThrow(/^DATA_DIR must be/);
});

it('derives session keys and a cursor secret that differ from each other and from SESSION_SECRET', async () => {
  const config = readConfig({ SESSION_SECRET: `${'ab'.repeat(32)},${'cd'.repeat(32)}` });
  const { sessionKeys, cursorSecret } = await loadSecrets(config);
  const all = [...sessionKeys, cursorSecret, ...(config.sessionKeys ?? [])];
  expect(new Set(all.map((key) => Buffer.from(key).toString('hex'))).size).toBe(5);
});

it('gives a key a fingerprint that contains no part of the key and depends on the secret', () => {
  const key = makeKey();
  const fingerprint = deriveSecrets([new Uint8Array(32).fill(1)]).fingerprint(key);
  expect(deriveSecrets([new Uint8Array(32).fill(1)]).fingerprint(key)).toBe(fingerprint);
  expect(deriveSecrets([new Uint8Array(32).fill(2)]).fingerprint(key)).not.toBe(fingerprint);
  const pieces = Array.from({ length: key.length - 5 }, (_, at) => key.slice(at, at + 6));
  expect(pieces.filter((piece) => fingerprint.includes(piece))).toEqual([]);
});
