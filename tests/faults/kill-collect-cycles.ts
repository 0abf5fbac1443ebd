import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AskedQuestion,
  countQuestions,
  endSteps,
  questionOf,
} from '../../src/service/store/ledger.ts';
import { inventAnswer, StubPlatforms, type StubReply } from '../platforms/stub-platforms.ts';
import { originOf, serveStubPlatforms } from '../platforms/stub-server.ts';
import { CollectHost } from './collect-host.ts';
import { ceilings, type HostReport } from './kill-collect-world.ts';
import { createRandom } from './random.ts';

/** How long a platform takes to answer, in milliseconds. */
const answerMs = 150;
/** A kill follows at most so many milliseconds after the question that it waits for. */
const maxDelayMs = 700;
/** At most so many questions are sent between two kills. */
const maxQuestions = 45;
/** How often the state is looked at while waiting, in milliseconds. */
const lookMs = 20;

export interface CollectReport {
  kills: number;
  scans: number;
  /** Questions that were sent, and those that were in flight when the host was killed. */
  asked: number;
  interrupted: number;
  /** Questions that a platform refused and that were sent again. */
  refused: number;
  /** Scans that stopped at their ceiling. */
  stopped: number;
  /** Questions that were asked twice, ceilings that were passed, and wrong figures. */
  faults: string[];
}

const isEnded = ({ scan }: HostReport) => endSteps.includes(scan.step);

/** Stubs that remember which attempts they refused. */
class RefusingStubs extends StubPlatforms {
  readonly refused = new Set<string | null>();

  override async reply(...args: Parameters<StubPlatforms['reply']>): Promise<StubReply> {
    const reply = await super.reply(...args);
    if (reply.status === 429) this.refused.add(args[2].get('idempotency-key'));
    return reply;
  }
}

/** Finds questions that a platform was asked again although it had not refused them. */
function findRepeats({ questions, refused }: RefusingStubs): string[] {
  const repeated = questions.filter(({ asked }) => asked !== 1);
  const accepted = questions
    .filter(({ idempotencyKey }) => !refused.has(idempotencyKey))
    .map(({ idempotencyKey }) => idempotencyKey?.replace(/-\d+$/, ''));
  return [
    ...repeated.map(({ idempotencyKey }) => `${idempotencyKey} was sent twice`),
    ...[...Map.groupBy(accepted, (question) => question)].flatMap(([question, attempts]) =>
      attempts.length === 1 ? [] : `${question} was asked ${attempts.length} times`,
    ),
  ];
}

/** The identity of a planned question among the imported answers. */
function keyOf({ scan }: HostReport, { question }: AskedQuestion): { key: string; cell: number } {
  const { cell, prompt, run } = questionOf(scan.plan, question);
  const { platform, region } = scan.plan.cells[cell] ?? {};
  return { key: [scan.plan.prompts[prompt]?.id, platform, region, run].join(' '), cell };
}

/**
 * Finds what is wrong with a scan that has ended.
 * @param undisturbed the figures of each answer in a scan without kills
 */
function findFaults(report: HostReport, undisturbed: ReadonlyMap<string, string>): string[] {
  const { scan, asked, answers, spent } = report;
  const { plan } = scan;
  const cost = asked.reduce((sum, question) => sum + question.cost, 0);
  const answered = asked.filter(({ outcome }) => outcome === 'answered');
  const cells = Map.groupBy(answered, (question) => keyOf(report, question).cell);
  const expected = [...cells.values()]
    .filter((questions) => questions.length >= 0.8 * plan.prompts.length * plan.runs)
    .flat()
    .map((question) => keyOf(report, question).key);
  const imported = new Map(answers.map(({ key, figures }) => [key, figures]));
  const isWhole = plan.scanCeiling === ceilings.scan;
  // A scan that stops at its ceiling sends no question again.
  const unsettled = asked.filter(
    ({ outcome }) => outcome === null || (outcome === 'refused' && isWhole),
  );
  return [
    ...(cost > plan.scanCeiling ? ['the ceiling of the scan was passed'] : []),
    ...(spent > Math.min(ceilings.month, ceilings.host) ? ['another ceiling was passed'] : []),
    ...(unsettled.length > 0 ? [`${unsettled.length} questions have no end`] : []),
    ...(isWhole && asked.length < countQuestions(plan) ? ['not everything was asked'] : []),
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
 * @param options.seed determines the moments, the ceilings and which questions are refused
 */
export async function runCollectCycles(options: {
  kills: number;
  seed: number;
}): Promise<CollectReport> {
  const random = createRandom(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-collect-'));
  const stub = new RefusingStubs((model, question) => {
    const answer = inventAnswer(model, question);
    const text = `${answer.text} Acme is good. ${question.region === 'DE' ? 'Zenith is bad.' : ''}`;
    return { ...answer, text };
  });
  stub.misbehave({ behaviour: { kind: 'delay', milliseconds: answerMs } });
  const server = await serveStubPlatforms(stub);
  const counts = { kills: 0, scans: 0, interrupted: 0, refused: 0, stopped: 0 };
  const faults: string[] = [];
  let host = await CollectHost.start(dataDir, originOf(server));
  const waitFor = async (scanId: string, isReached: (report: HostReport) => boolean) => {
    for (;;) {
      const report = await host.report(scanId);
      if (isReached(report) || isEnded(report)) return report;
      await pause(lookMs);
    }
  };
  try {
    const first = await waitFor(await host.request(null), () => false);
    const undisturbed = new Map(first.answers.map(({ key, figures }) => [key, figures]));
    if (undisturbed.size !== countQuestions(first.scan.plan))
      throw new Error('The first scan is not whole.');
    let scanId: string | null = null;
    while (counts.kills < options.kills || scanId !== null) {
      const isLast = counts.kills >= options.kills;
      // A quarter of the scans must stop at a ceiling.
      const ceiling = random() < 0.25 ? 2_000_000 + Math.floor(random() * 3_000_000) : null;
      scanId ??= await host.request(ceiling);
      const id: string = scanId;
      if (random() < 0.3 && !isLast)
        stub.misbehave({
          behaviour: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
          times: 3,
        });
      const target = stub.questions.length + Math.floor(random() * maxQuestions);
      const report = await waitFor(id, () => !isLast && stub.questions.length >= target);
      if (isEnded(report)) {
        faults.push(...findFaults(report, undisturbed));
        counts.scans += 1;
        counts.interrupted += report.asked.filter(
          ({ outcome }) => outcome === 'interrupted',
        ).length;
        counts.refused += report.asked.filter(({ attempt }) => attempt > 1).length;
        if (report.asked.length < countQuestions(report.scan.plan)) counts.stopped += 1;
        scanId = null;
        continue;
      }
      await pause(random() * maxDelayMs);
      await host.kill();
      counts.kills += 1;
      host = await CollectHost.start(dataDir, originOf(server));
    }
    faults.push(...findRepeats(stub));
    const asked = stub.questions.length;
    return { ...counts, asked, faults };
  } finally {
    await host.kill();
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
