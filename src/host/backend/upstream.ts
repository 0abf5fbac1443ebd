import { isFilled, takesBody } from '../../contract/endpoint.ts';
import { feedEndpoint } from '../../contract/endpoints/feeds.ts';
import { setupJobEndpoint } from '../../contract/endpoints/setup.ts';
import { problemMediaType, problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import { errorCodeOf } from '../../service/error-code.ts';
import type { Service } from '../service.ts';

const sentHeaders = ['authorization', 'accept', 'content-type'] as const;
const returnedHeaders = ['retry-after', 'sightline-sample'] as const;

interface UpstreamOptions {
  /** The base address; its path is prepended to the path of each request. */
  base: URL;
  /** Time limit from connecting to the end of the response body, in milliseconds. */
  timeoutMs?: number;
  /** Size limit of a response body after decompression, in bytes. */
  maxBodyBytes?: number;
  /** Called with the error of a failed request; its message contains no part of a header or body. */
  onError?: (error: unknown) => void;
}

/** Less than the 15 s that a page waits, so that the page can show the reason. */
const responseLimitMs = 14_000;
/** The same limit as in the dashboard; it also protects against decompression bombs. */
const maxUnpackedBytes = 32 * 1024 * 1024;

/**
 * Reads a whole body before any of it is passed on, so that half a response never looks complete.
 * @throws RangeError for a body over the limit, and connection errors.
 */
async function readWholeBody(
  response: Response,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new RangeError(`The response is longer than ${limit} bytes.`);
    chunks.push(new Uint8Array(chunk));
  }
  return chunks;
}

const copyHeaders = (from: Headers, names: readonly string[]): Headers => {
  const headers = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
};

/** Selects the response headers to pass on. A challenge other than Bearer could make a browser ask for a password. */
function toResponseHeaders(from: Headers, isFeed: boolean): Headers {
  const headers = copyHeaders(from, isFeed ? [...returnedHeaders, 'etag'] : returnedHeaders);
  if (/^Bearer\b/i.test(from.get('www-authenticate') ?? '')) {
    headers.set('www-authenticate', 'Bearer');
  }
  const location = from.get('location') ?? '';
  if (isFilled(setupJobEndpoint.path, location)) headers.set('location', location);
  return headers;
}

const bodyTypes = { json: 'application/json', csv: 'text/csv; charset=utf-8' } as const;

/**
 * The content type to send on with a body, one of those that the interface has; null for any other type. Parameters are
 * dropped. A response without a type counts as the expected one.
 * @param contentType the service's `Content-Type`.
 * @param expected `csv` only for the content of a feed.
 */
function toReturnedType(
  contentType: string | null,
  expected: keyof typeof bodyTypes,
): string | null {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '') return bodyTypes[expected];
  if (expected === 'csv') return mediaType === 'text/csv' ? bodyTypes.csv : null;
  if (mediaType === problemMediaType) return mediaType;
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType) ? bodyTypes.json : null;
}

/** The type and subtype in lower case; empty if there is none. */
const mediaTypeOf = (contentType: string | null): string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Replaces a response whose content type is not sent on. An error keeps its status, because the status alone says what
 * happened.
 */
function createContentTypeProblem({ ok, status, headers }: Response, isFeed: boolean): Response {
  const mediaType = mediaTypeOf(headers.get('content-type'));
  const isReadable = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType);
  const problem = createProblemResponse(
    ok ? 502 : status,
    problemTypes.upstreamContentType,
    'Unexpected content type',
    `The service at SERVICE_URL responded with ${status} and ${isReadable ? `the content type ${mediaType}` : 'an invalid content type'} instead of ${ok && isFeed ? 'CSV' : 'JSON'}.`,
  );
  for (const [name, value] of toResponseHeaders(headers, false)) problem.headers.set(name, value);
  return problem;
}

/** The code of a failed fetch, from the system or Node's HTTP client; empty if there is none. */
const causeCodeOf = (error: unknown): string =>
  error instanceof Error ? errorCodeOf(error.cause) : '';

/** Whether an established connection broke, as opposed to a failed attempt to connect or an invalid response. */
const isConnectionBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(causeCodeOf(error));

const unknownAuthorityAdvice =
  'is not trusted: set NODE_EXTRA_CA_CERTS to a file with the certificate of its certificate authority (CA).';

/** Why a certificate is refused and what to do, by Node's error code. */
const certificateFaults: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthorityAdvice,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthorityAdvice,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthorityAdvice,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthorityAdvice,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthorityAdvice,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for another host name: use that name in SERVICE_URL, or get a certificate for the current one.',
  CERT_HAS_EXPIRED: 'has expired: renew it, or correct the clock of this machine.',
  CERT_NOT_YET_VALID: 'is not valid yet: correct the clock of this machine.',
  CERT_REVOKED: 'has been revoked: replace it.',
};

