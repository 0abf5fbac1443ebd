import { problemTypes } from '../contract/problem.ts';
import { problemResponse } from './problems.ts';

/** Whatever answers the interface: the built-in service, or one elsewhere. */
export interface Service {
  fetch(request: Request): Promise<Response> | Response;
}

const sent = ['authorization', 'accept', 'content-type'] as const;
const returned = [
  'content-type',
  'retry-after',
  'www-authenticate',
  'cache-control',
  'sightline-sample',
] as const;

export interface UpstreamOptions {
  /** Base address; a path in it stands before `/v1`. */
  base: URL;
  /** How long an answer may take, body included, in milliseconds. */
  timeoutMs?: number;
}

const answerLimitMs = 15_000;

const copied = (from: Headers, names: readonly string[]): Headers => {
  const headers = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
};

const failed = (error: unknown): Response =>
  error instanceof Error && error.name === 'TimeoutError'
    ? problemResponse(
        problemTypes.upstreamTimeout,
        504,
        'The service did not answer in time',
        'The service at SERVICE_URL gave no answer within its time limit.',
      )
    : problemResponse(
        problemTypes.upstreamUnreachable,
        502,
        'The service cannot be reached',
        'The host got no answer from the service at SERVICE_URL.',
      );

/**
 * The service at one fixed address. A request keeps its method, path, query, body and three headers, and
 * goes to that address whatever its own host says; an answer keeps its status, body and five headers.
 * Redirects are not followed. What fails on the way is a 502, what takes too long a 504.
 */
export function createUpstream({ base, timeoutMs = answerLimitMs }: UpstreamOptions): Service {
  return {
    async fetch(request) {
      const asked = new URL(request.url);
      const target = new URL(base);
      target.pathname = base.pathname.replace(/\/$/, '') + asked.pathname;
      target.search = asked.search;
      try {
        const answer = await fetch(target, {
          method: request.method,
          headers: copied(request.headers, sent),
          body: request.method === 'GET' ? null : await request.arrayBuffer(),
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (answer.status >= 300 && answer.status < 400) {
          await answer.body?.cancel();
          return problemResponse(
            problemTypes.upstreamUnreachable,
            502,
            'The service sent the host elsewhere',
            `The service at SERVICE_URL answered ${answer.status}, a redirect, which is not followed.`,
          );
        }
        return new Response(answer.body, {
          status: answer.status,
          headers: copied(answer.headers, returned),
        });
      } catch (error) {
        return failed(error);
      }
    },
  };
}
