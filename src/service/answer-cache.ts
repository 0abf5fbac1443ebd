import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Level 4 gives nine tenths of the default's saving in a third of its time. */
const level = 4;
/** Below this a compressed answer saves nothing that a network would notice. */
const worthCompressing = 1024;

/** A 200 answer's body, as it is kept and sent. */
export interface KeptAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  gzipped: boolean;
}

export interface AnswerCacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/**
 * Answers that only an import can change, kept as compressed bytes under keys that name the tenant. An
 * entry is given out only at the data version it was made at. The longest unused goes first when `limit` bytes are full.
 */
export class AnswerCache {
  readonly #limit: number;
  readonly #kept = new Map<string, { version: string; answer: KeptAnswer }>();
  /** Answers being made, so that many asking at once cost one. */
  readonly #making = new Map<string, Promise<KeptAnswer | Response>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get stats(): AnswerCacheStats {
    const { size: entries } = this.#kept;
    return { hits: this.#hits, misses: this.#misses, entries, bytes: this.#bytes };
  }

  /**
   * The kept answer, or the one `make` gives: JSON text, which is kept, or a refusal, which is not.
   * @param version of the data now; `make` is given no other chance to see another, see `atOneVersion`.
   */
  async answer(
    key: string,
    version: string,
    make: () => Promise<string | Response>,
  ): Promise<KeptAnswer | Response> {
    const kept = this.#kept.get(key);
    if (kept) this.#drop(key, kept.answer);
    if (kept?.version === version) {
      this.#hits += 1;
      this.#keep(key, kept);
      return kept.answer;
    }
    this.#misses += 1;
    const making = this.#making.get(`${version} ${key}`) ?? this.#make(key, version, make);
    const made = await making;
    return isKept(made) ? made : made.clone();
  }

  async #make(
    key: string,
    version: string,
    make: () => Promise<string | Response>,
  ): Promise<KeptAnswer | Response> {
    const making = keptOrRefused(make);
    const asked = `${version} ${key}`;
    this.#making.set(asked, making);
    try {
      const made = await making;
      if (isKept(made)) {
        const kept = this.#kept.get(key);
        if (kept) this.#drop(key, kept.answer);
        this.#keep(key, { version, answer: made });
      }
      return made;
    } finally {
      this.#making.delete(asked);
    }
  }

  #keep(key: string, kept: { version: string; answer: KeptAnswer }): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.answer.bytes.length;
    for (const [oldest, { answer }] of this.#kept) {
      if (this.#bytes <= this.#limit) break;
      this.#drop(oldest, answer);
    }
  }

  #drop(key: string, answer: KeptAnswer): void {
    this.#kept.delete(key);
    this.#bytes -= answer.bytes.length;
  }
}

/** Tells an answer from a refusal. By shape: a host may put a `Response` class of its own before the built-in one. */
export const isKept = (answer: KeptAnswer | Response): answer is KeptAnswer => 'gzipped' in answer;

async function toKept(json: string): Promise<KeptAnswer> {
  if (json.length < worthCompressing) {
    return { bytes: new Uint8Array(Buffer.from(json)), gzipped: false };
  }
  return { bytes: new Uint8Array(await compress(json, { level })), gzipped: true };
}

async function keptOrRefused(
  make: () => Promise<string | Response>,
): Promise<KeptAnswer | Response> {
  const made = await make();
  return typeof made === 'string' ? toKept(made) : made;
}

/** Whether a request's `Accept-Encoding` takes gzip (RFC 9110, 12.5.3). */
function takesGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return (coding === 'gzip' || coding === 'x-gzip' || coding === '*') && !refused;
  });
}

/** A kept answer as a response in an encoding that the request takes. */
export async function toResponse(answer: KeptAnswer, request: Request): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  if (!answer.gzipped) return new Response(answer.bytes, { headers });
  if (takesGzip(request.headers.get('Accept-Encoding'))) {
    return new Response(answer.bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
  }
  return new Response(new Uint8Array(await decompress(answer.bytes)), { headers });
}

/**
 * Makes an answer from several reads that all saw the same data: made again when an import was committed
 * in between.
 */
export async function atOneVersion<T>(
  versionOf: () => Promise<string>,
  make: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const before = await versionOf();
    const made = await make();
    if ((await versionOf()) === before) return made;
  }
}
