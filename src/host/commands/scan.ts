import { setTimeout as pause } from 'node:timers/promises';
import { isUuid } from '../../contract/fields.ts';
import { endedStates } from '../../contract/sightline/scans.ts';
import { formatCount } from '../../service/format-count.ts';
import { usageOf } from '../admin/commands.ts';
import type { ScanProgress } from '../admin/scan-administration.ts';
import { printLine } from '../printable.ts';
import { waitForStopSignal } from '../stop-signal.ts';
import { administer } from './administer.ts';
import { parseArguments, UsageError } from './arguments.ts';

const usage = `${usageOf('scan')}

Asks the questions of a site now, shows how far the scan is, and waits until it has ended. A host that is running does
the asking, and goes on if this command is stopped. Without one, the command does; if it is stopped, the host goes on when it
is started.

--site ID    ID of the site
--estimate   only says what a scan would ask and cost

Exit status: 0 if the scan completed, 2 if it failed or was skipped, 1 if it could not be run or this command was
stopped, with the reason on standard error.`;

/** How often progress is read and shown, in milliseconds. */
const pollMs = 1_000;
/** The exit status of a scan that failed or was skipped. */
const failedStatus = 2;

const stoppedMessage =
  'Stopped. Questions in flight are waited for. The scan goes on in the running host, or when a host is started.';

/** A signal that aborts when this process is told to stop. Told again, it ends at once. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  void waitForStopSignal(() => process.kill(process.pid, 'SIGKILL')).then(() => stop.abort());
  return stop.signal;
}

const formatUsd = (usd: number): string =>
  usd.toLocaleString('en', { style: 'currency', currency: 'USD' });

/** The progress of a scan in one line, such as "312 of 480 answers, $1.84, about 4 min left, 2 failed". */
export function describeProgress({
  state,
  questions,
  answered,
  failed,
  costUsd,
  remainingMs,
  waitingFor = [],
  notStoredSince = null,
}: ScanProgress): string {
  const wait = [
    ...(waitingFor.length === 0 ? [] : [`waiting for ${waitingFor.join(', ')}`]),
    ...(notStoredSince === null ? [] : [`nothing stored since ${notStoredSince}`]),
  ];
  if (state === 'queued')
    return wait.length === 0 ? 'Waiting for its turn' : `Not started, ${wait.join(', ')}`;
  const parts = [`${answered.toLocaleString('en')} of ${formatCount(questions, 'answer')}`];
  parts.push(formatUsd(costUsd));
  if (remainingMs !== null) parts.push(`about ${Math.ceil(remainingMs / 60_000)} min left`);
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`);
  return [...parts, ...wait].join(', ');
}

/** What became of a scan that has ended, in lines. */
export function describeEnd({ state, remark }: Pick<ScanProgress, 'state' | 'remark'>): string[] {
  const outcome = state === 'skipped' ? 'was skipped' : state;
  return [`The scan ${outcome}.`, ...(remark === null ? [] : [remark])];
}

const hasEnded = ({ state }: ScanProgress): boolean => endedStates.includes(state);

function readArguments(args: readonly string[]): { siteId: string; isEstimate: boolean } {
  const { values, positionals } = parseArguments('scan', args, {
    site: { type: 'string' },
    estimate: { type: 'boolean' },
  });
  if (positionals[0] !== undefined)
    throw new UsageError(`Unexpected argument '${positionals[0]}'.`, 'scan');
  if (values.site === undefined) throw new UsageError('Give the site: --site ID.', 'scan');
  if (!isUuid(values.site))
    throw new UsageError(`--site takes an ID (a UUID), not '${values.site}'.`, 'scan');
  return { siteId: values.site.toLowerCase(), isEstimate: values.estimate ?? false };
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, () => {
    const { siteId, isEstimate } = readArguments(args);
    return async (administration) => {
      if (isEstimate) {
        const estimate = await administration.run('scan/estimate', { siteId });
        printLine(
          `${formatCount(estimate.questions, 'question')}, estimated at ${formatUsd(estimate.estimateUsd)}`,
        );
        if (estimate.obstacle !== null) printLine(`Cannot run now: ${estimate.obstacle}`);
        return;
      }
      const signal = createStopSignal();
      const { scanId } = await administration.run('scan', { siteId });
      printLine(`Scan ${scanId}`);
      let shown = '';
      for (;;) {
        const progress = await administration.run('scan/progress', { siteId, scanId });
        const text = describeProgress(progress);
        if (text !== shown) printLine(text);
        shown = text;
        if (hasEnded(progress)) {
          for (const line of describeEnd(progress)) printLine(line);
          if (progress.state !== 'completed') process.exitCode = failedStatus;
          return;
        }
        await pause(pollMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) {
          process.stderr.write(`${stoppedMessage}\n`);
          process.exitCode = 1;
          return;
        }
      }
    };
  });

if (import.meta.main) await run(process.argv.slice(2));
