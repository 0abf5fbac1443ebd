import * as v from 'valibot';

/** Problem types of the built-in service and its host (RFC 9457 `type`). */
export const problemTypes = {
  unauthenticated: 'urn:sightline:problem:unauthenticated',
  passphraseNeeded: 'urn:sightline:problem:passphrase-needed',
  missingScope: 'urn:sightline:problem:missing-scope',
  clientNotFound: 'urn:sightline:problem:client-not-found',
  siteNotFound: 'urn:sightline:problem:site-not-found',
  brandNotFound: 'urn:sightline:problem:brand-not-found',
  promptNotFound: 'urn:sightline:problem:prompt-not-found',
  scanNotFound: 'urn:sightline:problem:scan-not-found',
  answerNotFound: 'urn:sightline:problem:answer-not-found',
  recommendationNotFound: 'urn:sightline:problem:recommendation-not-found',
  noteNotFound: 'urn:sightline:problem:note-not-found',
  noSuchEndpoint: 'urn:sightline:problem:no-such-endpoint',
  malformed: 'urn:sightline:problem:malformed-request',
  invalidParameter: 'urn:sightline:problem:invalid-parameter',
  invalidBody: 'urn:sightline:problem:invalid-body',
  untrackedCompetitor: 'urn:sightline:problem:untracked-competitor',
  notesFull: 'urn:sightline:problem:notes-full',
  tooLarge: 'urn:sightline:problem:too-large',
  tooManyRequests: 'urn:sightline:problem:too-many-requests',
  shareNotFound: 'urn:sightline:problem:share-not-found',
  feedNotFound: 'urn:sightline:problem:feed-not-found',
  siteArchived: 'urn:sightline:problem:site-archived',
  sharesFull: 'urn:sightline:problem:shares-full',
  accountKeyNeeded: 'urn:sightline:problem:account-key-needed',
  wrongAccountKind: 'urn:sightline:problem:wrong-account-kind',
  setupChanged: 'urn:sightline:problem:setup-changed',
  alreadyExists: 'urn:sightline:problem:already-exists',
  nameMismatch: 'urn:sightline:problem:name-mismatch',
  hasAnswers: 'urn:sightline:problem:has-answers',
  tooManyRecords: 'urn:sightline:problem:too-many-records',
  jobNotFound: 'urn:sightline:problem:job-not-found',
  scanRunning: 'urn:sightline:problem:scan-running',
  scanImpossible: 'urn:sightline:problem:scan-impossible',
  sessionMismatch: 'urn:sightline:problem:session-mismatch',
  crossSite: 'urn:sightline:problem:cross-site',
  silentProxy: 'urn:sightline:problem:silent-proxy',
  notesHidden: 'urn:sightline:problem:notes-hidden',
  notYourNote: 'urn:sightline:problem:not-your-note',
  callRefused: 'urn:sightline:problem:call-refused',
  unavailable: 'urn:sightline:problem:unavailable',
  uncertain: 'urn:sightline:problem:outcome-unknown',
  storageFull: 'urn:sightline:problem:storage-full',
  upstreamUnreachable: 'urn:sightline:problem:upstream-unreachable',
  upstreamNotReached: 'urn:sightline:problem:upstream-not-reached',
  upstreamContentType: 'urn:sightline:problem:upstream-content-type',
  upstreamTimeout: 'urn:sightline:problem:upstream-timeout',
  internal: 'urn:sightline:problem:internal',
} as const;
/** The type of a 404, by the kind of resource that does not exist. */
export const notFoundTypes = {
  client: problemTypes.clientNotFound,
  site: problemTypes.siteNotFound,
  brand: problemTypes.brandNotFound,
  prompt: problemTypes.promptNotFound,
  scan: problemTypes.scanNotFound,
  answer: problemTypes.answerNotFound,
  recommendation: problemTypes.recommendationNotFound,
  note: problemTypes.noteNotFound,
  share: problemTypes.shareNotFound,
  feed: problemTypes.feedNotFound,
  job: problemTypes.jobNotFound,
} as const;
export type ProblemType = (typeof problemTypes)[keyof typeof problemTypes];

export const problemMediaType = 'application/problem+json';

/** An error body (RFC 9457), with the invalid parameters if the input was invalid. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ parameter: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;
