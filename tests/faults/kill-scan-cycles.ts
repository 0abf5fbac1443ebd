import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countQuestions, endSteps, questionOf } from '../../src/service/store/ledger.ts';
import {
  type CountedQuestion,
  inventAnswer,
  StubPlatforms,
  type StubReply,
} from '../platforms/stub-platforms.ts';
import { originOf, serveStubPlatforms } from '../platforms/stub-server.ts';
import {
  ceilings,
  type HostReport,
  type HostSettings,
  inEarlierMonth,
  inLaterMonth,
} from './kill-scan-world.ts';
import { createRandom } from './random.ts';
import { ScanHost } from './scan-host.ts';

/** How long a platform takes to answer, in milliseconds. */
const answerMs = 150;
/** A kill follows at most so many milliseconds after the question that it waits for. */
const maxDelayMs = 700;
/** At most so many questions are sent between two kills. */
const maxQuestions = 45;
/** At most so many are sent before the first kill of a scan that stops at a ceiling: it has not stopped by then. */
const maxBeforeStop = 30;
/** How often the state is looked at while waiting, in milliseconds. */
const lookMs = 100;

/** The ceilings at which a scan can stop, and what it then says. */
const stopReasons = {
  scan: 'The ceiling of this scan is reached.',
  month: 'The ceiling of this site for the month is reached.',
  host: 'The ceiling of this installation for the month is reached',
};
type Stop = keyof typeof stopReasons;
const stops = ['scan', 'month', 'host'] as const;

export interface ScanReport {
  kills: number;
  scans: number;
  /** Questions that were sent, and those that were in flight when the host was killed. */
  asked: number;
  interrupted: number;
  /** Questions that a platform refused and that were sent again. */
  refused: number;
  /** Scans that stopped at each ceiling. */
  stopped: Record<Stop, number>;
  /** Questions that were asked twice, ceilings that were passed or not reached, and wrong figures. */
  faults: string[];
}

interface PlannedKill {
  /** How many questions are sent before it, and how many milliseconds follow. */
  questions: number;
  delayMs: number;
  /** How many questions are refused before it. */
  refusals: number;
}

interface PlannedScan {
  /** Where it stops; null if it asks everything. */
  stop: Stop | null;
  /** What is left until there, as a share of the cost of a scan that asks everything. */
  left: number;
  kills: readonly PlannedKill[];
}

const noKill: PlannedKill = { questions: Number.POSITIVE_INFINITY, delayMs: 0, refusals: 0 };

/** Plans rounds of four scans in random order: one that asks everything, and one for each ceiling. */
function planScans(options: { rounds: number; maxKills: number; seed: number }): PlannedScan[] {
  const random = createRandom(options.seed);
  const planKill = (questions: number): PlannedKill => ({
    questions: 1 + Math.floor(random() * questions),
    delayMs: random() * maxDelayMs,
    refusals: random() < 0.3 ? 3 : 0,
  });
  const planScan = (stop: Stop | null): PlannedScan => ({
    stop,
    left: 0.6 + random() * 0.3,
    kills: Array.from({ length: 1 + Math.floor(random() * options.maxKills) }, (_, index) =>
      planKill(stop !== null && index === 0 ? maxBeforeStop : maxQuestions),
    ),
  });
  return Array.from({ length: options.rounds }).flatMap(() =>
    [null, ...stops]
      .map((stop) => ({ stop, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ stop }) => planScan(stop)),
  );
}

const isEnded = ({ scan }: HostReport) => endSteps.includes(scan.step);

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

/** Stubs that remember which attempts they refused, and say when questions come. */
class WatchedStubs extends StubPlatforms {
  readonly #refused = new Set<string | null>();
  #awaited = { questions: Number.POSITIVE_INFINITY, resolve: () => {} };

