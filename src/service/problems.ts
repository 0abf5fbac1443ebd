import type { ParameterFault } from '../contract/parameters.ts';
import {
  type Problem,
  type ProblemType,
  problemMediaType,
  problemTypes,
} from '../contract/problem.ts';
import { notesPerRecommendation } from '../contract/resources.ts';

/** An error answer of RFC 9457. Its bytes depend on nothing but the arguments. */
function problem(
  status: number,
  type: ProblemType,
  title: string,
  detail: string,
  more: { errors?: ParameterFault[]; headers?: Record<string, string> } = {},
): Response {
  const body: Problem = { type, title, status, detail };
  if (more.errors) body.errors = more.errors;
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': problemMediaType, ...more.headers },
  });
}

/** One answer for every way a key can be wrong, so that none can be told from another. */
export const unauthenticated = () =>
  problem(
    401,
    problemTypes.unauthenticated,
    'Not signed in',
    'This call needs a valid API key in the Authorization header.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

export const missingScope = (scope: string) =>
  problem(
    403,
    problemTypes.missingScope,
    'Scope missing',
    `This API key lacks the scope ${scope}.`,
  );

const things = {
  client: problemTypes.clientNotFound,
  site: problemTypes.siteNotFound,
  brand: problemTypes.brandNotFound,
  prompt: problemTypes.promptNotFound,
  scan: problemTypes.scanNotFound,
  recommendation: problemTypes.recommendationNotFound,
} as const;

/** The same bytes whether a thing does not exist, is another tenant's, or was asked for by no valid id. */
export const notFound = (thing: keyof typeof things) =>
  problem(
    404,
    things[thing],
    `No such ${thing}`,
    `There is no such ${thing}, or this API key cannot see it.`,
  );

export const noSuchEndpoint = () =>
  problem(404, problemTypes.noSuchEndpoint, 'No such endpoint', 'Nothing answers at this path.');

export const wrongMethod = (allowed: string) =>
  problem(
    405,
    problemTypes.noSuchEndpoint,
    'Method not allowed',
    `This path answers ${allowed} only.`,
    { headers: { Allow: allowed } },
  );

const sentence = ({ parameter, message }: ParameterFault) => `${parameter} ${message}.`;

/** 422, each fault naming its query parameter. */
export const invalidParameters = (errors: ParameterFault[]) =>
  problem(
    422,
    problemTypes.invalidParameter,
    'Invalid parameter',
    errors.slice(0, 3).map(sentence).join(' '),
    { errors },
  );

export const untrackedCompetitor = (ids: readonly string[]) =>
  problem(
    422,
    problemTypes.untrackedCompetitor,
    'Competitor not tracked',
    'A discovered brand can be asked for as a competitor once it is tracked.',
    {
      errors: ids.map((id) => ({
        parameter: 'competitorId',
        message: `${id} is a discovered brand, not a tracked competitor`,
      })),
    },
  );

/** A body that is of the wrong media type (415), no JSON (400), or not what the endpoint takes (422). */
export const invalidBody = (status: 400 | 415 | 422, detail: string, errors?: ParameterFault[]) =>
  problem(status, problemTypes.invalidBody, 'Invalid body', detail, errors ? { errors } : {});

export const notesFull = () =>
  problem(
    409,
    problemTypes.notesFull,
    'Too many notes',
    `A recommendation holds at most ${notesPerRecommendation.toLocaleString('en')} notes, and this one is full. The note was not added.`,
  );

export const tooLarge = (status: 413 | 414, detail: string) =>
  problem(status, problemTypes.tooLarge, 'Too large', detail);

export const unavailable = () =>
  problem(
    503,
    problemTypes.unavailable,
    'Temporarily unavailable',
    'The data cannot be reached at the moment. Nothing was changed.',
    { headers: { 'Retry-After': '1' } },
  );

/** For callers. Operators read the cause in the log and at `/healthz`. */
export const damaged = () =>
  problem(
    503,
    problemTypes.unavailable,
    'Data damaged',
    'The data is damaged, so none of it is shown. Nothing was changed. The log of the service says what to do.',
    { headers: { 'Retry-After': '60' } },
  );

const tooManyRequests = (detail: string) =>
  problem(429, problemTypes.tooManyRequests, 'Too many calls', detail, {
    headers: { 'Retry-After': '2' },
  });

export const tooMuchWaiting = () =>
  tooManyRequests('Too many calls with this API key are waiting. Try again in a moment.');

export const tooManyAbandoned = () =>
  tooManyRequests(
    'Too many calls with this API key were given up before their response was there. Try again in a moment.',
  );

/** For the log and the metrics only: the client has gone. 499 is what nginx calls it. */
export const abandoned = () => new Response(null, { status: 499 });

export const uncertain = () =>
  problem(
    500,
    problemTypes.uncertain,
    'Outcome unknown',
    'What was sent may have been kept, or not: the store did not answer.',
  );

export const storageFull = () =>
  problem(
    507,
    problemTypes.storageFull,
    'Storage full',
    'There is no room left. Nothing was changed.',
  );

export const internal = () =>
  problem(500, problemTypes.internal, 'Internal error', 'Something failed on our side.');
