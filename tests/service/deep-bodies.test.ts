import { expect, test, vi } from 'vitest';
import { takesBody } from '../../src/contract/endpoint.ts';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { branches } from './small-world.ts';
import { openTestClient } from './test-client.ts';

/** Requests about scans have no body. */
const withoutBody: readonly string[] = ['runScan', 'cancelScan', 'retryScan'];
const names = (Object.keys(everyEndpoint) as EndpointName[]).filter(
  (name) => takesBody(everyEndpoint[name].method) && !withoutBody.includes(name),
);
const ids: Partial<Record<string, string | null>> = branches.first.ids;
const pathOf = (name: EndpointName) =>
  everyEndpoint[name].path.replace(
    /\{(\w+)\}/g,
    (_, id: string) => ids[id] ?? branches.first.brandId,
  );
const headers = { 'Content-Type': 'application/json' };

test.each(names)('%s refuses a body of 33 levels before it is parsed', async (name) => {
  const client = await openTestClient(createMemoryStore());
  const send = (body: string) =>
    client.callAs('agency', pathOf(name), { method: everyEndpoint[name].method, headers, body });
  const parse = vi.spyOn(JSON, 'parse');
  const body = `{"name":${'['.repeat(32)}${']'.repeat(32)}}`;
  const refused = await send(body);
  expect(refused).toMatchObject({
    status: 422,
    json: {
      type: problemTypes.invalidBody,
      detail: 'The body has more than 32 levels of lists and objects.',
    },
  });
  expect(parse.mock.calls.flat()).not.toContain(body);
  const shallower = await send(`{"name":${'['.repeat(31)}${']'.repeat(31)}}`);
  expect(shallower.text).not.toContain('32 levels');
});

test('a body with a list of more than 10,000 entries is refused before it is parsed', async () => {
  const client = await openTestClient(createMemoryStore());
  const parse = vi.spyOn(JSON, 'parse');
  const body = `{"name":"Acme","prompts":[${'{},'.repeat(10_000)}{}]}`;
  const init = { method: 'POST', headers, body };
  const { status, text } = await client.callAs('business', pathOf('createBusinessSite'), init);
  expect(status).toBe(422);
  expect(text).toContain('a list or an object with more than 10,000 entries');
  expect(parse.mock.calls.flat()).not.toContain(body);
});
