import { isUuid } from '../../contract/fields.ts';
import { counted } from '../../service/counted.ts';
import type { ImportSummary } from '../../service/import/import.ts';
import { recordCounts } from '../../service/import/record-counts.ts';
import { fileSource } from '../../service/import/source.ts';
import { printLine } from '../process/printable.ts';
import { administer } from './administer.ts';
import { givenPath, parseArguments, UsageError } from './arguments.ts';
import { withProgressLine } from './progress-line.ts';

const usage = `Usage: npm run import -- FILE [--account ID]

FILE          NDJSON, gzipped or not (docs/import.md)
--account ID  the account for clients and sites that do not name one`;

const wrong = (reason: string) => new UsageError(reason, 'import');

/** @throws UsageError, or UnreadableSource for a file that does not exist. */
function readArguments(): { file: string; account: string | null } {
  const { values, positionals } = parseArguments('import', { account: { type: 'string' } });
  const [given, surplus] = positionals;
  if (given === undefined) throw wrong('Give the file to import.');
  if (surplus !== undefined) throw wrong(`Unexpected argument '${surplus}'.`);
  const { account = null } = values;
  if (account !== null && !isUuid(account)) {
    throw wrong(`--account takes an ID (a UUID), not '${account}'.`);
  }
  const file = givenPath(given);
  fileSource(file);
  return { file, account: account?.toLowerCase() ?? null };
}

/** The maximum number of days that a line of the summary names. */
const daysShown = 10;
const shortened = (days: readonly string[]) =>
  days.length > daysShown
    ? `${days.slice(0, daysShown).join(', ')} and ${days.length - daysShown} more`
    : days.join(', ');

function printSummary(summary: ImportSummary, seconds: number): void {
  const perSecond = Math.round(summary.answers / seconds).toLocaleString('en');
  const speed = summary.answers > 0 ? ` (${perSecond} answers a second)` : '';
  printLine(`Imported in ${seconds.toFixed(1)} s${speed}: ${recordCounts(summary)}.`);
  const { measuredAgain, unmeasurableDays } = summary;
  if (measuredAgain > 0) {
    printLine(
      `Brands changed, so the import measured ${counted(measuredAgain, 'stored answer')} again.`,
    );
  }
  if (unmeasurableDays.length > 0) {
    printLine(
      `On ${counted(unmeasurableDays.length, 'day')}, scans keep their figures for the brands that changed, because the texts of their answers are not stored: ${shortened(unmeasurableDays)}.`,
    );
  }
}

await administer(usage, () => {
  const { file, account } = readArguments();
  return async (administration) => {
    const began = performance.now();
    const summary = await withProgressLine(process.stderr, (onProgress) =>
      administration.importFile(file, account, onProgress),
    );
    printSummary(summary, (performance.now() - began) / 1000);
  };
});
