/**
 * Stores a fixture as this version writes it, for the tests of later versions:
 * `npm run fixture -- NAME` writes the store to `fixtures/NAME.tar.gz` and its responses to `fixtures/NAME.json`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Usage: npm run fixture -- NAME');
const folder = mkdtempSync(join(tmpdir(), 'sightline-fixture-'));
const script = resolve(import.meta.dirname, 'write-store.ts');
const target = resolve(import.meta.dirname, 'fixtures', name);
const written = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
if (written.signal !== 'SIGKILL') throw new Error(`No store was written: ${written.stderr}`);
writeFileSync(`${target}.json`, `${JSON.stringify(JSON.parse(written.stdout), null, 1)}\n`);
const packed = spawnSync('tar', ['-C', folder, '-czf', `${target}.tar.gz`, '.'], {
  encoding: 'utf8',
});
if (packed.status !== 0) throw new Error(packed.stderr);
rmSync(folder, { recursive: true });
