import type { ScanRecord } from './store.ts';

/** The UTC day a scan counts for: of `completedAt`, else of `startedAt`, else of `createdAt`. */
export function scanDay(scan: Pick<ScanRecord, 'completedAt' | 'startedAt' | 'createdAt'>): string {
  const at = scan.completedAt ?? scan.startedAt ?? scan.createdAt;
  return new Date(at).toISOString().slice(0, 10);
}
