import type { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { createQueryClient } from '../query-client.ts';
import { answerQuery, answersQuery } from './answers.ts';

const world = setUpService();
const { siteId, brands, scans } = measured;
const emptyCriteria = {
  filters: {},
  scanId: null,
  mentions: [],
  mentionsNot: [],
  domain: [],
  citedPage: [],
  q: null,
};

function createClient(): QueryClient {
  const { session, paging } = world.signedIn('agency');
  return createQueryClient({ session: session?.id ?? null, paging }, () => {});
}

it('answersQuery loads a page of answers, and answerQuery one of them in full', async () => {
  const queries = createClient();
  const criteria = { ...emptyCriteria, scanId: scans.first, mentions: [brands.acme, brands.beta] };
  const { pages } = await queries.infiniteQuery(answersQuery({ siteId, request: criteria }));
  const listed = pages[0]?.data ?? [];
  expect(listed.map(({ excerpt }) => excerpt?.slice(0, 10))).toEqual(['Acme shoes']);
  const [listedAnswer] = listed;
  const answer = await queries.query(answerQuery(siteId, listedAnswer?.id ?? ''));
  expect(answer).toMatchObject({ ...listedAnswer, text: expect.stringContaining('**very good**') });
});

it('answersQuery leaves out parameters that do not select answers, so that equal lists share a key', () => {
  const metric = { metric: 'gap', groupBy: 'region', brandId: brands.beta };
  const { queryKey } = answersQuery({
    siteId,
    request: {
      ...emptyCriteria,
      filters: { ...metric, tag: ['a'] },
    },
  });
  expect(queryKey).toEqual(
    answersQuery({ siteId, request: { ...emptyCriteria, filters: { tag: ['a'] } } }).queryKey,
  );
});

it('answersQuery truncates a search longer than the service accepts', () => {
  const { queryKey } = answersQuery({ siteId, request: { ...emptyCriteria, q: 'x'.repeat(600) } });
  expect(queryKey[2]).toBe(`q=${'x'.repeat(500)}`);
});

it('answerQuery rejects an answer whose ID is not the one requested', async () => {
  world.override(
    http.get('*/sightline/v1/sites/:siteId/answers/:id', () =>
      HttpResponse.json({ id: 'b', scanId: scans.first, promptId: scans.first }),
    ),
  );
  await expect(createClient().query(answerQuery(siteId, 'a'))).rejects.toMatchObject({
    kind: 'unreadable',
    reason: 'the response is for another answer',
  });
});
