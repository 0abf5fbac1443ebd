import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/fields.ts';
import type { ImportProgress } from '../../service/import/import.ts';
import { fileSource } from '../../service/import/source.ts';
import type { ImportDone } from '../admin/administration.ts';
import { administer } from './administer.ts';
import { counted, UsageError, withUsage } from './arguments.ts';

const usage = 'Usage: npm run import -- FILE [--account ID]';

/** @throws UsageError, or UnreadableSource for a file that is not there. */
function readArguments(): { file: string; account: string | null } {
  const { values, positionals } = withUsage(usage, () =>
    parseArgs({ options: { account: { type: 'string' } }, allowPositionals: true }),
  );
  const [given, surplus] = positionals;
  if (given === undefined) throw new UsageError('Name the file to import.', usage);
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'.`, usage);
  const { account = null } = values;
  if (account !== null && !isUuid(account)) {
    throw new UsageError(`--account takes an account's id, a UUID, not '${account}'.`, usage);
  }
  // npm runs scripts in the project's folder; a path is meant from where the command was given.
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
  fileSource(file);
  return { file, account: account?.toLowerCase() ?? null };
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
    const speed = `${counted(Math.round(progress.answers / seconds), 'answer')} a second`;
    const text = `${progress.phase}: ${counted(progress.lines, 'line')}, ${speed}${left}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  };
}

function sayImported(summary: ImportDone, seconds: number): void {
  const memory = Math.round(summary.peakMemory / 1024 / 1024);
  const { answers, scans, clients, sites, brands, prompts } = summary;
  process.stdout.write(
    `Imported ${counted(answers, 'answer')} of ${counted(scans, 'scan')} in ${seconds.toFixed(1)} s ` +
      `(${count.format(Math.round(answers / seconds))} a second, at most ${count.format(memory)} MiB of memory): ` +
      `${counted(clients, 'client')}, ${counted(sites, 'site')}, ${counted(brands, 'brand')}, ${counted(prompts, 'prompt')}.\n`,
  );
}

await administer(() => {
  const { file, account } = readArguments();
  return async (administration) => {
    const began = performance.now();
    const summary = await administration.importFile(file, account, progressTeller());
    const seconds = (performance.now() - began) / 1000;
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    sayImported(summary, seconds);
  };
});
