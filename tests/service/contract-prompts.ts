import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { PromptPage } from '../../src/contract/sightline/prompts.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { branches, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, prompts } = measured;

/** Tests the list of all prompts of a site. */
export function describePrompts(client: () => TestClient): void {
  const pathOf = (search: string, site = siteId) =>
    `${pathTo('prompts', { siteId: site })}${search}`;
  const readPrompts = async (search = '', site = siteId) =>
    v.parse(PromptPage, (await client().callAs('agency', pathOf(search, site))).json);
  const searchPrompts = async (q: string) =>
    (await readPrompts(`?${new URLSearchParams({ q })}`)).data.map(({ promptId }) => promptId);

  describe('the prompts of a site', () => {
    test('are sorted by text, and each has the same fields as in v1', async () => {
      const { data, nextCursor } = await readPrompts();
      expect(data.map(({ promptId }) => promptId)).toEqual([prompts.shoes, prompts.care]);
      expect(nextCursor).toBeNull();
      await checkAgainstTimeline(pathOf(''), { data, nextCursor }, (path) =>
        client().callAs('agency', path),
      );
      expect((await readPrompts('', moreSites.bare)).data).toEqual([]);
    });

    test.each([
      ['running', [prompts.shoes]],
      ['CLEAN suede', [prompts.care]],
      ['suede  how', [prompts.care]],
      ['o', [prompts.shoes, prompts.care]],
      ['shoes suede', []],
      ['%', []],
      ['buying', []],
    ])(
      'are found if their texts contain all words of %j, even inside longer words, in any order and case',
      async (q, ids) => {
        expect(await searchPrompts(q)).toEqual(ids);
      },
    );

    test('are all found by an empty or blank search', async () => {
      expect(await searchPrompts('')).toHaveLength(2);
      expect(await searchPrompts(' \t ')).toHaveLength(2);
    });

    test('are the same when paged, with and without a search', async () => {
      for (const search of ['', '&q=o']) {
        const first = await readPrompts(`?limit=1${search}`);
        const cursor = encodeURIComponent(first.nextCursor ?? '');
        const second = await readPrompts(`?limit=1${search}&cursor=${cursor}`);
        expect([first, second].flatMap(({ data }) => data)).toEqual((await readPrompts()).data);
        expect(second.nextCursor).toBeNull();
      }
    });

    test('cannot be listed with a cursor of another site', async () => {
      const { nextCursor } = await readPrompts('?limit=1');
      const path = pathOf(`?cursor=${nextCursor}`, branches.first.ids.siteId);
      expect((await client().callAs('agency', path)).status).toBe(422);
    });

    test.each([
      [`q=${'x'.repeat(501)}`, 'q'],
      ['q=a&q=b', 'q'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
    ])('cannot be listed with $0, and the error names the parameter', async (search, parameter) => {
      const { status, json } = await client().callAs('agency', pathOf(`?${search}`));
      expect(status).toBe(422);
      expect(json).toMatchObject({ errors: [{ parameter }] });
    });

    test('return 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const id of [unknownId, 'x', branches.other.ids.siteId]) {
        const { json } = await client().callAs('agency', pathOf('', id));
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });
}
