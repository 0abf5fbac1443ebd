import type { ParameterFault } from '../../contract/parameters.ts';
import { notFoundTypes, problemTypes } from '../../contract/problem.ts';
import { maxNotesPerRecommendation } from '../../contract/resources.ts';
import type { NoteAudience } from '../../contract/sightline/recommendations.ts';
import { ProblemError } from './problem-error.ts';

/** One response for every invalid key, so that the reasons cannot be distinguished. */
export const createUnauthenticatedProblem = () =>
  new ProblemError(
    401,
    problemTypes.unauthenticated,
    'Not signed in',
    'This call needs a valid API key in the Authorization header.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

/** The response to a share's secret that comes without the passphrase, or with a wrong one. */
export const createPassphraseNeededProblem = () =>
  new ProblemError(
    401,
    problemTypes.passphraseNeeded,
    'Passphrase needed',
    'This link needs the right passphrase.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

export const createMissingScopeProblem = (scope: string) =>
  new ProblemError(
    403,
    problemTypes.missingScope,
    'Scope missing',
    `This API key lacks the scope ${scope}.`,
  );

export const createNotesHiddenProblem = () =>
  new ProblemError(
    403,
    problemTypes.notesHidden,
    'Notes hidden',
    'This API key cannot read notes.',
  );

/** For a change of a note that the key can see. */
export const createNotYourNoteProblem = () =>
  new ProblemError(
    403,
    problemTypes.notYourNote,
    'Not your note',
    'Only the key that added a note and keys of the whole account can change or delete it.',
  );

/** Has the same bytes whether the resource does not exist, belongs to another tenant or has a malformed ID. */
export const createNotFoundProblem = (resource: keyof typeof notFoundTypes) =>
  new ProblemError(
    404,
    notFoundTypes[resource],
    `No such ${resource}`,
    `There is no such ${resource}, or this API key cannot see it.`,
  );

export const createNoSuchEndpointProblem = () =>
  new ProblemError(
    404,
    problemTypes.noSuchEndpoint,
    'No such endpoint',
    'There is no endpoint at this path.',
  );

export const createWrongMethodProblem = (allowed: string) =>
  new ProblemError(
    405,
    problemTypes.noSuchEndpoint,
    'Method not allowed',
    `This path accepts ${allowed} only.`,
    { headers: { Allow: allowed } },
  );

const describeFault = ({ parameter, message }: ParameterFault) => `${parameter} ${message}.`;

/** 422, with the query parameter or body field of each fault. */
export const createInvalidParametersProblem = (errors: ParameterFault[]) =>
  new ProblemError(
    422,
    problemTypes.invalidParameter,
    'Invalid parameter',
    errors.slice(0, 3).map(describeFault).join(' '),
    { errors },
  );

export const createUntrackedCompetitorProblem = (ids: readonly string[]) =>
  new ProblemError(
    422,
    problemTypes.untrackedCompetitor,
    'Competitor not tracked',
    'A discovered brand can be used as a competitor once it is tracked.',
    {
      errors: ids.map((id) => ({
        parameter: 'competitorId',
        message: `${id} is a discovered brand, not a tracked competitor`,
      })),
    },
  );

/** For a body that has the wrong media type (415), is not JSON (400), or is not what the endpoint accepts (422). */
export const createInvalidBodyProblem = (
  status: 400 | 415 | 422,
  detail: string,
  errors?: ParameterFault[],
) =>
  new ProblemError(
    status,
    problemTypes.invalidBody,
    'Invalid body',
    detail,
    errors ? { errors } : {},
  );

/** 422 for a body whose fields are invalid together, or with what is stored. */
export const createInvalidFieldsProblem = (errors: readonly ParameterFault[]) =>
  createInvalidBodyProblem(422, errors.slice(0, 3).map(describeFault).join(' '), [...errors]);

/** For a call that keys limited to one client may not make. */
export const createAccountKeyNeededProblem = () =>
  new ProblemError(
    403,
    problemTypes.accountKeyNeeded,
    'Key limited to one client',
    'This API key is limited to one client, so it can neither create nor delete clients.',
  );

/** For a call that an account of this kind does not have. */
export const createWrongAccountKindProblem = (kind: 'agency' | 'business') =>
  new ProblemError(
    403,
    problemTypes.wrongAccountKind,
    'Not for this account',
    kind === 'business'
      ? 'This API key belongs to a business, which has no clients. Create a site without a client instead.'
      : 'This API key belongs to an agency, whose sites each need a client. Create the site below a client instead.',
  );

/** The response is the same whoever has or had the IDs: it must not say whether they are somebody else's. */
export const createAlreadyExistsProblem = (ids: readonly string[]) =>
  new ProblemError(
    409,
    problemTypes.alreadyExists,
    'Already exists',
    `The ID ${ids.slice(0, 3).join(', ')} is or was already in use. Choose a different one. Nothing was changed.`,
  );

export const createSetupChangedProblem = () =>
  new ProblemError(
    409,
    problemTypes.setupChanged,
    'Set-up changed meanwhile',
    'The set-up was changed since it was read. Nothing was saved. Read it again, and save again.',
  );

export const createHasAnswersProblem = (errors: ParameterFault[]) =>
  new ProblemError(
    409,
    problemTypes.hasAnswers,
    'Question has answers',
    `A question that has answers cannot be deleted, only retired${errors.length > 1 ? `, and ${errors.length.toLocaleString('en')} of the deleted ones have answers` : ''}. Nothing was changed.`,
    { errors: errors.slice(0, 20) },
  );

/** @param limit the limit that would be exceeded, as a sentence. */
export const createTooManyRecordsProblem = (limit: string) =>
  new ProblemError(
    409,
    problemTypes.tooManyRecords,
    'Too many records',
    `${limit} Nothing was changed.`,
  );

export const createScanRunningProblem = (reason: string) =>
  new ProblemError(409, problemTypes.scanRunning, 'Scan running', reason);

/** For a scan that cannot be started, cancelled or retried. @param reason for the user, as a sentence */
export const createScanImpossibleProblem = (reason: string) =>
  new ProblemError(422, problemTypes.scanImpossible, 'Not possible', reason);

/** @param subject what is deleted, such as "client". */
export const createNameMismatchProblem = (subject: string) => {
  const fault = { parameter: 'name', message: `must be the name of the ${subject}` };
  return new ProblemError(
    422,
    problemTypes.nameMismatch,
    'Name differs',
    `${describeFault(fault)} Nothing was deleted.`,
    { errors: [fault] },
  );
};

const maxNotes = `${maxNotesPerRecommendation.toLocaleString('en')} notes`;

/** @param audience of the notes that are full; null for v1, which does not tell them apart. */
export const createNotesFullProblem = (audience: NoteAudience | null) =>
  new ProblemError(
    409,
    problemTypes.notesFull,
    'Too many notes',
    audience === null
      ? `A recommendation holds at most ${maxNotes}, and this one is full. The note was not added.`
      : `This recommendation has reached its maximum of ${maxNotes} ${audience === 'team' ? 'for the team' : 'shared with the client'}. Nothing was changed.`,
  );

export const createSiteArchivedProblem = () =>
  new ProblemError(
    409,
    problemTypes.siteArchived,
    'Site archived',
    'An archived site cannot have links or feeds. Restore the site first. Nothing was changed.',
  );

/** @param limit the limit that is reached, as a sentence. */
export const createSharesFullProblem = (limit: string) =>
  new ProblemError(
    409,
    problemTypes.sharesFull,
    'Too many shares',
    `${limit} Revoke one first. Nothing was changed.`,
  );

export const createTooLargeProblem = (status: 413 | 414, detail: string) =>
  new ProblemError(status, problemTypes.tooLarge, 'Too large', detail);

export const createUnavailableProblem = () =>
  new ProblemError(
    503,
    problemTypes.unavailable,
    'Temporarily unavailable',
    'The data cannot be reached at the moment. Nothing was changed.',
    { headers: { 'Retry-After': '1' } },
  );

/** Does not name the damage, which operators find in the log and at `/healthz`. */
export const createDamagedProblem = () =>
  new ProblemError(
    503,
    problemTypes.unavailable,
    'Data damaged',
    'The data is damaged, so none of it is shown. Nothing was changed. See the log of the service for what to do.',
    { headers: { 'Retry-After': '60' } },
  );

const createTooManyRequestsProblem = (detail: string, seconds = 2) =>
  new ProblemError(429, problemTypes.tooManyRequests, 'Too many calls', detail, {
    headers: { 'Retry-After': String(seconds) },
  });

export const createTooManyPassphrasesProblem = (seconds: number) =>
  createTooManyRequestsProblem(`Too many wrong passphrases. Try again in ${seconds} s.`, seconds);

export const createPassphrasesBusyProblem = () =>
  new ProblemError(
    503,
    problemTypes.unavailable,
    'Temporarily unavailable',
    'Too many passphrases are being checked. Nothing was changed; try again in a few seconds.',
    { headers: { 'Retry-After': '5' } },
  );

export const createTooManyReadsProblem = (seconds: number) =>
  createTooManyRequestsProblem(`This feed was read too often. Try again in ${seconds} s.`, seconds);

export const createTooManyWaitingCallsProblem = () =>
  createTooManyRequestsProblem(
    'Too many calls with this API key are waiting. Try again in a moment.',
  );

export const createTooManyJobsProblem = () =>
  createTooManyRequestsProblem(
    'Too many changes are waiting or reading texts again. Try again once one of them has ended.',
    30,
  );

export const createTooManyAbandonedCallsProblem = () =>
  createTooManyRequestsProblem(
    'Too many calls with this API key were abandoned before their responses arrived. Try again in a moment.',
  );

/** Only for the log and the metrics, since the client has disconnected. nginx uses 499 too. */
export const createAbandonedResponse = () => new Response(null, { status: 499 });

export const createUncertainProblem = () =>
  new ProblemError(
    500,
    problemTypes.uncertain,
    'Outcome unknown',
    'The store did not confirm the change, so it may or may not have been saved. Check before you send it again.',
  );

export const createStorageFullProblem = () =>
  new ProblemError(
    507,
    problemTypes.storageFull,
    'Storage full',
    'The disk is full. Nothing was changed.',
  );

export const createInternalProblem = () =>
  new ProblemError(
    500,
    problemTypes.internal,
    'Internal error',
    'Something went wrong in the service. Try again later.',
  );
