import { problemTypes } from '../../contract/problem.ts';
import { problem } from '../../contract/problem-response.ts';
import type { Caller } from '../../service/service.ts';

/** Whatever implements the interface: the built-in service, or one elsewhere. */
export interface Service {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}

const sent = ['authorization', 'accept', 'content-type'] as const;
const returned = ['content-type', 'retry-after', 'cache-control', 'sightline-sample'] as const;

interface UpstreamOptions {
  /** Base address; a path in it stands before `/v1`. */
  base: URL;
  /** How long a response may take, body included, in milliseconds. */
  timeoutMs?: number;
  /** How long a response's body may be once unpacked, in bytes. */
  bodyLimit?: number;
  /** Called with what failed on the way: nothing of the request or the response. */
  onError?: (error: unknown) => void;
}

/** Less than the 15 s that a page waits, so that it is told why. */
const responseLimitMs = 14_000;
/** As much as a page accepts; guards against a small response that unpacks without end. */
const unpackedLimit = 32 * 1024 * 1024;

/**
 * A whole body, unpacked. Nothing of it goes on before all of it is here, so that half a response never looks
 * whole.
 * @throws RangeError past the limit, and whatever breaks the connection.
 */
async function wholeBody(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new RangeError(`The response is longer than ${limit} bytes.`);
    chunks.push(new Uint8Array(chunk));
  }
  return chunks;
}

const copied = (from: Headers, names: readonly string[]): Headers => {
  const headers = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
};

/** The response headers that are passed on. Any challenge but this one would have a browser ask for a password. */
function returnedOf(from: Headers): Headers {
  const headers = copied(from, returned);
  if (/^Bearer\b/i.test(from.get('www-authenticate') ?? '')) {
    headers.set('www-authenticate', 'Bearer');
  }
  return headers;
}

/** The system's or the client's name for what broke under a failed fetch. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
};

/** A connection that was there and broke, unlike one that never was or one that talked nonsense. */
const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

const unknownAuthority =
  'is not trusted: start the host with NODE_EXTRA_CA_CERTS naming a file with its authority.';

/** Why a certificate is refused, and what to do, by Node's name for it. */
const refusedCertificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for another name: use in SERVICE_URL the name that it is for, or renew it with this one.',
  CERT_HAS_EXPIRED: 'has expired: renew it, or set the clock of this machine.',
  CERT_NOT_YET_VALID: 'is of a time to come: set the clock of this machine.',
  CERT_REVOKED: 'has been revoked: renew it.',
};

/** Nothing was sent: no connection was made, or none that is trusted. */
const isNotReached = (error: unknown): boolean =>
  Object.hasOwn(refusedCertificates, codeOf(error)) ||
  /^CERT_/.test(codeOf(error)) ||
  [
    'EAI_AGAIN',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(codeOf(error));

/** With what to do, where something can be done. */
const explained = (error: unknown): unknown => {
  const code = codeOf(error);
  return Object.hasOwn(refusedCertificates, code)
    ? new Error(`The certificate of the service at SERVICE_URL ${refusedCertificates[code]}`, {
        cause: error,
      })
    : error;
};

const failed = (error: unknown, isTimeout: boolean): Response =>
  isTimeout
    ? problem(
        504,
        problemTypes.upstreamTimeout,
        'The service did not respond in time',
        'The service at SERVICE_URL did not respond within its time limit.',
      )
    : isNotReached(error)
      ? problem(
          502,
          problemTypes.upstreamNotReached,
          'The service cannot be reached',
          'The host got no connection to the service at SERVICE_URL, and sent nothing.',
        )
      : problem(
          502,
          problemTypes.upstreamUnreachable,
          'The service cannot be reached',
          'The host got no complete response from the service at SERVICE_URL.',
        );

/**
 * The service at one fixed address. A request keeps its method, path, query, body and three headers, and
 * goes to that address whatever its own host says; a response keeps its status, body and five headers, of
 * which a challenge other than for a bearer token is left out.
 * Redirects are not followed. What fails on the way is a 502, what takes too long a 504. A GET whose
 * connection broke before a response began is retried once; a note never is. Both tries share one time
 * limit, which covers connecting. Certificates are checked.
 */
export function createUpstream(options: UpstreamOptions): Service {
  const { base, timeoutMs = responseLimitMs, bodyLimit = unpackedLimit } = options;
  const { onError = () => {} } = options;

  async function ask(target: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(target, init);
    } catch (error) {
      // A kept connection may close as it is used: that says nothing of the service.
      if (init.method !== 'GET' || init.signal?.aborted || !isBroken(error)) throw error;
      return fetch(target, init);
    }
  }

  return {
    async fetch(request) {
      const asked = new URL(request.url);
      const target = new URL(base);
      target.pathname = base.pathname.replace(/\/$/, '') + asked.pathname;
      target.search = asked.search;
      const body = request.method === 'GET' ? null : await request.arrayBuffer();
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await ask(target, {
          method: request.method,
          headers: copied(request.headers, sent),
          body,
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, timeout]),
        });
        if (response.status >= 300 && response.status < 400) {
          await response.body?.cancel();
          return problem(
            502,
            problemTypes.upstreamUnreachable,
            'The service sent the host elsewhere',
            `The service at SERVICE_URL responded with ${response.status}, a redirect, which is not followed.`,
          );
        }
        if (response.status < 200 || response.status > 599) {
          await response.body?.cancel();
          throw new RangeError(
            `The response has status ${response.status}, which does not exist in HTTP.`,
          );
        }
        const whole = await wholeBody(response, bodyLimit);
        return new Response(whole.length === 0 ? null : new Blob(whole), {
          status: response.status,
          headers: returnedOf(response.headers),
        });
      } catch (error) {
        if (!request.signal.aborted) onError(explained(error));
        return failed(error, timeout.aborted);
      }
    },
  };
}
