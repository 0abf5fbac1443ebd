/** `npm run soak [-- NAME…]` runs the long tests, prints figures, and exits with 1 at the first fault. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { runOnDates } from '../clock/run-on-dates.ts';
import { damageStores } from '../faults/damage.ts';
import { type KillReport, runKillCycles } from '../faults/kill-cycles.ts';
import { runScanCycles } from '../faults/kill-scan-cycles.ts';
import { runSetupKillCycles, type SetupKillReport } from '../faults/kill-setup-cycles.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { checkAgreement } from '../properties/agreement.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

async function runAgreement(): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-soak-'));
  const store = await openClickHouse({ dataDir });
  try {
    const { worlds, pairs, statuses } = await checkAgreement(store, {
      worlds: 1_000,
      requests: 40,
      seed,
    });
    return { worlds, pairs, ...Object.fromEntries(statuses) };
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Kills hosts repeatedly, and sums the figures of the reports. Uses 10 folders, because outdated files accumulate: no host
 * runs long enough for the engine to delete them.
 */
async function runKillsInFolders(
  kills: number,
  runCycles: (options: { cycles: number; seed: number }) => Promise<KillReport | SetupKillReport>,
): Promise<object> {
  const sums: Record<string, number> = {};
  for (let folder = 0; folder < 10; folder += 1) {
    const { faults, ...figures } = await runCycles({ cycles: kills, seed: seed + folder });
    if (faults.length > 0) throw new Error(`Faults: ${faults.join(', ')}`);
    for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + figure;
    process.stderr.write(`${(folder + 1) * kills} kills, nothing lost\n`);
  }
  return sums;
}

async function runScanKills(): Promise<object> {
  const { faults, ...figures } = await runScanCycles({ rounds: 16, maxKills: 4, seed });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return figures;
}

async function runDamage(): Promise<object> {
  const { faults, ...figures } = damageStores({ cases: 200, seed });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return figures;
}

/** Runs tests with SOAK=1, so with every case and repetition that `npm test` and `npm run test:all` leave out. */
async function runWithEveryCase(command: string, ...args: string[]): Promise<object> {
  const child = spawn('npx', [command, ...args], {
    env: { ...process.env, SOAK: '1' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`A test failed: ${command} ${args.join(' ')}.`);
  return { passed: true };
}

const suites: Readonly<Record<string, () => Promise<object>>> = {
  agreement: runAgreement,
  fuzz: () => fuzz({ cases: 1_000_000, seed }),
  kill: () => runKillsInFolders(100, runKillCycles),
  'kill-setup': () => runKillsInFolders(30, runSetupKillCycles),
  'kill-scans': runScanKills,
  damage: runDamage,
  clock: runOnDates,
  tests: () => runWithEveryCase('vitest', 'run'),
  pages: () => runWithEveryCase('playwright', 'test', '--reporter=line'),
};

const suiteNames = process.argv.slice(2);
const unknownName = suiteNames.find((name) => !Object.hasOwn(suites, name));
if (unknownName !== undefined) {
  process.stderr.write(
    `Unknown suite: ${unknownName}. Suites: ${Object.keys(suites).join(', ')}.\n`,
  );
  process.exit(1);
}
process.stdout.write(`seed ${seed} (set SEED=${seed} to repeat this run)\n`);
for (const [name, suite] of Object.entries(suites)) {
  if (suiteNames.length > 0 && !suiteNames.includes(name)) continue;
  const startedAt = performance.now();
  const figures = await suite();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`${name}, ${seconds} s: ${JSON.stringify(figures)}\n`);
}
