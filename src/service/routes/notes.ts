import { NewNote } from '../../contract/resources.ts';
import { notesScope } from '../../contract/scopes.ts';
import {
  type AuthoredNote,
  type NoteAudience,
  NotePatch,
  NoteRequest,
} from '../../contract/sightline/recommendations.ts';
import type { Access } from '../access/access.ts';
import type { NoteRecord } from '../store/records.ts';
import type { NoteIdentity } from '../store/store.ts';
import { createAddNoteRoute, readNote, toNote } from './add-note.ts';
import {
  createInvalidFieldsProblem,
  createNotesFullProblem,
  createNotesHiddenProblem,
  createNotYourNoteProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import {
  createNotFoundInSiteProblem,
  type Route,
  type RouteContext,
  type RouteOptions,
  readPathId,
} from './route.ts';

/** Whether a key may change and delete a note: the one that added it, or one of the whole account. */
const mayChange = ({ keyId, tenant, scopes }: Access, { authorKeyId }: NoteRecord): boolean =>
  scopes.includes(notesScope) && (tenant.clientId === null || authorKeyId === keyId);

export const toAuthoredNote = (note: NoteRecord, access: Access): AuthoredNote => ({
  ...toNote(note),
  author: note.author || null,
  audience: note.audience,
  canChange: mayChange(access, note),
});

/** @throws ProblemError if a key limited to one client writes a note for the team, which it could not see. */
function refuseHiddenAudience({ tenant }: Access, audience: NoteAudience | undefined): void {
  if (tenant.clientId === null || audience !== 'team') return;
  const message = 'must be client, because this API key is limited to one client';
  throw createInvalidFieldsProblem([{ parameter: 'audience', message }]);
}

/** POST /sightline/v1/…/recommendations/{recommendationId}/notes: adds a note, by default for the team. */
export const addNoteRoute = createAddNoteRoute({
  async read(context) {
    const access = context.get('access');
    const note = await readNote(NoteRequest, context);
    const { body, audience = access.tenant.clientId === null ? 'team' : 'client' } = note;
    refuseHiddenAudience(access, audience);
    return { body, audience };
  },
  toListed: toAuthoredNote,
  fullProblemOf: createNotesFullProblem,
});

/** The note in the path. @throws ProblemError if the key cannot see it, or may not change it */
async function findNote({ store }: RouteOptions, context: RouteContext): Promise<NoteRecord> {
  const access = context.get('access');
  const { tenant } = access;
  const siteId = readPathId(context, 'siteId');
  const recommendationId = readPathId(context, 'recommendationId');
  const activityId = readPathId(context, 'noteId');
  const recommendation =
    siteId && recommendationId && (await store.recommendation(tenant, siteId, recommendationId));
  if (!recommendation)
    throw await createNotFoundInSiteProblem(store, tenant, siteId, 'recommendation');
  const note = activityId && (await store.note(tenant, { siteId, recommendationId, activityId }));
  if (!note) throw await createNotFoundInSiteProblem(store, tenant, siteId, 'note');
  if (!mayChange(access, note)) throw createNotYourNoteProblem();
  return note;
}

/** The 404 for a note that has been deleted since it was found. */
const createGoneProblem = (
  { store }: RouteOptions,
  context: RouteContext,
  { siteId }: NoteIdentity,
) => createNotFoundInSiteProblem(store, context.get('access').tenant, siteId, 'note');

/** PATCH /sightline/v1/…/notes/{noteId}: changes the given fields of a note. */
export const changeNoteRoute: Route = (options) => async (context) => {
  const { store, clock, queues, audit } = options;
  const access = context.get('access');
  if (access.hidesNotes) throw createNotesHiddenProblem();
  const change = await readNote(NotePatch, context);
  using _slot = await queues.light.waitForSlot(access.keyId, context.req.raw.signal);
  if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
  const note = await findNote(options, context);
  refuseHiddenAudience(access, change.audience);
  const { body = note.body, audience = note.audience } = change;
  if (body === note.body && audience === note.audience)
    return context.json(toAuthoredNote(note, access));
  const changed = await store.changeNote(access.tenant, note, { body, audience }, clock());
  if (changed === 'absent') throw await createGoneProblem(options, context, note);
  if (changed === 'full') throw createNotesFullProblem(audience);
  audit.recordNoteChange('note changed', access, context.env.caller, changed);
  return context.json(toAuthoredNote(changed, access));
};

/** DELETE /sightline/v1/…/notes/{noteId}: deletes a note. */
export const deleteNoteRoute: Route = (options) => async (context) => {
  const { store, clock, audit } = options;
  const access = context.get('access');
  if (access.hidesNotes) throw createNotesHiddenProblem();
  if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
  const note = await findNote(options, context);
  if (!(await store.removeNote(access.tenant, note, clock())))
    throw await createGoneProblem(options, context, note);
  audit.recordNoteChange('note deleted', access, context.env.caller, note);
  return context.body(null, 204);
};

/** POST /v1/…/recommendations/{recommendationId}/notes: adds a note for the client too. */
export const notesRoute = createAddNoteRoute({
  async read(context) {
    const note = await readNote(NewNote, context);
    return { body: note.body, audience: 'client' };
  },
  toListed: toNote,
  fullProblemOf: () => createNotesFullProblem(null),
});
