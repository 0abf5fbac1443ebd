import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import {
  maxNotesPerRecommendation,
  maxNotesReturned,
  NoteList,
} from '../../src/contract/resources.ts';
import { addManyNotes, type OpenEngine } from './many-notes.ts';
import { branches, measured, now, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

/** Tests adding notes to a recommendation. */
export function describeNotes(client: () => TestClient, openEngine: OpenEngine): void {
  const { siteId, recommendations } = measured;
  const pathOf = (id: string) => `/v1/sites/${siteId}/recommendations/${id}/notes`;
  const [listedPath, boundsPath, refusedPath, filledPath] = recommendations.map(pathOf);

  describe('notes', () => {
    test('are added once, and the response lists them with the earlier ones, newest first', async () => {
      const { addNote } = client();
      const path = listedPath ?? '';
      const body = ' Ask “Éva” about\n<b>prices</b> 👟';
      const first = await addNote('agency', path, JSON.stringify({ body, extra: 1 }));
      expect(first.status).toBe(201);
      const [added] = v.parse(NoteList, first.json).data;
      expect(first.json).toStrictEqual({
        data: [{ activityId: added?.activityId, body, createdAt: '2026-02-01T00:00:00.000Z' }],
      });
      const second = v.parse(NoteList, (await addNote('client', path, '{"body":"more"}')).json);
      expect(second.data.map((note) => note.body)).toEqual(['more', body]);
      expect(second.data[1]).toEqual(added);
      const stored = await client().store.notes(
        { accountId: branches.first.accountId, clientId: null },
        siteId,
        measured.recommendations[0],
      );
      expect(stored).toHaveLength(2);
    });

    test('must be well-formed, contain a visible character and have at most 10,000 code points', async () => {
      const send = (body: string) =>
        client().addNote('agency', boundsPath ?? '', JSON.stringify({ body }));
      expect((await send('x')).status).toBe(201);
      expect((await send('👟'.repeat(10_000))).status).toBe(201);
      const invisibleBodies = [
        '\0',
        '\u0000 \u001f\u007f\u0085',
        '\u200b\u200d\ufeff\u00ad',
        '\u3164\ufe0f',
      ];
      const blankBodies = ['', ' \n\t\u2003', ...invisibleBodies];
      const longBodies = ['x'.repeat(10_001), '👟'.repeat(10_001)];
      const illFormedBodies = ['\ud800', 'half of a pair: \udc00'];
      for (const body of [...blankBodies, ...longBodies, ...illFormedBodies]) {
        const response = await send(body);
        expect(response.status).toBe(422);
        expect(response.json).toMatchObject({
          type: problemTypes.invalidBody,
          errors: [{ parameter: 'body' }],
        });
      }
    });

    test('of 10,000 characters are accepted however their JSON is escaped', async () => {
      const escapeUnits = (text: string) =>
        text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      for (const character of ['😀', '\u{10ffff}', 'é', '"', '\\', 'x', '\u0001x']) {
        const body = character.repeat(10_000 / [...character].length);
        const plain = JSON.stringify({ body });
        const escaped = `{"${escapeUnits('body')}":"${escapeUnits(body)}"}`;
        const indented = ` ${JSON.stringify({ extra: 1, body }, null, 10)}\n`;
        for (const text of [plain, escaped, indented]) {
          const response = await client().addNote('agency', boundsPath ?? '', text);
          expect([character, response.status]).toEqual([character, 201]);
          expect(response.text.includes(JSON.stringify(body)), character).toBe(true);
        }
      }
    });

    test('are limited to 1,000 per recommendation, even if sent concurrently, and the newest 100 are returned', async () => {
      const { store, addNote } = client();
      const tenant = { accountId: branches.first.accountId, clientId: null };
      const recommendationId = measured.recommendations[3];
      const remaining = 2;
      const earlierNotes = Array.from(
        { length: maxNotesPerRecommendation - remaining },
        (_, n) => ({
          activityId: `0000000b-0000-4000-8000-${String(n).padStart(12, '0')}`,
          siteId,
          recommendationId,
          body: `note ${n}`,
          createdAt: now - 60_000 + n,
          author: '',
          authorKeyId: null,
          audience: 'client' as const,
        }),
      );
      await addManyNotes(store, tenant, earlierNotes, openEngine);
      const sent = Array.from({ length: 6 }, (_, n) => `{"body":"late ${n}"}`);
      const responses = await Promise.all(
        sent.map((body) => addNote('agency', filledPath ?? '', body)),
      );
      const added = responses.filter(({ status }) => status === 201);
      expect(added).toHaveLength(remaining);
      const bodies = added.map(({ json }) => v.parse(NoteList, json).data.map(({ body }) => body));
      // Each response begins with a new note; the later response lists both new notes.
      for (const listedBodies of bodies) {
        expect(listedBodies).toHaveLength(maxNotesReturned);
        expect(listedBodies[0]).toMatch(/^late /);
      }
      expect(bodies.map((listedBodies) => listedBodies.at(-1)).sort()).toEqual([
        'note 899',
        'note 900',
      ]);
      for (const { status, headers, json } of responses) {
        if (status === 201) continue;
        expect(status).toBe(409);
        expect(headers.get('Content-Type')).toBe('application/problem+json');
        expect(json).toMatchObject({
          type: problemTypes.notesFull,
          detail:
            'A recommendation holds at most 1,000 notes, and this one is full. The note was not added.',
        });
      }
      const stored = await store.notes(tenant, siteId, recommendationId);
      expect(stored).toHaveLength(maxNotesReturned);
      expect(stored.filter(({ body }) => body.startsWith('late'))).toHaveLength(remaining);
      expect((await addNote('agency', boundsPath ?? '', '{"body":"elsewhere"}')).status).toBe(201);
    });

    test('that are invalid are refused with a matching status, and not stored', async () => {
      const { callAs, addNote } = client();
      const path = refusedPath ?? '';
      const send = async (type: string | null, body: string) => {
        const headers = new Headers(type ? { 'Content-Type': type } : {});
        return (await callAs('agency', path, { method: 'POST', headers, body })).status;
      };
      expect(await send('text/plain', '{"body":"x"}')).toBe(415);
      expect(await send('application/x-www-form-urlencoded', 'body=x')).toBe(415);
      for (const text of ['', '{', 'body', '{"body":"x"']) {
        expect(await send('application/json', text)).toBe(400);
      }
      for (const text of ['null', '[]', '"x"', '{}', '{"body":1}', '{"body":null}']) {
        expect(await send('application/json', text)).toBe(422);
      }
      expect(await send('application/json', JSON.stringify({ body: 'x'.repeat(128 * 1024) }))).toBe(
        413,
      );

      const added = await addNote('agency', path, '{"body":"the only one"}');
      expect(v.parse(NoteList, added.json).data).toHaveLength(1);
    });

    test('can be sent with a charset in the Content-Type', async () => {
      const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
      const init = { method: 'POST', headers, body: '{"body":"x"}' };
      expect((await client().callAs('agency', boundsPath ?? '', init)).status).toBe(201);
    });

    test('from a key without the scope get an error that names the scope, whether or not the recommendation exists', async () => {
      const known = await client().addNote('readonly', listedPath ?? '', '{"body":"x"}');
      expect(known.status).toBe(403);
      expect(known.json).toMatchObject({
        type: problemTypes.missingScope,
        detail: expect.stringContaining('recommendations:create'),
      });
      const unknown = await client().addNote('readonly', pathOf(unknownId), '{"body":"x"}');
      expect(unknown.text).toBe(known.text);
    });

    test('get different errors for an unknown recommendation and an unknown site', async () => {
      for (const id of [unknownId, 'x']) {
        const response = await client().addNote('agency', pathOf(id), '{"body":"x"}');
        expect(response.json).toMatchObject({
          type: problemTypes.recommendationNotFound,
          status: 404,
        });
      }
      const path = pathOf(unknownId).replace(siteId, unknownId);
      expect((await client().addNote('agency', path, '{"body":"x"}')).json).toMatchObject({
        type: problemTypes.siteNotFound,
        status: 404,
      });
    });
  });
}
