import type { FairQueue } from './fair-queue.ts';
import { JointWork } from './joint-work.ts';
import { codingFor, lacks, type ReportBody, toResponse, withForm } from './report-body.ts';
import type { ReportCache } from './report-cache.ts';

/** A report and where it is kept. */
interface KeptReport {
  body: ReportBody;
  /** Its key in the cache. */
  key: string;
  version: string;
  /** The key of the request. */
  keyId: string;
}

/**
 * Responds with reports, each in the coding that its request takes best. A report is packed once for all calls of a key
 * that take the coding, when it is the key's turn: meanwhile it is in memory unpacked.
 */
export function reportResponder(
  cache: ReportCache,
  queue: FairQueue,
): (report: KeptReport, request: Request) => Promise<Response> {
  const packing = new JointWork<ReportBody>();
  return async ({ body, key, version, keyId }, request) => {
    const coding = codingFor(request);
    if (!lacks(body, coding)) return toResponse(body, coding);
    const pack = async (): Promise<ReportBody> => {
      const kept = cache.peek(key, version) ?? body;
      if (!lacks(kept, coding)) return kept;
      const extended = await withForm(kept, coding);
      cache.extend(key, kept, extended);
      return extended;
    };
    const name = `${keyId} ${version} ${key} ${coding}`;
    const packed = await packing.run(name, request.signal, (signal) =>
      queue.run(keyId, signal, pack),
    );
    return toResponse(packed, coding);
  };
}
