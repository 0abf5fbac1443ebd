import { JointWork } from './joint-work.ts';
import { codingFor, lacks, type ReportBody, toResponse, withForm } from './report-body.ts';
import type { ReportCache } from './report-cache.ts';

/** A report and where it is kept. */
export interface KeptReport {
  body: ReportBody;
  /** Its key in the cache. */
  key: string;
  version: string;
}

/** Responds with reports, each in the coding that its request takes best, packed once for all who take that. */
export function reportResponder(
  cache: ReportCache,
): (report: KeptReport, request: Request) => Promise<Response> {
  const packing = new JointWork<ReportBody>();
  return async ({ body, key, version }, request) => {
    const coding = codingFor(request);
    if (!lacks(body, coding)) return toResponse(body, coding);
    const packed = await packing.run(`${version} ${key} ${coding}`, request.signal, async () => {
      const extended = await withForm(body, coding);
      cache.extend(key, body, extended);
      return extended;
    });
    return toResponse(packed, coding);
  };
}
