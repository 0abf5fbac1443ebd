import type { FairQueue } from '../limits/fair-queue.ts';
import { SingleFlight } from '../limits/single-flight.ts';
import {
  addForm,
  codingFor,
  needsCompression,
  type ReportBody,
  toResponse,
} from './report-body.ts';
import type { ReportCache } from './report-cache.ts';

/** A report and its place in the cache. */
interface CachedReport {
  body: ReportBody;
  cacheKey: string;
  version: string;
  /** The ID of the API key that the request uses. */
  keyId: string;
}

/**
 * Creates a function that responds with a report in the coding that the request prefers. Requests with the same API key
 * for the same report and coding share one compression, which waits for the key's turn because it holds the whole
 * report in memory.
 */
export function createReportResponder(
  cache: ReportCache,
  queue: FairQueue,
): (report: CachedReport, request: Request) => Promise<Response> {
  const compression = new SingleFlight<ReportBody>();
  return async ({ body, cacheKey, version, keyId }, request) => {
    const coding = codingFor(request);
    if (!needsCompression(body, coding)) return toResponse(body, coding);
    const compress = async (): Promise<ReportBody> => {
      const cachedBody = cache.peek(cacheKey, version) ?? body;
      if (!needsCompression(cachedBody, coding)) return cachedBody;
      const extendedBody = await addForm(cachedBody, coding);
      cache.extend(cacheKey, cachedBody, extendedBody);
      return extendedBody;
    };
    const compressionKey = `${keyId} ${version} ${cacheKey} ${coding}`;
    const compressedBody = await compression.run(compressionKey, request.signal, (signal) =>
      queue.run(keyId, signal, compress),
    );
    return toResponse(compressedBody, coding);
  };
}
