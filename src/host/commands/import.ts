import { isUuid } from '../../contract/fields.ts';
import { formatCount } from '../../service/format-count.ts';
import {
  describeEmptiedAddresses,
  describeRecordCounts,
  describeRepeats,
  describeStoredRegions,
} from '../../service/import/describe-summary.ts';
import type { ImportSummary } from '../../service/import/import.ts';
import { fileInput } from '../../service/import/input.ts';
import { usageOf } from '../admin/commands.ts';
import { printLine } from '../printable.ts';
import { administer } from './administer.ts';
import { parseArguments, resolveUserPath, UsageError } from './arguments.ts';
import { withProgressLine } from './progress-line.ts';

const usage = `${usageOf('import')}

FILE          NDJSON, gzipped or not (docs/import.md)
--account ID  the account for clients and sites that do not name one
--new-ids     gives every record in the file a new ID, so that the file becomes a copy; with --account,
              also what belongs to an account in the file goes to that account`;

const createUsageError = (reason: string) => new UsageError(reason, 'import');

interface ImportArguments {
  file: string;
  account: string | null;
  hasNewIds: boolean;
}

/** @throws UsageError, or UnreadableInput for a missing file or one that is not plain. */
function readArguments(args: readonly string[]): ImportArguments {
  const { values, positionals } = parseArguments('import', args, {
    account: { type: 'string' },
    'new-ids': { type: 'boolean', default: false },
  });
  const [fileArgument, surplus] = positionals;
  if (fileArgument === undefined) throw createUsageError('Give the file to import.');
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  const { account = null, 'new-ids': hasNewIds } = values;
  if (account !== null && !isUuid(account)) {
    throw createUsageError(`--account takes an ID (a UUID), not '${account}'.`);
  }
  const file = resolveUserPath(fileArgument);
  // Throws for a missing file or one that is not plain before the store is opened.
  fileInput(file);
  return { file, account: account?.toLowerCase() ?? null, hasNewIds };
}

/** The maximum number of days listed on one line of the summary. */
const maxDaysShown = 10;
const shortenDays = (days: readonly string[]) =>
  days.length > maxDaysShown
    ? `${days.slice(0, maxDaysShown).join(', ')} and ${days.length - maxDaysShown} more`
    : days.join(', ');

/** The rate of an import in brackets, such as " (1,200 answers a second)"; empty below a second, which says little. */
export function describeSpeed(answers: number, seconds: number): string {
  if (answers === 0 || seconds < 1) return '';
  return ` (${Math.round(answers / seconds).toLocaleString('en')} answers a second)`;
}

function printSummary(summary: ImportSummary, seconds: number): void {
  const speed = describeSpeed(summary.answers, seconds);
  printLine(`Imported in ${seconds.toFixed(1)} s${speed}: ${describeRecordCounts(summary)}.`);
  const { measuredAgain, unmeasurableDays, nearMisses, skippedCitations } = summary;
  for (const sentence of describeStoredRegions(summary)) printLine(sentence);
  for (const sentence of describeRepeats(summary)) printLine(sentence);
  for (const sentence of describeEmptiedAddresses(summary)) printLine(sentence);
  if (skippedCitations === 1) {
    printLine('1 citation was skipped, since it is not a web address.');
  } else if (skippedCitations > 1) {
    printLine(
      `${formatCount(skippedCitations, 'citation')} were skipped, since they are not web addresses.`,
    );
  }
  if (measuredAgain > 0) {
    printLine(
      `Brands changed, so the import measured ${formatCount(measuredAgain, 'stored answer')} again.`,
    );
  }
  if (unmeasurableDays.length > 0) {
    printLine(
      `Scans on ${formatCount(unmeasurableDays.length, 'day')} keep their old figures for the brands that changed, because some of their answers are stored without text. Days affected: ${shortenDays(unmeasurableDays)}.`,
    );
  }
  if (nearMisses.length > 0) {
    printLine(
      'Spellings that do not count as mentions. Add the right ones as aliases (docs/import.md):',
    );
    for (const { brand, spelling, answers } of nearMisses) {
      printLine(`  ${spelling}, for ${brand}: ${formatCount(answers, 'answer')}`);
    }
  }
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, () => {
    const { file, account, hasNewIds } = readArguments(args);
    const command = hasNewIds ? 'importWithNewIds' : 'import';
    return async (administration) => {
      const beganAt = performance.now();
      const summary = await withProgressLine(process.stderr, (onProgress) =>
        administration.run(command, { path: file, account }, { onProgress }),
      );
      printSummary(summary, (performance.now() - beganAt) / 1000);
    };
  });

if (import.meta.main) await run(process.argv.slice(2));
