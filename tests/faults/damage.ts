import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { newestVersion } from '../../src/service/store/clickhouse/integrity/migrations.ts';
import { compileCache } from '../setup/launch.ts';
import { createRandom } from './random.ts';

const fixtures = resolve(import.meta.dirname, '../store/fixtures');
const script = resolve(import.meta.dirname, 'damage-process.ts');

const damageKinds = ['cut', 'zeroed', 'flipped', 'file missing', 'folder missing'] as const;

const Outcome = v.object({
  /** Why the store did not open, or the body of a 503; null if it served every request. */
  refusal: v.nullable(v.string()),
  /** Responses that differ from those before the damage, or how the process failed. */
  faults: v.array(v.string()),
});
type Outcome = v.InferOutput<typeof Outcome>;

export interface DamageReport {
  cases: number;
  correct: number;
  refused: number;
  /** Wrong responses, unclear refusals and lost data, each with its seed. */
  faults: string[];
}

function unpackFixture(folder: string): void {
  const archive = join(fixtures, `${newestVersion}.tar.gz`);
  const tarProcess = spawnSync('tar', ['-C', folder, '-xzf', archive], { encoding: 'utf8' });
  if (tarProcess.status !== 0) throw new Error(tarProcess.stderr);
}

/** Finds the folder of the table that a definition file describes, relative to the data folder. */
function findTableFolder(dataDir: string, definition: string): string {
  const text = readFileSync(join(dataDir, definition), 'utf8');
  const [, id = ''] = /UUID '([0-9a-f-]+)'/.exec(text) ?? [];
  return join('clickhouse/store', id.slice(0, 3), id);
}

/** Finds the folders of a store's tables and definitions, relative to the data folder. */
function findFolders(dataDir: string): readonly string[] {
  const definitions = globSync('clickhouse/store/*/*/*.sql', { cwd: dataDir }).sort((a, b) =>
    basename(a) < basename(b) ? -1 : 1,
  );
  const tables = definitions.map((path) => findTableFolder(dataDir, path));
  return [...new Set(definitions.map((path) => dirname(path))), ...tables];
}

/** Whether a folder belongs to the audit trail or the journal, which grow whenever the store is open. */
function growsWhileOpen(dataDir: string, folder: string): boolean {
  return ['audit', 'journal'].some((table) => {
    const [definition = ''] = globSync(`clickhouse/store/*/*/${table}.sql`, { cwd: dataDir });
    return findTableFolder(dataDir, definition) === folder;
  });
}

/**
 * Damages a randomly chosen file or folder of a store; returns the folder of its table or definitions, and a
 * description of the damage.
 */
function damageAtRandom(dataDir: string, seed: number): { folder: string; damage: string } {
  const random = createRandom(seed);
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) throw new Error('There is nothing to damage.');
    return choice;
  };
  const candidates = findFolders(dataDir).map((folder) => ({
    folder,
    files: globSync('**/*', { cwd: join(dataDir, folder), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  }));
  const { folder, files } = pick(candidates);
  const path = pick(files);
  const kind = pick(damageKinds);
  const bytes = readFileSync(path);
  const from = Math.floor(random() * bytes.length);
  const to = from + 1 + Math.floor(random() * Math.min(64, bytes.length - from));
  if (kind === 'file missing') rmSync(path);
  if (kind === 'folder missing') rmSync(dirname(path), { recursive: true });
  if (kind === 'cut')
    writeFileSync(path, Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]));
  if (kind === 'zeroed') writeFileSync(path, bytes.fill(0, from, to));
  if (kind === 'flipped') {
    bytes.writeUInt8((bytes[from] ?? 0) ^ (1 << Math.floor(random() * 8)), from);
    writeFileSync(path, bytes);
  }
  const place = kind.endsWith('missing') ? '' : ` at byte ${from}`;
  return { folder, damage: `${path.slice(dataDir.length)} ${kind}${place}` };
}

function testStore(dataDir: string): Outcome {
  const child = spawnSync(process.execPath, [script, dataDir, `${newestVersion}`], {
    encoding: 'utf8',
    env: { ...process.env, ...compileCache },
    timeout: 120_000,
  });
  const lastLine = child.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (child.status === 0 && lastLine !== '') return v.parse(Outcome, JSON.parse(lastLine));
  return { refusal: null, faults: [`ended by ${child.signal ?? child.status}: ${child.stderr}`] };
}

const isClearRefusal = (refusal: string): boolean =>
  /^StoreDamaged: The store is damaged: .*(table \w+|definitions of its tables)/.test(refusal);

/**
 * Damages a store in a way that the seed determines, and tests it before and after a repair.
 * @returns `correct` if the store responded correctly throughout, `refused` if the damaged store named the damage, and
 * otherwise the fault.
 */
function testDamagedStore(seed: number): 'correct' | 'refused' | { fault: string } {
  const home = mkdtempSync(join(tmpdir(), 'sightline-damage-'));
  const [dataDir, intactDir] = [join(home, 'data'), join(home, 'intact')];
  try {
    for (const folder of [dataDir, intactDir]) {
      mkdirSync(folder);
      unpackFixture(folder);
    }
    const { folder, damage } = damageAtRandom(dataDir, seed);
    const { refusal, faults } = testStore(dataDir);
    if (faults.length > 0) return { fault: `seed ${seed}, ${damage}: ${faults.join('; ')}` };
    if (refusal !== null && !isClearRefusal(refusal))
      return { fault: `seed ${seed}, ${damage}: ${refusal}` };

    // Restoring the damaged folder must bring everything back, which shows that nothing else was removed. A store that
    // responded correctly keeps the rows that it has added.
    if (refusal !== null || !growsWhileOpen(intactDir, folder))
      rmSync(join(dataDir, folder), { recursive: true, force: true });
    cpSync(join(intactDir, folder), join(dataDir, folder), { recursive: true });
    cpSync(join(intactDir, 'store.json'), join(dataDir, 'store.json'));
    const repairedOutcome = testStore(dataDir);
    if (repairedOutcome.refusal !== null || repairedOutcome.faults.length > 0) {
      return { fault: `seed ${seed}, ${damage}, repaired: ${JSON.stringify(repairedOutcome)}` };
    }
    return refusal === null ? 'correct' : 'refused';
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Damages copies of a store in different ways, and tests each before and after repairing it. */
export function damageStores({ cases, seed }: { cases: number; seed: number }): DamageReport {
  const report: DamageReport = { cases: 0, correct: 0, refused: 0, faults: [] };
  for (let n = 0; n < cases; n += 1) {
    const outcome = testDamagedStore(seed + n);
    report.cases += 1;
    if (typeof outcome === 'object') report.faults.push(outcome.fault);
    else report[outcome] += 1;
  }
  return report;
}
