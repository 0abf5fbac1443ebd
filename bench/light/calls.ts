import { pathTo } from '../../src/contract/every-endpoint.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { ids, questions } from './world.ts';

/** A call, and what its response must be. */
export interface Call {
  name: string;
  method: string;
  path: string;
  body?: string;
  /** The statuses that the call may give: a change also 202 after ten seconds, and 429 while its account has too many. */
  statuses: readonly number[];
  /** What the body of a response must contain. */
  contains: string;
  /** The least length of the body, in bytes. */
  minBytes: number;
}

/** Whether a response is what it must be. */
export const isAsExpected = (
  { statuses, minBytes, contains }: Call,
  { status, body }: { status: number; body: Buffer },
): boolean =>
  statuses.includes(status) &&
  (status === 202 || status === 429 || (body.length >= minBytes && body.includes(contains)));

interface Setup {
  revision: string;
  brands: object[];
  prompts: object[];
}

/** The body that saves a set-up as it is. */
const toRequest = (setup: Setup, fields: object = {}): string =>
  JSON.stringify({ ...setup, collection: null, ...fields });

const mebibyte = 1024 ** 2;
const lastPrompt = (site: number) => `"${ids.prompt(site, questions - 1)}"`;

/** The dearest calls of a key that may change set-ups. */
export function setupCalls(long: Setup, classified: Setup): Call[] {
  const [longPath, classifiedPath] = [ids.long, ids.classified].map((siteId) =>
    pathTo('saveSetup', { siteId }),
  );
  const createPath = pathTo('createBusinessSite', {});
  const refused = { statuses: [422, 202, 429], minBytes: 0 };
  const withoutIds = (entries: readonly object[]) =>
    entries.map((entry) => ({ ...entry, id: null }));
  const repeated = [...withoutIds(long.prompts).slice(1), ...withoutIds(long.prompts).slice(-1)];
  const newSite = { name: 'Acme', brands: withoutIds(long.brands), prompts: repeated };
  return [
    {
      ...{ name: 'saves a set-up of long questions', method: 'PUT', path: longPath ?? '' },
      ...{
        body: toRequest(long),
        statuses: [200, 202, 429],
        contains: lastPrompt(1),
        minBytes: 2 * mebibyte,
      },
    },
    {
      ...{ name: 'saves a set-up of many classifications', method: 'PUT' },
      ...{ path: classifiedPath ?? '', body: toRequest(classified), statuses: [200, 202, 429] },
      ...{ contains: lastPrompt(2), minBytes: 2 * mebibyte },
    },
    {
      ...{ name: 'saves an outdated set-up', method: 'PUT', path: classifiedPath ?? '' },
      ...{ body: toRequest(classified, { revision: 'outdated' }), statuses: [409, 202, 429] },
      ...{ contains: 'setup-changed', minBytes: 0 },
    },
    {
      ...{ name: 'creates a site with a repeated question', method: 'POST', path: createPath },
      ...{ body: JSON.stringify(newSite), ...refused, contains: 'prompts[1999].text' },
    },
    {
      ...{ name: 'adds a repeated question', method: 'POST' },
      path: pathTo('addPrompt', { siteId: ids.classified }).replace(ids.classified, ids.answered),
      body: JSON.stringify({ text: 'Which one is best for buyer 7?' }),
      ...{ statuses: [409, 202, 429], contains: 'at most 2,000 questions', minBytes: 0 },
    },
    {
      ...{ name: 'changes a question', method: 'PATCH', statuses: [200, 202, 429], minBytes: 0 },
      path: pathTo('changePrompt', { siteId: ids.answered, promptId: ids.prompt(3, 7) }),
      ...{ body: JSON.stringify({ category: 'c' }), contains: '{' },
    },
    {
      ...{ name: 'sends 4 MB of brackets', method: 'POST', path: createPath, ...refused },
      ...{ body: '['.repeat(4 * mebibyte), contains: '32 levels' },
    },
  ];
}

/** The dearest calls of a key that only reads. */
export function readingCalls(): Call[] {
  const get = { method: 'GET', statuses: [200] };
  const { long, classified, answered: siteId } = ids;
  const longAnswer = answerIdOf({
    ...{ scanId: ids.scan, promptId: ids.prompt(3, 0) },
    ...{ platform: 'claude_api', region: 'US', run: 1 },
  });
  const tags = Array.from({ length: 200 }, (_, n) => `tag=${n}${'x'.repeat(140)}`).join('&');
  return [
    {
      ...{ name: 'reads a set-up of long questions', path: pathTo('setup', { siteId: long }) },
      ...{ ...get, contains: lastPrompt(1), minBytes: 2 * mebibyte },
    },
    {
      name: 'reads a set-up of many classifications',
      path: pathTo('setup', { siteId: classified }),
      ...{ ...get, contains: lastPrompt(2), minBytes: 2 * mebibyte },
    },
    {
      ...{ name: 'looks for near misses', path: pathTo('setupMentions', { siteId }) },
      ...{ ...get, contains: '"textsRead":400', minBytes: 0 },
    },
    {
      ...{ name: 'lists a hundred long answers', ...get, contains: '"nextCursor":"' },
      ...{ path: `${pathTo('answers', { siteId })}?limit=100`, minBytes: 20_000 },
    },
    {
      ...{ name: 'reads an answer of 4 MB', ...get, contains: '"marks"', minBytes: 3 * mebibyte },
      path: pathTo('answer', { siteId, answerId: longAnswer }),
    },
    {
      ...{ name: 'searches long questions', ...get, contains: 'Alpen', minBytes: 50_000 },
      path: `${pathTo('prompts', { siteId: long })}?limit=100&q=alpen+regnet`,
    },
    {
      ...{ name: 'reads a timeline with 200 filters', ...get, contains: '"series"', minBytes: 0 },
      path: `${pathTo('timeline', { siteId })}?groupBy=brand&${tags}`,
    },
  ];
}
