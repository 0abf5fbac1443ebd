import { unknownEvidence } from '../../src/service/records/answer.ts';
import type { LedgerAnswer, QuestionStart, ScanPlan } from '../../src/service/store/ledger.ts';
import type { Store } from '../../src/service/store/store.ts';
import { type Branch, branches, now } from './small-world.ts';

const at = now - 10 * 86_400_000;

/** What the scan of a branch asked: one question, whose answer is the branch's. */
const planOf = ({ marker, ids }: Branch): ScanPlan => ({
  prompts: [{ id: ids.promptId, text: `${marker} question` }],
  cells: [{ platform: 'claude_api', region: 'US', model: `${marker} model`, estimate: 20_000 }],
  runs: 1,
  scanCeiling: 1_000_000,
  monthCeiling: 1_000_000,
  zone: 'UTC',
});

const answerOf = ({ marker }: Branch): LedgerAnswer => ({
  ...unknownEvidence,
  text: `The ${marker} brand is everywhere.`,
  model: `${marker} model`,
  searched: true,
  location: 'US',
});

/** Adds the scan of each branch of the small world to the ledger, as one that the service ran, with its raw response. */
export async function loadSmallLedger({ ledger }: Pick<Store, 'ledger'>): Promise<void> {
  const lease = await ledger.takeLease(new AbortController().signal);
  const scans = Object.values(branches).map((branch) => ({
    branch,
    scan: { id: branch.ids.scanId, accountId: branch.accountId, siteId: branch.ids.siteId },
  }));
  for (const { branch, scan } of scans) {
    const request = { createdAt: at, dueAt: null, requestedBy: `${branch.marker} key` };
    await ledger.requestScan({ ...scan, ...request, plan: planOf(branch) });
    await ledger.addStep(scan, 'running', at + 1_000);
  }
  const starts = scans.map(({ scan: { id, accountId, siteId } }): QuestionStart => {
    const question = { accountId, siteId, scanId: id, question: 0, attempt: 1 };
    return {
      ...question,
      ...{ platform: 'claude_api', region: 'US' },
      ...{ at: at + 1_000, estimate: 20_000 },
    };
  });
  await ledger.startQuestions(lease, starts);
  await ledger.endQuestions(
    scans.map(({ branch, scan: { id, accountId, siteId } }) => ({
      ...{ accountId, siteId, scanId: id, question: 0, attempt: 1 },
      ...{ platform: 'claude_api', region: 'US' },
      outcome: 'answered',
      at: at + 2_000,
      cost: 15_000,
      reason: '',
      answer: answerOf(branch),
      raw: `{"raw":"${branch.marker}"}`,
    })),
  );
  for (const { scan } of scans) await ledger.addStep(scan, 'completed', at + 3_000);
  await lease.end();
}
