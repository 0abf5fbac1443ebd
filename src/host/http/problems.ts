import { sessionHeader } from '../../contract/page-facts.ts';
import {
  type Problem,
  type ProblemType,
  problemMediaType,
  problemTypes,
} from '../../contract/problem.ts';

/** An error of the host's own (RFC 9457). It is never cached and repeats nothing that was sent. */
export function problemResponse(
  type: ProblemType,
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: Problem = { type, title, status, detail };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' },
  });
}

/** Refuses a call that goes by the session and does not come from this host's page. */
export const crossSite = (): Response =>
  problemResponse(
    problemTypes.crossSite,
    403,
    'Not from this page',
    'Only a page of this host may use its session.',
  );

/** Refuses a call whose page belongs to another session than the browser's cookie. */
export const sessionMismatch = (): Response =>
  problemResponse(
    problemTypes.sessionMismatch,
    409,
    'Another session',
    `The ${sessionHeader} header does not name the session of this browser: sign in again.`,
  );

/** Refuses an attempt with a key where too many were rejected of late. */
export const tooManyGuesses = (seconds: number): Response =>
  problemResponse(
    problemTypes.tooManyRequests,
    429,
    'Too many keys',
    `Too many keys were not accepted. Try again in ${seconds} s.`,
    { 'Retry-After': String(seconds) },
  );

/** Refuses a request whose target or host is not valid, or could be read in more ways than one. */
export const malformed = (): Response =>
  problemResponse(
    problemTypes.malformed,
    400,
    'Malformed request',
    'The request needs one valid Host header, and a target without a user name or password.',
  );

/** Refuses a method that a path does not have. */
export const wrongMethod = (allowed: string): Response =>
  problemResponse(
    problemTypes.noSuchEndpoint,
    405,
    'Method not allowed',
    `This path takes ${allowed} only.`,
    { Allow: allowed },
  );

export const failed = (): Response =>
  problemResponse(
    problemTypes.internal,
    500,
    'The host failed',
    'The host could not respond; its log says why.',
  );

/** The response to a request that ended before its whole body had arrived, if anybody still reads it. */
export const cutShort = (): Response =>
  problemResponse(
    problemTypes.invalidBody,
    400,
    'Cut short',
    'The request ended before its body was whole.',
  );
