import { sessionHeader } from '../../contract/page-settings.ts';
import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';

/** For a call that only this host's page may make, but that comes from another site. */
export const createCrossSiteResponse = (): Response =>
  createProblemResponse(
    403,
    problemTypes.crossSite,
    'Cross-site request refused',
    'Only a page of this host may use its session. Reload the page, or send an API key as a bearer token.',
  );

/** For a call from a page whose session is not the one in the browser's cookie. */
export const createSessionMismatchResponse = (): Response =>
  createProblemResponse(
    409,
    problemTypes.sessionMismatch,
    'Session mismatch',
    `The ${sessionHeader} header does not match this browser’s session. Sign in again.`,
  );

/** For an attempt with a key after too many recent rejections. */
export const createTooManyGuessesResponse = (seconds: number): Response =>
  createProblemResponse(
    429,
    problemTypes.tooManyRequests,
    'Too many keys',
    `Too many keys were rejected. Try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );

/** For a request with an invalid or ambiguous target or host. */
export const createMalformedRequestResponse = (): Response =>
  createProblemResponse(
    400,
    problemTypes.malformed,
    'Malformed request',
    'The request needs one valid Host header, and a target without a user name or password.',
  );

/** For a method that a path does not support. */
export const createWrongMethodResponse = (allowed: string): Response =>
  createProblemResponse(
    405,
    problemTypes.noSuchEndpoint,
    'Method not allowed',
    `This path supports only ${allowed}.`,
    { headers: { Allow: allowed } },
  );

export const createFailureResponse = (): Response =>
  createProblemResponse(
    500,
    problemTypes.internal,
    'The host failed',
    'The host could not process the request; its log says why.',
  );

/** For a request that ended before its body was complete, if the client still reads the response. */
export const createIncompleteRequestResponse = (): Response =>
  createProblemResponse(
    400,
    problemTypes.invalidBody,
    'Incomplete request',
    'The request ended before its whole body had arrived. Send it again.',
  );
