import type { FairQueue } from './fair-queue.ts';
import { JointWork } from './joint-work.ts';
import { codingFor, lacks, type ReportBody, toResponse, withForm } from './report-body.ts';
import type { ReportCache } from './report-cache.ts';

/** A report and its place in the cache. */
interface KeptReport {
  body: ReportBody;
  /** Its key in the cache. */
  key: string;
  version: string;
  /** The key of the request. */
  keyId: string;
}

/**
 * Responds with each report in the coding that the request prefers. All calls of a key that want the same coding share
 * one packing, which waits for the key's turn, since the report is in memory unpacked meanwhile.
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
