import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzip,
  gzip,
  zstdCompress,
  zstdDecompress,
} from 'node:zlib';
import { findPreferredCoding } from './accept-encoding.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Codings of reports, best first: each makes smaller reports than the next, in about the same time or less. */
const codings = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof codings)[number];
/** A stored form of a body: uncompressed, or in a coding. */
type Form = Coding | 'identity';

const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 3 };

const [toGzip, toBrotli, toZstd] = [
  promisify(gzip),
  promisify(brotliCompress),
  promisify(zstdCompress),
];

/**
 * Higher levels save less than they cost: for a large report, Brotli level 5 and gzip level 6 take over 50% longer but
 * save at most 14% of the bytes.
 */
const compress: Readonly<Record<Coding, (plain: Uint8Array) => Promise<Buffer>>> = {
  zstd: (plain) => toZstd(plain, { params: zstdParams }),
  br: (plain) => toBrotli(plain, { params: brotliParams }),
  gzip: (plain) => toGzip(plain, { level: 4 }),
};
const decompress: Readonly<Record<Coding, (compressed: Uint8Array) => Promise<Buffer>>> = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};
const decompressorFactories = {
  zstd: createZstdDecompress,
  br: createBrotliDecompress,
  gzip: createGunzip,
};

/** Below this size in bytes, compressing makes no noticeable difference. */
const minBytesToCompress = 1024;

/** An upper bound on the memory a form takes besides its content, in bytes. */
const formOverhead = 512;

/** The body of a 200 response, in at least one form. Further forms are added when requests prefer them. */
export interface ReportBody {
  readonly forms: ReadonlyMap<Form, Bytes>;
}

const toBytes = (buffer: Uint8Array): Bytes => new Uint8Array(buffer);

/** The coding that a request prefers; null if the report must be sent uncompressed. */
export const codingFor = (request: Request): Coding | null =>
  findPreferredCoding(request.headers.get('Accept-Encoding'), codings);

/**
 * Compresses a report with the given coding, or with the best one if `coding` is null. Leaves a short report
 * uncompressed.
 * @param plain the report's JSON text as bytes.
 */
export async function toReportBody(plain: Bytes, coding: Coding | null): Promise<ReportBody> {
  if (plain.length < minBytesToCompress) return { forms: new Map([['identity', plain]]) };
  const form = coding ?? codings[0];
  return { forms: new Map([[form, toBytes(await compress[form](plain))]]) };
}

/** Whether a report must be compressed before it can be sent in a coding. A short report is sent uncompressed. */
export const needsCompression = ({ forms }: ReportBody, coding: Coding | null): coding is Coding =>
  coding !== null && !forms.has(coding) && !forms.has('identity');

/** The first form. Any form can be converted to any other. */
function firstFormOf({ forms }: ReportBody): { form: Form; bytes: Bytes } {
  for (const [form, bytes] of forms) return { form, bytes };
  throw new Error('A report must have at least one form.');
}

/** The report with a form in another coding added. */
export async function addForm(body: ReportBody, coding: Coding): Promise<ReportBody> {
  const { form, bytes } = firstFormOf(body);
  const plain = form === 'identity' ? bytes : await decompress[form](bytes);
  const compressed = toBytes(await compress[coding](plain));
  return { forms: new Map([...body.forms, [coding, compressed]]) };
}

/** The memory that all forms of a report take, in bytes. */
export function sizeOf({ forms }: ReportBody): number {
  let size = 0;
  for (const bytes of forms.values()) size += formOverhead + bytes.length;
  return size;
}

/** A stream that decompresses the bytes only as it is read, so that a HEAD request decompresses nothing. */
function createDecompressedStream(coding: Coding, bytes: Bytes): ReadableStream<Bytes> {
  const decompressor = decompressorFactories[coding]();
  const chunks: AsyncIterator<Uint8Array> = decompressor[Symbol.asyncIterator]();
  let hasBegun = false;
  return new ReadableStream(
    {
      async pull(controller) {
        if (!hasBegun) decompressor.end(bytes);
        hasBegun = true;
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(toBytes(value));
      },
      cancel: () => void decompressor.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * A report as a response in a coding, for which `needsCompression` must be false. Without a coding, the report is
 * decompressed as the client reads it, so that a whole large report is never held in memory for a slow client.
 */
export function toResponse(body: ReportBody, coding: Coding | null): Response {
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  const compressed = coding === null ? undefined : body.forms.get(coding);
  if (coding !== null && compressed !== undefined) {
    return new Response(compressed, { headers: { ...headers, 'Content-Encoding': coding } });
  }
  const { form, bytes } = firstFormOf(body);
  if (form === 'identity') return new Response(bytes, { headers });
  return new Response(createDecompressedStream(form, bytes), { headers });
}
