/**
 * Writes a store in this version's format, as a fixture for the tests of later versions: `npm run fixture -- NAME`
 * saves the store as `fixtures/NAME.tar.gz`, and the keys and responses of a service on it as `fixtures/NAME.json`.
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
const writeProcess = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
// The script kills itself when the store is complete.
if (writeProcess.signal !== 'SIGKILL')
  throw new Error(`No store was written: ${writeProcess.stderr}`);
writeFileSync(`${target}.json`, `${JSON.stringify(JSON.parse(writeProcess.stdout), null, 1)}\n`);
const tarProcess = spawnSync('tar', ['-C', folder, '-czf', `${target}.tar.gz`, '.'], {
  encoding: 'utf8',
});
if (tarProcess.status !== 0) throw new Error(tarProcess.stderr);
rmSync(folder, { recursive: true });