  /** Questions that were not refused, and so have to be paid for. */
  get accepted(): readonly CountedQuestion[] {
    return this.questions.filter(({ idempotencyKey }) => !this.#refused.has(idempotencyKey));
  }

  /** Waits for so many more questions. A later call replaces it. */
  async waitFor(questions: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { questions, resolve };
    await promise;
  }

  override async reply(...args: Parameters<StubPlatforms['reply']>): Promise<StubReply> {
    this.#awaited.questions -= 1;
    if (this.#awaited.questions === 0) this.#awaited.resolve();
    const reply = await super.reply(...args);
    if (reply.status === 429) this.#refused.add(args[2].get('idempotency-key'));
    return reply;
  }
}

/** Finds questions that a platform was asked again although it had not refused them. */
function findRepeats({ questions, accepted }: WatchedStubs): string[] {
  const repeated = questions.filter(({ asked }) => asked !== 1);
  const attemptsOf = Map.groupBy(accepted, ({ idempotencyKey }) =>
    idempotencyKey?.replace(/-\d+$/, ''),
  );
  return [
    ...repeated.map(({ idempotencyKey }) => `${idempotencyKey} was sent twice`),
    ...[...attemptsOf].flatMap(([question, attempts]) =>
      attempts.length === 1 ? [] : `${question} was asked ${attempts.length} times`,
    ),
  ];
}

/** The identity of a planned question among the imported answers. */
function keyOf({ scan }: HostReport, question: number): { key: string; cell: number } {
  const { cell, prompt, run } = questionOf(scan.plan, question);
  const { platform, region } = scan.plan.cells[cell] ?? {};
  return { key: [scan.plan.prompts[prompt]?.id, platform, region, run].join(' '), cell };
}

/** What a scan has spent and reserved, in millionths of a US dollar. */
const amountOf = ({ asked }: HostReport): number =>
  sumOf(asked.map(({ outcome, cost, estimate }) => cost + (outcome === null ? estimate : 0)));

/** What is left of each ceiling, in millionths of a US dollar. */
const leftOf = (report: HostReport, { hostCeiling }: HostSettings): Record<Stop, number> => ({
  scan: report.scan.plan.scanCeiling - amountOf(report),
  month: report.scan.plan.monthCeiling - report.monthSpent,
  host: hostCeiling - report.hostSpent,
});

/** Finds ceilings that a scan has passed. */
const findPassed = (report: HostReport, settings: HostSettings): string[] =>
  Object.entries(leftOf(report, settings))
    .filter(([, left]) => left < 0)
    .map(([name]) => `scan ${report.scan.id}: the ceiling of the ${name} was passed`);

/** What is known of a scan from outside. */
interface Expectation {
  stop: Stop | null;
  settings: HostSettings;
  /** Spent by earlier scans in the months of the site and of the host, in millionths of a US dollar. */
  before: { month: number; host: number };
  /** What the platforms bill for all scans, in millionths of a US dollar. */
  billed: number;
  /** The figures of each answer in a scan without kills. */
  undisturbed: ReadonlyMap<string, string>;
}

/** Finds what is wrong with a scan that has ended, apart from ceilings that were passed. */
function findFaults(report: HostReport, expectation: Expectation): string[] {
  const { scan, asked, answers, monthSpent, hostSpent } = report;
  const { plan } = scan;
  const { stop, settings, before, billed, undisturbed } = expectation;
  const cost = amountOf(report);
  const answered = asked.filter(({ outcome }) => outcome === 'answered');
  const cells = Map.groupBy(answered, ({ question }) => keyOf(report, question).cell);
  const expected = [...cells.values()]
    .filter((questions) => questions.length >= 0.8 * plan.prompts.length * plan.runs)
    .flat()
    .map(({ question }) => keyOf(report, question).key);
  const imported = new Map(answers.map(({ key, figures }) => [key, figures]));
  // A scan that stops at a ceiling sends no question again.
  const unsettled = asked.filter(
    ({ outcome }) => outcome === null || (outcome === 'refused' && stop === null),
  );
  const left = Math.min(...Object.values(leftOf(report, settings)));
  const askedNumbers = new Set(asked.map(({ question }) => question));
  const affordable = Array.from({ length: countQuestions(plan) }, (_, question) => question)
    .filter((question) => !askedNumbers.has(question))
    .filter((question) => (plan.cells[keyOf(report, question).cell]?.estimate ?? 0) <= left);
  return [
    ...(monthSpent === before.month + cost && hostSpent === before.host + cost
      ? []
      : ['a month does not count what its scans have cost']),
    ...(billed > hostSpent ? ['the platforms bill more than was counted'] : []),
    ...(unsettled.length > 0 ? [`${unsettled.length} questions have no end`] : []),
    ...(affordable.length > 0 ? [`${affordable.length} more questions could be paid for`] : []),
    ...(stop === null || scan.remark.includes(stopReasons[stop])
      ? []
      : [`it did not stop at the ceiling of the ${stop}`]),
    ...((scan.step === 'completed') === expected.length > 0 ? [] : [`it is ${scan.step}`]),
    ...(imported.size === answers.length && imported.size === expected.length
      ? []
      : [`${answers.length} answers were imported instead of ${expected.length}`]),
    ...expected
      .filter((key) => imported.get(key) !== undisturbed.get(key))
      .map((key) => `the figures of ${key} are different`),
  ].map((fault) => `scan ${scan.id}: ${fault}`);
}

/**
 * Kills a process that runs scans again and again, at random moments. No question may be asked twice, no ceiling may be
 * passed, and what was answered must be measured as in a scan without kills.
 * @param options.rounds of four scans, one that asks everything and three that stop, each at another ceiling
 * @param options.maxKills of one scan; each is killed at least once
 * @param options.seed determines the moments, the ceilings and which questions are refused
 */
export async function runScanCycles(options: {
  rounds: number;
  maxKills: number;
  seed: number;
}): Promise<ScanReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-scans-'));
  const stub = new WatchedStubs((model, question) => {
    const answer = inventAnswer(model, question);
    const text = `${answer.text} Acme is good. ${question.region === 'DE' ? 'Zenith is bad.' : ''}`;
    // So much that a ceiling below the cost of all questions leaves room for those in flight and for further ones.
    const usage = { ...answer.usage, inputTokens: 40_000 };
    return { ...answer, text, usage };
  });
  stub.misbehave({ behaviour: { kind: 'delay', milliseconds: answerMs } });
  const server = await serveStubPlatforms(stub);
  const counts = { kills: 0, scans: 0, interrupted: 0, refused: 0 };
  const stopped = { scan: 0, month: 0, host: 0 };
  const faults = new Set<string>();
  const startHost = (settings: HostSettings) => ScanHost.start(dataDir, originOf(server), settings);
  let settings: HostSettings = {
    hostCeiling: ceilings.host,
    clockAhead: inEarlierMonth - Date.now(),
  };
  let host = await startHost(settings);

  /** Runs a scan, and kills the host at each planned moment. @returns the scan once it has ended. */
  const runScan = async (
    scanId: string,
    [kill = noKill, ...laterKills]: readonly PlannedKill[],
  ): Promise<HostReport> => {
    stub.misbehave({
      behaviour: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      times: kill.refusals,
    });
    const moment = stub.waitFor(kill.questions).then(() => null);
    await host.run();
    for (;;) {
      const report = await Promise.race([moment, host.report(scanId)]);
      if (report === null) break;
      for (const fault of findPassed(report, settings)) faults.add(fault);
      if (isEnded(report)) return report;
      await Promise.race([moment, pause(lookMs)]);
    }
    await pause(kill.delayMs);
    await host.kill();
    counts.kills += 1;
    host = await startHost(settings);
    return runScan(scanId, laterKills);
  };

  try {
    const first = await runScan(await host.request(null), []);
    if (first.answers.length !== countQuestions(first.scan.plan))
      throw new Error('The first scan is not whole.');
    const undisturbed = new Map(first.answers.map(({ key, figures }) => [key, figures]));
    const priceOf = new Map(first.asked.map(({ platform, cost }) => [platform, cost]));
    const before = { month: 0, host: first.hostSpent };
    const clockAhead = inLaterMonth - Date.now();
    for (const { stop, left, kills } of planScans(options)) {
      const amount = Math.floor(left * amountOf(first));
      // The host's ceiling and its clock are set when it starts. A new host has no limit of questions a minute to heed.
      await host.kill();
      settings = {
        hostCeiling: stop === 'host' ? before.host + amount : ceilings.host,
        clockAhead,
      };
      host = await startHost(settings);
      const scanId = await host.request(
        stop === null
          ? null
          : {
              ...(stop === 'scan' && { scanCeiling: amount }),
              ...(stop === 'month' && { monthCeiling: before.month + amount }),
            },
      );
      const report = await runScan(scanId, kills);
      const billed = sumOf(stub.accepted.map(({ platform }) => priceOf.get(platform) ?? 0));
      const expectation = { stop, settings, before, billed, undisturbed };
      for (const fault of findFaults(report, expectation)) faults.add(fault);
      counts.scans += 1;
      for (const name of stops)
        if (report.scan.remark.includes(stopReasons[name])) stopped[name] += 1;
      counts.interrupted += report.asked.filter(({ outcome }) => outcome === 'interrupted').length;
      counts.refused += report.asked.filter(({ attempt }) => attempt > 1).length;
      before.month += amountOf(report);
      before.host += amountOf(report);
    }
    for (const fault of findRepeats(stub)) faults.add(fault);
    const asked = stub.questions.length;
    return { ...counts, stopped, asked, faults: [...faults] };
  } finally {
    await host.kill();
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
