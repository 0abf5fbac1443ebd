import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportProgress } from '../../service/import/import.ts';
import { administer, UsageError } from './administer.ts';

const usage = 'Usage: npm run import -- FILE [--account ID]';

function readArguments(): { file: string; account: string | null } {
  try {
    const { values, positionals } = parseArgs({
      options: { account: { type: 'string' } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError(usage);
    // npm runs scripts in the project's folder; a path is meant from where the command was given.
    const from = process.env['INIT_CWD'] ?? process.cwd();
    return { file: resolve(from, file), account: values.account ?? null };
  } catch (error) {
    throw new UsageError(usage, { cause: error });
  }
}

const count = new Intl.NumberFormat('en');

/** Tells lines, answers a second and the time left, on one line of a terminal or now and then elsewhere. */
function progressTeller() {
  let phase = '';
  let began = performance.now();
  let told = 0;
  return (progress: ImportProgress) => {
    const now = performance.now();
    if (progress.phase !== phase) {
      phase = progress.phase;
      began = now;
    }
    const step = process.stderr.isTTY ? 200 : 5_000;
    if (now - told < step) return;
    told = now;
    const seconds = Math.max((now - began) / 1000, 0.001);
    const share = progress.size > 0 ? progress.bytes / progress.size : 0;
    const left = share > 0 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
    const speed = `${count.format(Math.round(progress.answers / seconds))} answers a second`;
    const text = `${progress.phase}: ${count.format(progress.lines)} lines, ${speed}${left}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  };
}

await administer(async (administration) => {
  const { file, account } = readArguments();
  const began = performance.now();
  const summary = await administration.importFile(file, account, progressTeller());
  const seconds = (performance.now() - began) / 1000;
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const memory = Math.round(summary.peakMemory / 1024 / 1024);
  process.stdout.write(
    `Imported ${count.format(summary.answers)} answers of ${count.format(summary.scans)} scans in ${seconds.toFixed(1)} s ` +
      `(${count.format(Math.round(summary.answers / seconds))} a second, at most ${count.format(memory)} MiB of memory): ` +
      `${summary.clients} clients, ${summary.sites} sites, ${summary.brands} brands, ${count.format(summary.prompts)} prompts.\n`,
  );
});
