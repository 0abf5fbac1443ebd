import type { Scan } from '../../contract/resources.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { stateOf } from '../scans/scan-progress.ts';
import type { LedgerScan } from '../store/ledger.ts';

/** The scan as v1 shows it; null if v1 does not. */
export function toV1Scan(scan: LedgerScan): Scan | null {
  const state = stateOf(scan);
  if (state === 'skipped') return null;
  return {
    id: scan.id,
    status: state === 'importing' ? 'running' : state,
    createdAt: toTimestamp(scan.createdAt),
    startedAt: toTimestamp(scan.startedAt),
    completedAt: toTimestamp(scan.endedAt),
    updatedAt: toTimestamp(scan.stepAt),
  };
}
