import { randomUUID } from 'node:crypto';
import { decode } from '../../contract/decode.ts';
import { notesScope } from '../../contract/enums.ts';
import { maxNoteLength, NewNote, type Note, type NoteList } from '../../contract/resources.ts';
import { illFormedReason } from '../../contract/well-formed.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { NoteRecord } from '../store/records.ts';
import { createJsonBodyReader } from './json-body.ts';
import {
  createInvalidBodyProblem,
  createMissingScopeProblem,
  createNotesFullProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import { createNotFoundInSiteProblem, type Route, type RouteContext, readPathId } from './route.ts';

/** The length of an escaped character outside the Basic Multilingual Plane, such as `\ud83d\ude00`. */
const maxEscapeLength = 12;
/** Enough for the longest note, however it is escaped, and for the JSON around it. */
const maxBodyBytes = maxNoteLength * maxEscapeLength + 8 * 1024;

const readBody = createJsonBodyReader('A note', maxBodyBytes);

/** A visible character: neither white space, nor a control character, nor one that is ignored by default. */
const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

const createInvalidNoteProblem = (message: string) =>
  createInvalidBodyProblem(422, `body ${message}.`, [{ parameter: 'body', message }]);

/** The note's text, or the error response for an invalid request body. */
async function readNote(context: RouteContext): Promise<string | Response> {
  const parsed = await readBody(context);
  if (parsed instanceof Response) return parsed;
  const decoded = decode(NewNote, parsed.value);
  if (!decoded.ok) return createInvalidNoteProblem('must be a string');
  const { body } = decoded.value;
  if (!visibleCharacter.test(body)) return createInvalidNoteProblem('must not be empty');
  if ([...body].length > maxNoteLength) {
    return createInvalidNoteProblem(`must have at most ${maxNoteLength} characters`);
  }
  return body.isWellFormed() ? body : createInvalidNoteProblem(illFormedReason);
}

export const toNote = ({ activityId, body, createdAt }: NoteRecord): Note => ({
  activityId,
  body,
  createdAt: toTimestamp(createdAt),
});

/**
 * POST …/recommendations/{recommendationId}/notes: adds a note and responds with the latest ones, newest first, or with
 * an empty list if the key cannot read notes.
 */
export const notesRoute: Route =
  ({ store, clock, queues, audit }) =>
  async (context) => {
    const access = context.get('access');
    const { keyId, name, tenant, scopes, hidesNotes } = access;
    if (!scopes.includes(notesScope)) return createMissingScopeProblem(notesScope);

    const body = await readNote(context);
    if (body instanceof Response) return body;
    using _turn = await queues.light.waitForTurn(keyId, context.req.raw.signal);
    if (!(await context.get('isAccepted')())) return createUnauthenticatedProblem();

    const siteId = readPathId(context, 'siteId');
    const recommendationId = readPathId(context, 'recommendationId');
    const respondNotFound = () =>
      createNotFoundInSiteProblem(store, tenant, siteId, 'recommendation');
    if (siteId === null || recommendationId === null) return respondNotFound();
    const note = {
      activityId: randomUUID(),
      siteId,
      recommendationId,
      body,
      createdAt: clock(),
      author: name,
    };
    const outcome = await store.addNote(tenant, note);
    if (outcome === 'absent') return respondNotFound();
    if (outcome === 'full') return createNotesFullProblem();
    audit.recordNoteAdded(access, context.env.caller, note);
    const list: NoteList = { data: hidesNotes ? [] : outcome.map(toNote) };
    return context.json(list, 201);
  };
