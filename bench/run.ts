import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchChart } from './competitors/chart/bench.ts';
import { benchAgainstBare } from './competitors/pages/bench.ts';
import { benchPostgres } from './competitors/postgres/bench.ts';
import { benchImport } from './import/bench.ts';
import { benchMeasureAgain } from './import/measure-again.ts';
import { benchLight } from './light/bench.ts';
import { benchPage } from './page/bench.ts';
import { benchHostileAnswers } from './page/hostile-answers.ts';
import { benchMatrix } from './page/matrix.ts';
import { benchScans } from './scans/bench.ts';
import { benchService } from './service/bench.ts';
import { benchLoad } from './service/load.ts';
import { benchLogos } from './service/logos.ts';
import { benchOpenShares } from './service/open-shares.ts';
import { benchAnswers } from './sightline/answers-bench.ts';
import { benchSightline } from './sightline/bench.ts';
import { benchSources } from './sightline/sources.ts';
import { benchVerdicts } from './verdicts/bench.ts';
import { benchModelChanges } from './verdicts/model-changes.ts';

type Benches = Readonly<Record<string, () => Promise<{ table: string; results: unknown }>>>;

/** Comparisons with competitors, which run only if they are named. */
const comparisons: Benches = {
  chart: benchChart,
  'against-bare': benchAgainstBare,
  postgres: benchPostgres,
};

/**
 * The benchmarks by name. `npm run bench [-- NAME…]` runs the named ones, or all but the comparisons. It prints tables and
 * stores the figures in `bench/results.json`, without comparing them with any limits.
 */
const benches: Benches = {
  service: benchService,
  load: benchLoad,
  'open-shares': benchOpenShares,
  logos: benchLogos,
  light: benchLight,
  page: benchPage,
  matrix: benchMatrix,
  'hostile-answers': benchHostileAnswers,
  import: benchImport,
  'measure-again': benchMeasureAgain,
  scans: benchScans,
  sightline: benchSightline,
  sources: benchSources,
  answers: benchAnswers,
  verdicts: benchVerdicts,
  'model-changes': benchModelChanges,
  ...comparisons,
};

const file = join(import.meta.dirname, 'results.json');

function readResults(): Record<string, unknown> {
  try {
    const results: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof results === 'object' && results !== null ? { ...results } : {};
  } catch {
    return {};
  }
}

const chosenNames = process.argv.slice(2);
const unknownName = chosenNames.find((name) => !Object.hasOwn(benches, name));
if (unknownName !== undefined) {
  process.stderr.write(
    `There is no benchmark called ${unknownName}. Choose from: ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(1);
}
const machine = {
  cores: cpus().length,
  processor: cpus()[0]?.model,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const allResults = readResults();
for (const [name, bench] of Object.entries(benches)) {
  const isChosen = chosenNames.length > 0 ? chosenNames.includes(name) : !(name in comparisons);
  if (!isChosen) continue;
  const { table, results } = await bench();
  process.stdout.write(`\n## ${name}\n\n${table}\n`);
  // A skipped benchmark keeps its earlier figures.
  if (results === null) continue;
  allResults[name] = { at: new Date().toISOString(), machine, results };
  writeFileSync(file, `${JSON.stringify(allResults, null, 2)}\n`);
}