/** Whether nothing was sent, because no trusted connection could be made. */
const isConnectFailure = (error: unknown): boolean =>
  Object.hasOwn(certificateFaults, causeCodeOf(error)) ||
  /^CERT_/.test(causeCodeOf(error)) ||
  [
    'EAI_AGAIN',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(causeCodeOf(error));

/** Adds advice to an error whose code is in `certificateFaults`, and returns any other error unchanged. */
const explainCertificateError = (error: unknown): unknown => {
  const code = causeCodeOf(error);
  return Object.hasOwn(certificateFaults, code)
    ? new Error(`The certificate of the service at SERVICE_URL ${certificateFaults[code]}`, {
        cause: error,
      })
    : error;
};

const createFailureResponse = (error: unknown, isTimeout: boolean): Response =>
  isTimeout
    ? createProblemResponse(
        504,
        problemTypes.upstreamTimeout,
        'The service did not respond in time',
        'The service at SERVICE_URL did not respond within the host’s time limit.',
      )
    : isConnectFailure(error)
      ? createProblemResponse(
          502,
          problemTypes.upstreamNotReached,
          'The service cannot be reached',
          'The host could not connect to the service at SERVICE_URL, so nothing was sent.',
        )
      : createProblemResponse(
          502,
          problemTypes.upstreamUnreachable,
          'Incomplete response from the service',
          'The host did not receive a complete response from the service at SERVICE_URL.',
        );

/**
 * Creates a service that forwards to a fixed base URL, whatever the request's `Host` says. A request keeps its method,
 * path, query, body and three headers; a response keeps its status, its body if that is JSON (or the CSV of a feed),
 * and three headers, but no challenge other than Bearer, and the
 * location of a job. Only feeds can be revalidated: they also keep `If-None-Match`
 * and `ETag`. Redirects are not followed. A failure gives a 502, a timeout a 504. A GET is retried once if its
 * connection breaks before a response starts; both attempts share one time limit, which includes connecting. Other
 * methods are never retried. Certificates are checked.
 */
export function createUpstream(options: UpstreamOptions): Service {
  const { base, timeoutMs = responseLimitMs, maxBodyBytes = maxUnpackedBytes } = options;
  const { onError = () => {} } = options;

  async function send(target: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(target, init);
    } catch (error) {
      // A kept-alive connection may close just as it is reused.
      if (init.method !== 'GET' || init.signal?.aborted || !isConnectionBroken(error)) throw error;
      return fetch(target, init);
    }
  }

  return {
    async fetch(request) {
      const requestedUrl = new URL(request.url);
      const target = new URL(base);
      target.pathname = base.pathname.replace(/\/$/, '') + requestedUrl.pathname;
      target.search = requestedUrl.search;
      const isFeed = isFilled(feedEndpoint.path, requestedUrl.pathname);
      const mayBeUnchanged = isFeed && request.headers.has('if-none-match');
      // No other body is passed on, because `createGate` limits the size of these only.
      const body = takesBody(request.method) ? await request.arrayBuffer() : null;
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await send(target, {
          method: request.method,
          headers: copyHeaders(
            request.headers,
            isFeed ? [...sentHeaders, 'if-none-match'] : sentHeaders,
          ),
          body,
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, timeout]),
        });
        const isUnchanged = response.status === 304 && mayBeUnchanged;
        if (response.status >= 300 && response.status < 400 && !isUnchanged) {
          await response.body?.cancel();
          return createProblemResponse(
            502,
            problemTypes.upstreamUnreachable,
            'The service sent a redirect',
            `The service at SERVICE_URL responded with ${response.status}, a redirect, which is not followed.`,
          );
        }
        if (response.status < 200 || response.status > 599) {
          await response.body?.cancel();
          throw new RangeError(
            `The response has status ${response.status}, which is not a valid HTTP status.`,
          );
        }
        const bodyChunks = await readWholeBody(response, maxBodyBytes);
        const { status } = response;
        const headers = toResponseHeaders(response.headers, isFeed);
        if (bodyChunks.length === 0) return new Response(null, { status, headers });
        const contentType = toReturnedType(
          response.headers.get('content-type'),
          isFeed && response.ok ? 'csv' : 'json',
        );
        if (contentType === null) return createContentTypeProblem(response, isFeed);
        headers.set('content-type', contentType);
        return new Response(new Blob(bodyChunks), { status, headers });
      } catch (error) {
        if (!request.signal.aborted) onError(explainCertificateError(error));
        return createFailureResponse(error, timeout.aborted);
      }
    },
  };
}
