import { expect, it } from 'vitest';
import { decode } from '../../src/contract/decode.ts';
import { PageFacts } from '../../src/contract/page-facts.ts';
import { capabilities } from '../../src/contract/sightline/endpoints.ts';
import { readCapabilities } from '../../src/host/access/discovery.ts';
import type { OpenSession } from '../../src/host/access/sessions.ts';
import { openEcho, openHost, sessionOf, type TestHost } from './harness.ts';

const discovery = '/sightline/v1';
type Responder = Parameters<typeof openEcho>[0];

/** The capabilities among the facts of a sign-in and of the document after it. */
async function capabilitiesOf(host: TestHost, apiKey: string) {
  const capabilitiesIn = (text: string) => {
    const facts = decode(PageFacts, JSON.parse(text));
    if (!facts.ok) throw new Error(facts.reason);
    return facts.value.capabilities;
  };
  const signedIn = await host.signIn(apiKey);
  const { cookie } = sessionOf(signedIn);
  const document = await host.call({ path: '/clients', headers: { cookie } });
  const block = /id="page-facts">(.*?)<\/script>/.exec(document.text)?.[1] ?? '';
  return { atSignIn: capabilitiesIn(signedIn.text), inDocument: capabilitiesIn(block) };
}

const json = (value: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** A host before a v1 service that responds to discovery as given. */
async function openBefore(respond: () => ReturnType<Responder>) {
  const echo = await openEcho(({ url }) =>
    url === discovery ? respond() : json({ data: [], nextCursor: null }),
  );
  return { echo, host: await openHost({ SERVICE_URL: echo.url }) };
}

it('the page learns what the built-in service offers, signed in, and nothing signed out', async () => {
  const host = await openHost();
  const { atSignIn, inDocument } = await capabilitiesOf(host, host.key('agency'));
  expect(atSignIn).toEqual(capabilities);
  expect(inDocument).toEqual(capabilities);
  const { text } = await host.call({ path: '/sign-in' });
  expect(text).toContain('"capabilities":[]');
});

it('the page learns it of a sample key and from another host of Sightline too', async () => {
  const far = await openHost();
  const near = await openHost({ SERVICE_URL: far.url });
  expect((await capabilitiesOf(far, far.key('sample'))).atSignIn).toEqual(capabilities);
  expect(await capabilitiesOf(near, far.key('agency'))).toEqual({
    atSignIn: capabilities,
    inDocument: capabilities,
  });
});

it('a service elsewhere is asked with the key and without the cookie, each time a document is loaded', async () => {
  let offered = ['sites'];
  const { echo, host } = await openBefore(() => json({ version: '9', capabilities: offered }));
  const signedIn = await host.signIn('some-key');
  const headers = { cookie: sessionOf(signedIn).cookie };
  offered = ['sites', 'unheardOf'];
  const { text } = await host.call({ path: '/clients', headers });
  expect(text).toContain('"capabilities":["sites","unheardOf"]');
  const asked = echo.seen.filter(({ url }) => url === discovery);
  expect(asked).toHaveLength(2);
  for (const { headers } of asked) {
    expect(headers.authorization).toBe('Bearer some-key');
    expect(headers.cookie).toBeUndefined();
  }
});

it('a rejected key is not used to ask', async () => {
  const echo = await openEcho(() => ({ status: 401 }));
  const host = await openHost({ SERVICE_URL: echo.url });
  expect((await host.signIn('some-key')).status).toBe(401);
  expect(echo.seen.map(({ url }) => url)).toEqual(['/v1/clients']);
});

it.each<[string, ReturnType<Responder>]>([
  ['has none of it', { status: 404, body: '<h1>Not found</h1>' }],
  ['redirects', { status: 302, headers: { location: '/' } }],
  ['fails', { status: 500, body: '{"capabilities":["sites"]}' }],
  ['rejects the key there', { status: 401 }],
  ['responds with a page', { status: 200, body: '<!doctype html>' }],
  ['responds with nothing', { status: 200, body: '' }],
  ['responds with null', json(null)],
  ['responds with a list', json(['sites'])],
  ['responds with something else under the name', json({ capabilities: { sites: true } })],
  ['responds with things that are no names', json({ capabilities: ['sites', 5] })],
  ['responds with names of markup', json({ capabilities: ['</script>'] })],
  ['responds at great length', json({ capabilities: Array(5_000).fill('sites') })],
  ['never responds', null],
])('a service that %s offers nothing, and signing in works', async (_, given) => {
  const { host } = await openBefore(() => given);
  expect(await capabilitiesOf(host, 'some-key')).toEqual({ atSignIn: [], inDocument: [] });
});

it('a service that neither responds nor heeds the signal offers nothing', async () => {
  const session: OpenSession = {
    ...{ id: 's', apiKey: 'k', fingerprint: 'f', sample: false, canAddNotes: null },
    ...{ beganAt: 0, expiresAt: 1 },
  };
  const service = { fetch: () => new Promise<Response>(() => {}) };
  const options = { service, session, address: '', limitMs: 1 };
  expect(await readCapabilities(new Request('http://x.test/'), options)).toEqual([]);
});

it('a session opens discovery as it opens v1: from this page, naming itself', async () => {
  const host = await openHost();
  const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
  const ask = (headers: Record<string, string>) => host.call({ path: discovery, headers });
  expect((await ask({ cookie, 'x-session': id })).status).toBe(200);
  expect((await ask({ cookie })).status).toBe(409);
  expect((await ask({ cookie, 'x-session': 'other' })).status).toBe(409);
  expect((await ask({ 'x-session': id })).status).toBe(401);
  const elsewhere = { cookie, 'x-session': id, 'sec-fetch-site': 'cross-site' };
  expect((await ask(elsewhere)).status).toBe(403);
});

it.each(['/sightline', '/sightline/', '/sightline/v1/nothing', '/sightline/clients'])(
  '%s is a 404 problem and never the page',
  async (path) => {
    const host = await openHost();
    const { cookie } = sessionOf(await host.signIn(host.key('agency')));
    const response = await host.call({ path, headers: { accept: 'text/html', cookie } });
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
  },
);

it('no path below /sightline reaches a service elsewhere but those of the interface', async () => {
  const echo = await openEcho(() => json({ data: [] }));
  const host = await openHost({ SERVICE_URL: `${echo.url}/base` });
  const headers = { authorization: 'Bearer some-key' };
  for (const path of [
    '/sightline/admin',
    '/sightline/v1/..%2fadmin',
    '/sightline//v1',
    discovery,
  ]) {
    await host.call({ path, headers });
  }
  expect(echo.seen.map(({ url }) => url)).toEqual([`/base${discovery}`]);
});
