import {
  type ScanRun,
  type ScanRunDetails,
  type ScanRunState,
  scanRunStates,
} from '../../contract/sightline/scans.ts';
import { storedRegionsOf } from '../regions/stored-region.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import {
  countQuestions,
  endSteps,
  type LedgerScan,
  type MessageRow,
  type Outcome,
  type ProgressRow,
} from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import { toDollars } from './dollars.ts';
import { countedShare } from './judge-scan.ts';
import type { ScanWait } from './scan-runner.ts';

/** The state of a scan. Requests of people to the runner do not change it. */
export const stateOf = ({ step }: Pick<LedgerScan, 'step'>): ScanRunState =>
  scanRunStates.find((state) => state === step) ?? 'running';

const sumOf = (rows: readonly ProgressRow[], value: (row: ProgressRow) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** The number of questions whose newest attempt ended in one of these ways. */
const countOutcomes = (rows: readonly ProgressRow[], outcomes: readonly Outcome[]): number =>
  sumOf(rows, ({ outcome, questions }) =>
    outcome !== null && outcomes.includes(outcome) ? questions : 0,
  );

/** A refused question may be sent again as long as the scan has not ended. */
const failedOutcomes = (scan: LedgerScan): readonly Outcome[] =>
  scan.endedAt === null ? ['failed', 'interrupted'] : ['failed', 'interrupted', 'refused'];

/** How many questions of a scan were answered and failed for good, and what it has cost. */
export const countProgress = (scan: LedgerScan, rows: readonly ProgressRow[]) => ({
  questions: countQuestions(scan.plan),
  answered: countOutcomes(rows, ['answered']),
  failed: countOutcomes(rows, failedOutcomes(scan)),
  costUsd: toDollars(sumOf(rows, ({ amount }) => amount)),
});

/** Why questions failed, the most frequent reason first, with what the platform said. */
function reasonsOf(
  rows: readonly ProgressRow[],
  outcomes: readonly Outcome[],
  messages: readonly MessageRow[],
) {
  const counts = new Map<string, number>();
  for (const { outcome, reason, questions } of rows)
    if (outcome !== null && outcomes.includes(outcome) && reason !== '')
      counts.set(reason, (counts.get(reason) ?? 0) + questions);
  return [...counts]
    .map(([reason, questions]) => ({
      ...{ reason, questions },
      messages: messages.flatMap((row) => (row.reason === reason ? row.message : [])),
    }))
    .sort((a, b) => b.questions - a.questions || (a.reason < b.reason ? -1 : 1));
}

/** What a scan waits for on a platform. */
function toWaiting(
  wait: ScanWait | undefined,
  said: readonly MessageRow[],
): ScanRun['platforms'][number]['waiting'] {
  if (wait === undefined) return null;
  const { since, until, reason } = wait;
  const message = said.find((row) => row.reason === reason)?.message ?? null;
  return { since: toTimestamp(since), until: toTimestamp(until), reason, message };
}

/** The questions without an outcome. */
function toFlight(rows: readonly ProgressRow[], now: Instant) {
  const inFlight = rows.filter(({ outcome }) => outcome === null);
  const sentAt = Math.min(...inFlight.map((row) => row.sentAt ?? now));
  return {
    inFlight: sumOf(inFlight, ({ questions }) => questions),
    inFlightMs: inFlight.length === 0 ? null : Math.max(0, now - sentAt),
  };
}

/** How long a scan took, without pauses; null if it has not begun or not ended. */
const durationMsOf = ({ startedAt, endedAt, pausedMs }: LedgerScan): number | null =>
  startedAt === null || endedAt === null ? null : Math.max(0, endedAt - startedAt - pausedMs);

function toPlatforms(
  scan: LedgerScan,
  rows: readonly ProgressRow[],
  { messages, waits, now }: Pick<ScanSurroundings, 'messages' | 'waits' | 'now'>,
): ScanRun['platforms'] {
  const { plan, endedAt, step } = scan;
  const questionsOfCell = plan.prompts.length * plan.runs;
  const outcomes = failedOutcomes(scan);
  return [...Map.groupBy(plan.cells, ({ platform }) => platform)].map(([platform, cells]) => {
    const own = rows.filter((row) => row.platform === platform);
    const said = messages.filter((row) => row.scanId === scan.id && row.platform === platform);
    const answeredIn = (region: string) =>
      countOutcomes(
        own.filter((row) => row.region === region),
        ['answered'],
      );
    return {
      platform,
      model: cells[0]?.model ?? '',
      questions: cells.length * questionsOfCell,
      answered: countOutcomes(own, ['answered']),
      failed: countOutcomes(own, outcomes),
      interrupted: countOutcomes(own, ['interrupted']),
      costUsd: toDollars(sumOf(own, ({ amount }) => amount)),
      reasons: reasonsOf(own, outcomes, said),
      waiting: toWaiting(
        waits.find((wait) => wait.platform === platform),
        said,
      ),
      incompleteRegions:
        endedAt === null || step === 'skipped'
          ? []
          : storedRegionsOf(
              cells
                .map(({ region }) => region)
                .filter((region) => answeredIn(region) < countedShare * questionsOfCell),
            ),
      ...toFlight(endedAt === null ? own : [], now),
    };
  });
}

/** How long a scan will still take, if it goes on as it has; null if unknown, as for one that was retried or waits. */
function remainingMsOf(
  scan: LedgerScan,
  rows: readonly ProgressRow[],
  now: Instant,
): number | null {
  const { step, startedAt } = scan;
  if (step !== 'running' || startedAt === null) return null;
  const { questions, answered, failed } = countProgress(scan, rows);
  const done = answered + failed;
  if (done === 0 || now <= startedAt) return null;
  return Math.round(((now - startedAt) / done) * (questions - done));
}

/** What is known about a scan besides what the ledger says of it. */
export interface ScanSurroundings {
  progress: readonly ProgressRow[];
  messages: readonly MessageRow[];
  waits: readonly ScanWait[];
  /** Whether it is the site's newest one, skipped ones apart. */
  isNewest: boolean;
  /** As `ScanRunner.notStoredSince`. */
  notStoredSince: Instant | null;
  now: Instant;
}

/** A scan that the service runs, as its endpoints show it. */
export function toScanRun(
  scan: LedgerScan,
  { progress, messages, waits, isNewest, notStoredSince, now }: ScanSurroundings,
): ScanRun {
  const { plan } = scan;
  const rows = progress.filter(({ scanId }) => scanId === scan.id);
  const counts = countProgress(scan, rows);
  const hasEnded = endSteps.includes(scan.step) && scan.step !== 'skipped';
  const isNotImported = scan.step === 'failed' && counts.answered > 0;
  const estimate = plan.cells.reduce((sum, cell) => sum + cell.estimate, 0);
  return {
    id: scan.id,
    state: stateOf(scan),
    scheduled: scan.dueAt !== null,
    dueAt: toTimestamp(scan.dueAt),
    requestedBy: scan.requestedBy,
    createdAt: toTimestamp(scan.createdAt),
    startedAt: toTimestamp(scan.startedAt),
    endedAt: toTimestamp(scan.endedAt),
    durationMs: durationMsOf(scan),
    ...counts,
    estimateUsd: toDollars(estimate * plan.prompts.length * plan.runs),
    remainingMs: waits.length > 0 ? null : remainingMsOf(scan, rows, now),
    cancelling: scan.step === 'cancelling',
    notStoredSince: scan.endedAt === null ? toTimestamp(notStoredSince) : null,
    canRetry: hasEnded && isNewest && (counts.answered < counts.questions || isNotImported),
    remark: scan.remark === '' ? null : scan.remark,
    platforms: toPlatforms(scan, rows, { messages, waits, now }),
  };
}

/** A scan with what it asks. */
export const toScanRunDetails = (
  scan: LedgerScan,
  surroundings: ScanSurroundings,
): ScanRunDetails => ({
  ...toScanRun(scan, surroundings),
  runs: scan.plan.runs,
  regions: storedRegionsOf(scan.plan.cells.map(({ region }) => region)),
  prompts: scan.plan.prompts.map(({ id, text }) => ({ id, text })),
});
