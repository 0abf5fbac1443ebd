import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Level 4 saves nine tenths of what the default level does in a third of its time. */
const level = 4;
/** Compressing a shorter report saves nothing that a network would notice. */
const worthCompressing = 1024;

/** The body of a 200 response as it is kept and sent. */
export interface ReportBody {
  bytes: Uint8Array<ArrayBuffer>;
  gzipped: boolean;
}

/** @param json the report's text as bytes. */
export async function toReportBody(json: Uint8Array): Promise<ReportBody> {
  if (json.length < worthCompressing) return { bytes: new Uint8Array(json), gzipped: false };
  return { bytes: new Uint8Array(await compress(json, { level })), gzipped: true };
}

/** Whether a request's `Accept-Encoding` takes gzip (RFC 9110, 12.5.3). */
function takesGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return (coding === 'gzip' || coding === 'x-gzip' || coding === '*') && !refused;
  });
}

/**
 * A report as a response in an encoding that the request takes. It is unpacked as it is read, so that a slow reader
 * never holds a large report whole.
 */
export function toResponse(body: ReportBody, request: Request): Response {
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  if (!body.gzipped) return new Response(body.bytes, { headers });
  if (takesGzip(request.headers.get('Accept-Encoding'))) {
    return new Response(body.bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
  }
  const unpacked = new Blob([body.bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked, { headers });
}
