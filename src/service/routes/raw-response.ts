import type { RawResponse } from '../../contract/sightline/scans.ts';
import { readAnswerAddress } from '../answers/answer-id.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { questionNumberOf, type ScanPlan } from '../store/ledger.ts';
import type { AnswerIdentity } from '../store/store.ts';
import { withScanRunner } from './require-scan-runner.ts';
import { createNotFoundInSiteProblem, readPathId } from './route.ts';

function findCell({ cells }: ScanPlan, platform: string, region: string): number | null {
  const exact = cells.findIndex((cell) => cell.platform === platform && cell.region === region);
  if (exact !== -1) return exact;
  const [cell = null, ...others] = [...cells.keys()].filter(
    (index) =>
      cells[index]?.platform === platform && storedRegionOf(cells[index].region) === region,
  );
  return others.length > 0 ? null : cell;
}

/**
 * The number of the question that an answer answers; null if the plan has no such question, or if it has several for the
 * region under other codes.
 */
export function questionOfAnswer(
  plan: ScanPlan,
  { promptId, platform, region, run }: AnswerIdentity,
): number | null {
  const prompt = plan.prompts.findIndex(({ id }) => id === promptId);
  const cell = findCell(plan, platform, region);
  if (prompt === -1 || cell === null || run < 1 || run > plan.runs) return null;
  return questionNumberOf(plan, { cell, prompt, run });
}

/** GET /sightline/v1/sites/{siteId}/answers/{answerId}/raw: what the platform responded, as it came. */
export const rawResponseRoute = withScanRunner(({ store }) => async (context) => {
  const { tenant } = context.get('access');
  const siteId = readPathId(context, 'siteId');
  const answerId = context.req.param('answerId') ?? '';
  const identity = readAnswerAddress(answerId);
  const scan = siteId && identity && (await store.ledger.scan(tenant, siteId, identity.scanId));
  const question = scan && identity ? questionOfAnswer(scan.plan, identity) : null;
  const response =
    siteId && scan && question !== null
      ? await store.ledger.rawResponse(tenant, siteId, scan.id, question)
      : null;
  if (response === null) throw await createNotFoundInSiteProblem(store, tenant, siteId, 'answer');
  const body: RawResponse = { answerId, response };
  return context.json(body);
});
