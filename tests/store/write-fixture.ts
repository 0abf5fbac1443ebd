/**
 * Keeps a store as this version writes it, for the tests of later versions:
 * `npm run fixture -- NAME` makes `fixtures/NAME.tar.gz` and, with what the store answers, `fixtures/NAME.json`.
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
const made = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
if (made.signal !== 'SIGKILL') throw new Error(`No store was made: ${made.stderr}`);
writeFileSync(`${target}.json`, `${JSON.stringify(JSON.parse(made.stdout), null, 1)}\n`);
const packed = spawnSync('tar', ['-C', folder, '-czf', `${target}.tar.gz`, '.'], {
  encoding: 'utf8',
});
if (packed.status !== 0) throw new Error(packed.stderr);
rmSync(folder, { recursive: true });
