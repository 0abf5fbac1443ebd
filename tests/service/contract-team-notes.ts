import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { maxNotesPerRecommendation, NoteList } from '../../src/contract/resources.ts';
import {
  type AuthoredNote,
  AuthoredNoteList,
  NotePage,
  RecommendationPage,
} from '../../src/contract/sightline/recommendations.ts';
import type { Tenant } from '../../src/service/store/store.ts';
import { addManyNotes, type OpenEngine } from './many-notes.ts';
import { branches, type KeyName, now, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { accountId, ids } = branches.first;
const { clientId, siteId, recommendationId } = ids;
const account: Tenant = { accountId, clientId: null };

/** Tests notes for the team: who sees, changes and deletes them. */
export function describeTeamNotes(client: () => TestClient, openEngine: OpenEngine): void {
  const v1Path = pathTo('notes', { siteId, recommendationId });
  const ownPath = pathTo('addNote', { siteId, recommendationId });
  const pathOf = (noteId: string) => pathTo('changeNote', { siteId, recommendationId, noteId });
  const send = (key: KeyName, method: string, path: string, body?: object) =>
    client().callAs(key, path, {
      method,
      ...(body && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  /** Adds a note through Sightline's own interface, and returns it as listed for the key. */
  const add = async (key: KeyName, body: object): Promise<AuthoredNote> => {
    const { status, json } = await send(key, 'POST', ownPath, body);
    expect(status).toBe(201);
    const [note] = v.parse(AuthoredNoteList, json).data;
    if (!note) throw new Error('The response lists no note.');
    return note;
  };
  const readNotes = async (key: KeyName) =>
    v.parse(NotePage, (await client().callAs(key, `${ownPath}?limit=100`)).json).data;
  const readCount = async (key: KeyName) => {
    const path = pathTo('recommendations', { siteId });
    const { data } = v.parse(RecommendationPage, (await client().callAs(key, path)).json);
    return data.find(({ id }) => id === recommendationId)?.notes;
  };
  const idsOf = (notes: readonly { activityId: string }[]) =>
    notes.map(({ activityId }) => activityId);
  const readAudit = async (subject: string) =>
    (await client().store.audit({ limit: 10_000 })).filter((record) => record.subject === subject);

  describe('a note for the team', () => {
    test('is what a key of the whole account adds by default, and v1 adds notes for the client too', async () => {
      const body = 'Between us';
      const note = await add('agency', { body });
      expect(note).toStrictEqual({
        activityId: note.activityId,
        body,
        createdAt: new Date(now).toISOString(),
        author: 'agency',
        audience: 'team',
        canChange: true,
      });
      expect(await readNotes('agency')).toContainEqual(note);
      const { json } = await client().addNote('agency', v1Path, '{"body":"Through v1"}');
      const listed = v.parse(NoteList, json).data.find((one) => one.body === 'Through v1');
      expect(Object.keys(listed ?? {})).toEqual(['activityId', 'body', 'createdAt']);
      expect(await readNotes('agency')).toContainEqual(
        expect.objectContaining({ activityId: listed?.activityId, audience: 'client' }),
      );
    });

    test('is in no list, count or response of a key limited to the client', async () => {
      const [teamCount, clientCount] = [await readCount('agency'), await readCount('client')];
      const secret = await add('agency', { body: 'A secret', audience: 'team' });
      const open = await add('agency', { body: 'Not a secret', audience: 'client' });
      expect(await readCount('agency')).toBe(Number(teamCount) + 2);
      expect(await readCount('client')).toBe(Number(clientCount) + 1);
      expect(idsOf(await readNotes('client'))).not.toContain(secret.activityId);
      expect(idsOf(await readNotes('client'))).toContain(open.activityId);
      const posted = await client().addNote('client', v1Path, '{"body":"From the client"}');
      expect(posted.text).not.toContain('A secret');
      expect(posted.text).toContain('Not a secret');
      const own = await send('client', 'POST', ownPath, { body: 'Again' });
      expect(own.text).not.toContain('A secret');
      const tenant = { accountId, clientId };
      const { activityId } = secret;
      const identity = { siteId, recommendationId, activityId };
      expect(await client().store.note(tenant, identity)).toBeNull();
      const change = { body: 'x', audience: 'client' as const };
      expect(await client().store.changeNote(tenant, identity, change, now)).toBe('absent');
      expect(await client().store.removeNote(tenant, identity, now)).toBe(false);
      expect(idsOf(await readNotes('agency'))).toContain(activityId);
    });

    test('cannot be told from an unknown one by a key limited to the client', async () => {
      const { activityId } = await add('agency', { body: 'Out of sight' });
      for (const body of [{ body: 'Mine' }, { audience: 'client' }, { audience: 'team' }, {}]) {
        const hidden = await send('client', 'PATCH', pathOf(activityId), body);
        const unknown = await send('client', 'PATCH', pathOf(unknownId), body);
        expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
        expect(hidden.json).toMatchObject({ type: problemTypes.noteNotFound });
      }
      const hidden = await send('client', 'DELETE', pathOf(activityId));
      const unknown = await send('client', 'DELETE', pathOf(unknownId));
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
      expect(idsOf(await readNotes('agency'))).toContain(activityId);
    });

    test('cannot be written by a key limited to the client, whose notes are for the client too', async () => {
      const refused = await send('client', 'POST', ownPath, { body: 'x', audience: 'team' });
      expect(refused.status).toBe(422);
      expect(refused.json).toMatchObject({ errors: [{ parameter: 'audience' }] });
      const note = await add('client', { body: 'Ours' });
      expect(note).toMatchObject({ audience: 'client', author: 'client', canChange: true });
      const changed = await send('client', 'PATCH', pathOf(note.activityId), { audience: 'team' });
      expect(changed.status).toBe(422);
      const list = await send('agency', 'PATCH', pathOf(note.activityId), [1]);
      expect([list.status, list.json]).toMatchObject([422, { errors: [{ parameter: 'body' }] }]);
      const invalid = await send('agency', 'POST', ownPath, { body: 'x', audience: 'all' });
      expect(invalid.json).toMatchObject({
        detail: 'audience must be team or client.',
        errors: [{ parameter: 'audience' }],
      });
    });
  });

  describe('a note', () => {
    test('is changed by the key that added it and by keys of the whole account, with an audit record without text', async () => {
      const added = await add('client', { body: 'Frist try' });
      const path = pathOf(added.activityId);
      const corrected = await send('client', 'PATCH', path, { body: 'First try' });
      expect([corrected.status, corrected.json]).toEqual([200, { ...added, body: 'First try' }]);
      const hidden = await send('agency', 'PATCH', path, { audience: 'team' });
      const expected = { ...added, body: 'First try', audience: 'team' };
      expect([hidden.status, hidden.json]).toEqual([200, expected]);
      expect(await readNotes('agency')).toContainEqual(expected);
      expect((await send('client', 'PATCH', path, { body: 'Gone?' })).status).toBe(404);
      expect((await send('agency', 'PATCH', path, {})).json).toEqual(expected);
      const records = await readAudit(added.activityId);
      expect(records.map(({ action }) => action)).toEqual([
        'note added',
        'note changed',
        'note changed',
      ]);
      const detail = `recommendation ${recommendationId} of site ${siteId}`;
      expect(records.at(-1)?.detail).toBe(`${detail}, for the team`);
      expect(JSON.stringify(records)).not.toMatch(/try/);
    });

    test('is deleted by the same keys, from every list and count', async () => {
      const before = await readCount('agency');
      const mine = await add('client', { body: 'Mine' });
      const ours = await add('agency', { body: 'Ours' });
      expect((await send('client', 'DELETE', pathOf(mine.activityId))).status).toBe(204);
      expect((await send('agency', 'DELETE', pathOf(ours.activityId))).status).toBe(204);
      expect(await readCount('agency')).toBe(before);
      const listed = idsOf(await readNotes('agency'));
      expect(listed).not.toContain(mine.activityId);
      expect(listed).not.toContain(ours.activityId);
      expect((await send('agency', 'DELETE', pathOf(ours.activityId))).status).toBe(404);
      const change = { body: 'Back?' };
      expect((await send('agency', 'PATCH', pathOf(ours.activityId), change)).status).toBe(404);
      const records = await readAudit(ours.activityId);
      expect(records.map(({ action }) => action)).toEqual(['note added', 'note deleted']);
    });

    test('of another key is refused to a key limited to the client that can see it', async () => {
      const { activityId } = await add('agency', { body: 'Read this', audience: 'client' });
      const refusals = [
        await send('client', 'PATCH', pathOf(activityId), { body: 'x' }),
        await send('client', 'DELETE', pathOf(activityId)),
      ];
      for (const { status, json } of refusals) {
        expect(status).toBe(403);
        expect(json).toMatchObject({ type: problemTypes.notYourNote });
      }
      const listed = (await readNotes('client')).find((note) => note.activityId === activityId);
      expect(listed).toMatchObject({ body: 'Read this', canChange: false });
    });

    test('cannot be changed or deleted without the scope, whether or not it exists', async () => {
      const { activityId } = await add('agency', { body: 'Fixed' });
      for (const path of [pathOf(activityId), pathOf(unknownId)])
        for (const method of ['PATCH', 'DELETE']) {
          const { status, json } = await send('readonly', method, path, { body: 'x' });
          expect([status, Object(json).type]).toEqual([403, problemTypes.missingScope]);
        }
      const listed = (await readNotes('readonly')).find((note) => note.activityId === activityId);
      expect(listed?.canChange).toBe(false);
    });

    test('keeps its rules for texts when it is changed', async () => {
      const { activityId } = await add('agency', { body: 'Short' });
      for (const body of ['', ' \u200b', 'x'.repeat(10_001), '\ud800'])
        expect((await send('agency', 'PATCH', pathOf(activityId), { body })).status).toBe(422);
      const long = '👟'.repeat(10_000);
      expect((await send('agency', 'PATCH', pathOf(activityId), { body: long })).status).toBe(200);
    });

    test('does not count towards the limit of the other audience, so that a client cannot notice the team’s', async () => {
      const { siteId: secondSite, recommendationId: full } = branches.third.ids;
      const createNote = (n: number) => ({
        activityId: `0000000e-0000-4000-8000-${String(n).padStart(12, '0')}`,
        siteId: secondSite,
        recommendationId: full,
        body: `note ${n}`,
        createdAt: now + n,
        author: '',
        authorKeyId: null,
        audience: 'team' as const,
      });
      const { store } = client();
      const notes = Array.from({ length: maxNotesPerRecommendation }, (_, n) => createNote(n));
      await addManyNotes(store, account, notes, openEngine);
      const another = createNote(maxNotesPerRecommendation);
      expect(await store.addNote(account, another)).toBe('full');
      const forClient = { ...another, audience: 'client' as const };
      const limited = { accountId, clientId: branches.third.ids.clientId };
      expect(await store.addNote(limited, forClient)).toContainEqual(forClient);
      const change = { body: 'x', audience: 'team' as const };
      expect(await store.changeNote(account, forClient, change, now)).toBe('full');
      expect(await store.removeNote(account, createNote(0), now)).toBe(true);
      expect(await store.changeNote(account, forClient, change, now)).toMatchObject(change);
    });
  });
}
