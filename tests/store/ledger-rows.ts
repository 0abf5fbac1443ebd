import { unknownEvidence } from '../../src/service/records/answer.ts';
import type {
  LedgerAnswer,
  QuestionEnd,
  QuestionStart,
  ScanPlan,
  ScanRequest,
} from '../../src/service/store/ledger.ts';
import { branches, now, uuid } from '../service/small-world.ts';

const { siteId } = branches.first.ids;

const plan: ScanPlan = {
  prompts: [
    { id: uuid(0x700), text: 'Which “shoes”, \\ and\nwhy?' },
    { id: uuid(0x701), text: 'Which socks?' },
  ],
  cells: [
    { platform: 'chatgpt_api', region: 'DE', model: 'model a', estimate: 20_000 },
    { platform: 'claude_api', region: 'ZZ', model: 'model b', estimate: 30_000 },
  ],
  runs: 2,
  scanCeiling: 1_000_000,
  monthCeiling: 50_000_000,
  zone: 'Europe/Berlin',
};

let lastId = 0x10000;
/** A request that differs from every earlier one in its ID and time. */
export const createRequest = (fields: Partial<ScanRequest> = {}): ScanRequest => {
  lastId += 1;
  const branch = Object.values(branches).find(({ ids }) => ids.siteId === fields.siteId);
  return {
    id: uuid(lastId),
    accountId: (branch ?? branches.first).accountId,
    siteId,
    createdAt: now + lastId,
    dueAt: null,
    requestedBy: 'A key',
    plan,
    ...fields,
  };
};

export const answer: LedgerAnswer = {
  ...unknownEvidence,
  text: 'Any “shoes”.\n\\',
  model: 'model a-2026',
  searched: true,
  queries: ['best shoes'],
  citations: [{ url: 'https://a.example/', title: 'A' }],
  retrieved: [{ url: 'https://b.example/', title: '' }],
  location: 'DE',
};

type QuestionFields = Partial<QuestionStart>;
/** The start of the first question of a scan, unless `fields` names another one. */
export const startOf = (scan: ScanRequest, fields: QuestionFields = {}): QuestionStart => {
  const question = fields.question ?? 0;
  const cell = scan.plan.cells[Math.floor(question / 4)];
  return {
    accountId: scan.accountId,
    siteId: scan.siteId,
    scanId: scan.id,
    question,
    attempt: 1,
    platform: cell?.platform ?? '',
    region: cell?.region ?? '',
    at: now,
    estimate: cell?.estimate ?? 0,
    ...fields,
  };
};
/** The end of a question: by default it is answered. */
export const endOf = (
  { estimate, ...start }: QuestionStart,
  fields: Partial<QuestionEnd> = {},
): QuestionEnd => ({
  ...start,
  outcome: 'answered',
  cost: 15_000,
  reason: '',
  answer: (fields.outcome ?? 'answered') === 'answered' ? answer : null,
  raw: null,
  ...fields,
});
