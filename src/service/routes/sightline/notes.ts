import { notesScope } from '../../../contract/enums.ts';
import {
  type AuthoredNote,
  type NoteAudience,
  NotePatch,
  NoteRequest,
} from '../../../contract/sightline/recommendations.ts';
import type { Access } from '../../access/access.ts';
import type { NoteRecord } from '../../store/records.ts';
import type { NoteIdentity } from '../../store/store.ts';
import { createAddNoteRoute, readNote, toNote } from '../notes.ts';
import {
  createInvalidFieldsProblem,
  createMissingScopeProblem,
  createNotesFullProblem,
  createNotesHiddenProblem,
  createNotYourNoteProblem,
  createUnauthenticatedProblem,
} from '../problems.ts';
import {
  createNotFoundInSiteProblem,
  type Route,
  type RouteContext,
  type RouteOptions,
  readPathId,
} from '../route.ts';

/** Whether a key may change and delete a note: the one that added it, or one of the whole account. */
const mayChange = ({ keyId, tenant, scopes }: Access, { authorKeyId }: NoteRecord): boolean =>
  scopes.includes(notesScope) && (tenant.clientId === null || authorKeyId === keyId);

export const toAuthoredNote = (note: NoteRecord, access: Access): AuthoredNote => ({
  ...toNote(note),
  author: note.author || null,
  audience: note.audience,
  canChange: mayChange(access, note),
});

/** The problem if a key limited to one client writes a note for the team, which it could not see; null otherwise. */
const findAudienceProblem = (
  { tenant }: Access,
  audience: NoteAudience | undefined,
): Response | null =>
  tenant.clientId !== null && audience === 'team'
    ? createInvalidFieldsProblem([
        {
          parameter: 'audience',
          message: 'must be client, because this API key is limited to one client',
        },
      ])
    : null;

/** POST /sightline/v1/…/recommendations/{recommendationId}/notes: adds a note, by default for the team. */
export const addNoteRoute = createAddNoteRoute({
  async read(context) {
    const access = context.get('access');
    const note = await readNote(NoteRequest, context);
    if (note instanceof Response) return note;
    const { body, audience = access.tenant.clientId === null ? 'team' : 'client' } = note;
    return findAudienceProblem(access, audience) ?? { body, audience };
  },
  toListed: toAuthoredNote,
  respondFull: createNotesFullProblem,
});

/** The problem if a key may not change any note; null if it may change some. */
function findKeyProblem({ scopes, hidesNotes }: Access): Response | null {
  if (!scopes.includes(notesScope)) return createMissingScopeProblem(notesScope);
  return hidesNotes ? createNotesHiddenProblem() : null;
}

/** The note in the path; or the 404 if the key cannot see it, or the 403 if it may not change it. */
async function findNote(
  { store }: RouteOptions,
  context: RouteContext,
): Promise<NoteRecord | Response> {
  const access = context.get('access');
  const { tenant } = access;
  const siteId = readPathId(context, 'siteId');
  const recommendationId = readPathId(context, 'recommendationId');
  const activityId = readPathId(context, 'noteId');
  const recommendation =
    siteId && recommendationId && (await store.recommendation(tenant, siteId, recommendationId));
  if (!recommendation) return createNotFoundInSiteProblem(store, tenant, siteId, 'recommendation');
  const note = activityId && (await store.note(tenant, { siteId, recommendationId, activityId }));
  if (!note) return createNotFoundInSiteProblem(store, tenant, siteId, 'note');
  return mayChange(access, note) ? note : createNotYourNoteProblem();
}

/** The 404 for a note that has been deleted since it was found. */
const respondGone = ({ store }: RouteOptions, context: RouteContext, { siteId }: NoteIdentity) =>
  createNotFoundInSiteProblem(store, context.get('access').tenant, siteId, 'note');

/** PATCH /sightline/v1/…/notes/{noteId}: changes the given fields of a note. */
export const changeNoteRoute: Route = (options) => async (context) => {
  const { store, clock, queues, audit } = options;
  const access = context.get('access');
  const problem = findKeyProblem(access);
  if (problem) return problem;
  const change = await readNote(NotePatch, context);
  if (change instanceof Response) return change;
  using _slot = await queues.light.waitForSlot(access.keyId, context.req.raw.signal);
  if (!(await context.get('isAccepted')())) return createUnauthenticatedProblem();
  const note = await findNote(options, context);
  if (note instanceof Response) return note;
  const audienceProblem = findAudienceProblem(access, change.audience);
  if (audienceProblem) return audienceProblem;
  const { body = note.body, audience = note.audience } = change;
  if (body === note.body && audience === note.audience)
    return context.json(toAuthoredNote(note, access));
  const changed = await store.changeNote(access.tenant, note, { body, audience }, clock());
  if (changed === 'absent') return respondGone(options, context, note);
  if (changed === 'full') return createNotesFullProblem(audience);
  audit.recordNoteChange('note changed', access, context.env.caller, changed);
  return context.json(toAuthoredNote(changed, access));
};

/** DELETE /sightline/v1/…/notes/{noteId}: deletes a note. */
export const deleteNoteRoute: Route = (options) => async (context) => {
  const { store, clock, audit } = options;
  const access = context.get('access');
  const problem = findKeyProblem(access);
  if (problem) return problem;
  if (!(await context.get('isAccepted')())) return createUnauthenticatedProblem();
  const note = await findNote(options, context);
  if (note instanceof Response) return note;
  if (!(await store.removeNote(access.tenant, note, clock())))
    return respondGone(options, context, note);
  audit.recordNoteChange('note deleted', access, context.env.caller, note);
  return context.body(null, 204);
};
