import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { NoteList } from '../../src/contract/resources.ts';
import { NotePage, RecommendationPage } from '../../src/contract/sightline/recommendations.ts';
import { digestOf, makeKey } from '../../src/service/access/keys.ts';
import { addManyNotes, type OpenEngine } from './many-notes.ts';
import { branches, measured, moreSites, now, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId } = measured;
const [first, second, third, fourth, untouched] = measured.recommendations;

/** Tests the lists of recommendations and of their notes. */
export function describeRecommendations(client: () => TestClient, openEngine: OpenEngine): void {
  const get = async (path: string, search = '') =>
    (await client().callAs('agency', path + search)).json;
  const listPath = pathTo('recommendations', { siteId });
  const notesPath = (recommendationId: string, site = siteId) =>
    pathTo('recommendationNotes', { siteId: site, recommendationId });
  const listRecommendations = async (search = '') =>
    v.parse(RecommendationPage, await get(listPath, search));
  const readNotes = async (recommendationId: string, search = '') =>
    v.parse(NotePage, await get(notesPath(recommendationId), search));
  const addNote = async (recommendationId: string, body: string) => {
    const path = pathTo('notes', { siteId, recommendationId });
    const { json } = await client().addNote('agency', path, JSON.stringify({ body }));
    return v.parse(NoteList, json).data;
  };

  /** Reads the entries of all pages. */
  const readAll = async <T>(
    readPage: (search: string) => Promise<{ data: T[]; nextCursor: string | null }>,
    limit: number,
  ): Promise<T[]> => {
    const entries: T[] = [];
    for (let cursor = ''; ; ) {
      const { data, nextCursor } = await readPage(`?limit=${limit}${cursor}`);
      expect(data.length).toBeLessThanOrEqual(limit);
      entries.push(...data);
      if (nextCursor === null) return entries;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  };

  describe('the recommendations of a site', () => {
    test('have every field and are sorted by time, newest first and undated last, then by descending ID', async () => {
      const { data, nextCursor } = await listRecommendations();
      expect(nextCursor).toBeNull();
      // The newest is first and the undated one last. The others are equally old, so they are sorted by descending ID.
      expect(data.map(({ id }) => id)).toEqual([second, untouched, fourth, first, third]);
      expect(data[1]).toEqual({
        id: untouched,
        title: 'Say more',
        body: 'Say more, in more words',
        status: 'open',
        createdAt: '2026-01-15T09:00:00.000Z',
        notes: 0,
      });
      expect(data[4]).toMatchObject({ status: null, createdAt: null });
    });

    test.each([1, 2, 3])('are the same in pages of %i', async (limit) => {
      expect(await readAll(listRecommendations, limit)).toEqual((await listRecommendations()).data);
    });

    test('and their notes can be listed with a key that may not add notes', async () => {
      const { json } = await client().callAs('readonly', listPath);
      expect(json).toEqual(await get(listPath));
      const notes = await client().callAs('readonly', notesPath(first));
      const { data } = await readNotes(first);
      const listed = data.map((note) => ({ ...note, canChange: false }));
      expect(notes.json).toEqual({ data: listed, nextCursor: null });
    });

    test('are an empty list for a site without any', async () => {
      const path = pathTo('recommendations', { siteId: moreSites.bare });
      expect(await get(path)).toEqual({ data: [], nextCursor: null });
    });

    test('return 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const id of [unknownId, 'x', branches.other.ids.siteId]) {
        const json = await get(pathTo('recommendations', { siteId: id }));
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });

  describe('the notes on a recommendation', () => {
    test('are listed with the name of the key, and counted, as soon as they are added through v1', async () => {
      const readCount = async (id: string) =>
        (await listRecommendations()).data.find((recommendation) => recommendation.id === id)
          ?.notes;
      const before = (await readCount(third)) ?? Number.NaN;
      for (const [n, body] of ['One', 'Two <b>👟</b>'].entries()) {
        const [added] = await addNote(third, body);
        expect((await readNotes(third)).data).toContainEqual({
          ...added,
          author: 'agency',
          audience: 'client',
          canChange: true,
        });
        expect(await readCount(third)).toBe(before + n + 1);
      }
      const bodies = (await readNotes(third)).data.map((note) => note.body);
      expect(bodies).toEqual(expect.arrayContaining(['One', 'Two <b>👟</b>']));
    });

    test('are all listed with the fields of v1, newest first, then by descending ID', async () => {
      const { accountId } = branches.first;
      const earlierNotes = Array.from({ length: 130 }, (_, n) => ({
        activityId: `0000000c-0000-4000-8000-${String((n * 7) % 130).padStart(12, '0')}`,
        siteId,
        recommendationId: third,
        body: `Earlier ${n}`,
        // Few distinct times, so that there are ties to break by ID.
        createdAt: now - 60_000 - (n % 5) * 1_000,
        author: n % 2 === 0 ? '' : 'Éva’s key',
        authorKeyId: null,
        audience: 'client' as const,
      }));
      const tenant = { accountId, clientId: null };
      await addManyNotes(client().store, tenant, earlierNotes, openEngine);
      const all = await readAll((search) => readNotes(third, search), 100);
      expect(all).toHaveLength((await listRecommendations()).data.at(-1)?.notes ?? 0);
      for (const { activityId, body, createdAt, author, audience } of earlierNotes) {
        const listedNote = {
          activityId,
          body,
          createdAt: new Date(createdAt).toISOString(),
          author: author || null,
          audience,
          canChange: true,
        };
        expect(all).toContainEqual(listedNote);
      }
      const sortKeys = all.map(({ createdAt, activityId }) => `${createdAt} ${activityId}`);
      expect(sortKeys).toEqual([...sortKeys].sort().reverse());
      expect(await readAll((search) => readNotes(third, search), 37)).toEqual(all);
    });

    test('are an empty list if none has been added', async () => {
      expect(await readNotes(untouched)).toEqual({ data: [], nextCursor: null });
    });

    test('accept only a cursor of the same recommendation', async () => {
      await addNote(third, 'Three');
      const { nextCursor } = await readNotes(third, '?limit=1');
      for (const [id, status] of [
        [third, 200],
        [first, 422],
      ] as const) {
        const response = await client().callAs('agency', `${notesPath(id)}?cursor=${nextCursor}`);
        expect(response.status).toBe(status);
      }
    });

    test('are hidden from a key that cannot read notes, which can still add some', async () => {
      const { store, call } = client();
      const key = makeKey();
      const agencyDigest = digestOf(client().key('agency'));
      const agencyKey = (await store.keys()).find(({ digest }) => digest === agencyDigest);
      if (!agencyKey) throw new Error('The agency has no key.');
      const id = '0000000c-0000-4000-8000-0000000000fe';
      await store.putKeys({ ...agencyKey, id, digest: digestOf(key), hidesNotes: true });
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      await addNote(third, 'Earlier, and hidden');
      for (const path of [notesPath(third), notesPath(unknownId)]) {
        const { status, json } = await call(path, { headers });
        expect([status, Object(json).type]).toEqual([403, problemTypes.notesHidden]);
      }
      const { status, json } = await call(pathTo('notes', { siteId, recommendationId: third }), {
        method: 'POST',
        headers,
        body: '{"body":"Written blind"}',
      });
      expect([status, json]).toEqual([201, { data: [] }]);
      const notes = (await readNotes(third)).data;
      expect(notes.map(({ body }) => body)).toContain('Written blind');
      // No other response has the texts of notes.
      expect((await call(listPath, { headers })).text).not.toMatch(/Written blind|hidden/);
    });

    test('return 404 if the recommendation or the site is unknown, or if they do not belong together', async () => {
      const { siteId: otherSite, recommendationId } = branches.second.ids;
      for (const id of [unknownId, 'x', recommendationId]) {
        expect(await get(notesPath(id))).toMatchObject({
          type: problemTypes.recommendationNotFound,
          status: 404,
        });
      }
      expect(await get(notesPath(first, otherSite))).toMatchObject({ status: 404 });
      expect(await get(notesPath(first, unknownId))).toMatchObject({
        type: problemTypes.siteNotFound,
        status: 404,
      });
    });
  });
}
