import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { maxNoteLength, type Note } from '../../contract/resources.ts';
import { isBlank } from '../../contract/visible-text.ts';
import { illFormedReason } from '../../contract/well-formed.ts';
import type { Access } from '../access/access.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { NoteRecord } from '../store/records.ts';
import { createJsonBodyReader } from './json-body.ts';
import type { ProblemError } from './problem-error.ts';
import { createInvalidFieldsProblem, createUnauthenticatedProblem } from './problems.ts';
import { createNotFoundInSiteProblem, type Route, type RouteContext, readPathId } from './route.ts';

/** The length of an escaped character outside the Basic Multilingual Plane, such as `\ud83d\ude00`. */
const maxEscapeLength = 12;
/** Enough for the longest note, however it is escaped, and for the JSON around it. */
const maxBodyBytes = maxNoteLength * maxEscapeLength + 8 * 1024;

const readBody = createJsonBodyReader('A note', maxBodyBytes);

function findBodyFault(body: string): string | null {
  if (isBlank(body)) return 'must not be empty';
  if ([...body].length > maxNoteLength) return `must have at most ${maxNoteLength} characters`;
  return body.isWellFormed() ? null : illFormedReason;
}

/** What a request says of a note. @throws ProblemError if its body is invalid */
export async function readNote<S extends v.GenericSchema<unknown, { body?: string | undefined }>>(
  schema: S,
  context: RouteContext,
): Promise<v.InferOutput<S>> {
  const decoded = decode(schema, await readBody(context));
  if (!decoded.ok) {
    const isAudience = decoded.path === '$.audience';
    const fault = isAudience
      ? { parameter: 'audience', message: 'must be team or client' }
      : { parameter: 'body', message: 'must be a string' };
    throw createInvalidFieldsProblem([fault]);
  }
  const { body } = decoded.value;
  const message = body === undefined ? null : findBodyFault(body);
  if (message !== null) throw createInvalidFieldsProblem([{ parameter: 'body', message }]);
  return decoded.value;
}

export const toNote = ({ activityId, body, createdAt }: NoteRecord): Note => ({
  activityId,
  body,
  createdAt: toTimestamp(createdAt),
});

/** How the notes of one of the two interfaces are added. */
interface NewNotes {
  /** Reads a note's text and audience. @throws ProblemError if the request is invalid */
  read: (context: RouteContext) => Promise<Pick<NoteRecord, 'body' | 'audience'>>;
  toListed: (note: NoteRecord, access: Access) => Note;
  fullProblemOf: (audience: NoteRecord['audience']) => ProblemError;
}

/**
 * Creates the route that adds a note and responds with the latest ones, newest first, or with an empty list if the key
 * cannot read notes.
 */
export const createAddNoteRoute =
  ({ read, toListed, fullProblemOf }: NewNotes): Route =>
  ({ store, clock, queues, audit }) =>
  async (context) => {
    const access = context.get('access');
    const { keyId, name, tenant, hidesNotes } = access;
    const written = await read(context);
    using _slot = await queues.light.waitForSlot(keyId, context.req.raw.signal);
    if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();

    const siteId = readPathId(context, 'siteId');
    const recommendationId = readPathId(context, 'recommendationId');
    const createAbsentProblem = () =>
      createNotFoundInSiteProblem(store, tenant, siteId, 'recommendation');
    if (siteId === null || recommendationId === null) throw await createAbsentProblem();
    const note = {
      activityId: randomUUID(),
      siteId,
      recommendationId,
      ...written,
      createdAt: clock(),
      author: name,
      authorKeyId: keyId,
    };
    const outcome = await store.addNote(tenant, note);
    if (outcome === 'absent') throw await createAbsentProblem();
    if (outcome === 'full') throw fullProblemOf(note.audience);
    audit.recordNoteChange('note added', access, context.env.caller, note);
    const listed = hidesNotes ? [] : outcome.map((one) => toListed(one, access));
    return context.json({ data: listed }, 201);
  };
