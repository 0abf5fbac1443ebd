import { expect, it } from 'vitest';
import { decode } from '../../src/contract/decode.ts';
import { capabilities as allCapabilities } from '../../src/contract/every-endpoint.ts';
import { PageSettings } from '../../src/contract/page-settings.ts';
import { readCapabilities } from '../../src/host/access/discovery.ts';
import type { OpenSession } from '../../src/host/access/sessions.ts';
import { openHost, openRemoteService, sessionOf, type TestHost } from './harness.ts';

const discovery = '/sightline/v1';
/** Those of a service whose sites are all up to date and that runs no scans. */
const capabilities = allCapabilities.filter((name) => name !== 'measuring' && name !== 'collect');
type Responder = Parameters<typeof openRemoteService>[0];

/** Signs in, loads a document, and returns the capabilities in both responses. */
async function requestCapabilities(host: TestHost, apiKey: string) {
  const capabilitiesIn = (text: string) => {
    const settings = decode(PageSettings, JSON.parse(text));
    if (!settings.ok) throw new Error(settings.reason);
    return settings.value.capabilities;
  };
  const signedIn = await host.signIn(apiKey);
  const { cookie } = sessionOf(signedIn);
  const document = await host.call({ path: '/clients', headers: { cookie } });
  const block = /id="page-settings">(.*?)<\/script>/.exec(document.text)?.[1] ?? '';
  return { atSignIn: capabilitiesIn(signedIn.text), inDocument: capabilitiesIn(block) };
}

const jsonResponse = (value: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Opens a host in front of a v1 service that responds to discovery with what `respond` returns. */
async function openWithDiscovery(respond: () => ReturnType<Responder>) {
  const remoteService = await openRemoteService(({ url }) =>
    url === discovery ? respond() : jsonResponse({ data: [], nextCursor: null }),
  );
  return { remoteService, host: await openHost({ SERVICE_URL: remoteService.url }) };
}

it('the page receives the capabilities of the built-in service when signed in, and none when signed out', async () => {
  const host = await openHost();
  const { atSignIn, inDocument } = await requestCapabilities(host, host.key('agency'));
  expect(atSignIn).toEqual(capabilities);
  expect(inDocument).toEqual(capabilities);
  const { text } = await host.call({ path: '/sign-in' });
  expect(text).toContain('"capabilities":[]');
});

it('the page receives the capabilities with a sample key, and, with SERVICE_URL, those of the other Sightline host', async () => {
  const far = await openHost();
  const near = await openHost({ SERVICE_URL: far.url });
  expect((await requestCapabilities(far, far.key('sample'))).atSignIn).toEqual(capabilities);
  expect(await requestCapabilities(near, far.key('agency'))).toEqual({
    atSignIn: capabilities,
    inDocument: capabilities,
  });
});

it('discovery sends the key but no cookie, at sign-in and for each document', async () => {
  let offeredCapabilities = ['sites'];
  const { remoteService, host } = await openWithDiscovery(() =>
    jsonResponse({ version: '9', capabilities: offeredCapabilities }),
  );
  const signedIn = await host.signIn('some-key');
  const headers = { cookie: sessionOf(signedIn).cookie };
  offeredCapabilities = ['sites', 'unheardOf'];
  const { text } = await host.call({ path: '/clients', headers });
  expect(text).toContain('"capabilities":["sites","unheardOf"]');
  const discoveries = remoteService.receivedRequests.filter(({ url }) => url === discovery);
  expect(discoveries).toHaveLength(2);
  for (const { headers } of discoveries) {
    expect(headers.authorization).toBe('Bearer some-key');
    expect(headers.cookie).toBeUndefined();
  }
});

it('a rejected key is not used for discovery', async () => {
  const remoteService = await openRemoteService(() => ({ status: 401 }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  expect((await host.signIn('some-key')).status).toBe(401);
  expect(remoteService.receivedRequests.map(({ url }) => url)).toEqual(['/v1/clients']);
});

it.each<[string, ReturnType<Responder>]>([
  ['has no discovery', { status: 404, body: '<h1>Not found</h1>' }],
  ['redirects', { status: 302, headers: { location: '/' } }],
  ['fails', { status: 500, body: '{"capabilities":["sites"]}' }],
  ['rejects the key for discovery', { status: 401 }],
  ['responds with HTML', { status: 200, body: '<!doctype html>' }],
  ['responds with an empty body', { status: 200, body: '' }],
  ['responds with null', jsonResponse(null)],
  ['responds with a list', jsonResponse(['sites'])],
  [
    'responds with capabilities that are not a list',
    jsonResponse({ capabilities: { sites: true } }),
  ],
  ['responds with a capability that is not a string', jsonResponse({ capabilities: ['sites', 5] })],
  ['responds with markup as a capability', jsonResponse({ capabilities: ['</script>'] })],
  [
    'responds with too many capabilities',
    jsonResponse({ capabilities: Array(5_000).fill('sites') }),
  ],
  ['never responds', null],
])('a service that %s has no capabilities, and sign-in works', async (_, response) => {
  const { host } = await openWithDiscovery(() => response);
  expect(await requestCapabilities(host, 'some-key')).toEqual({ atSignIn: [], inDocument: [] });
});

it('a service that neither responds nor stops when cancelled has no capabilities', async () => {
  const session: OpenSession = {
    id: 's',
    apiKey: 'k',
    fingerprint: 'f',
    sample: false,
    scopes: null,
    isShare: false,
    isClientKey: null,
    isBusinessKey: null,
    beganAt: 0,
    expiresAt: 1,
  };
  const service = { fetch: () => new Promise<Response>(() => {}) };
  const options = { service, session, address: '', limitMs: 1 };
  expect(await readCapabilities(new Request('http://x.test/'), options)).toEqual([]);
});

it('discovery needs the same session headers as v1', async () => {
  const host = await openHost();
  const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
  const get = (headers: Record<string, string>) => host.call({ path: discovery, headers });
  expect((await get({ cookie, 'x-session': id })).status).toBe(200);
  expect((await get({ cookie })).status).toBe(409);
  expect((await get({ cookie, 'x-session': 'other' })).status).toBe(409);
  expect((await get({ 'x-session': id })).status).toBe(401);
  const crossSiteHeaders = { cookie, 'x-session': id, 'sec-fetch-site': 'cross-site' };
  expect((await get(crossSiteHeaders)).status).toBe(403);
});

it.each(['/sightline', '/sightline/', '/sightline/v1/nothing', '/sightline/clients'])(
  '%s returns a 404 problem, never the page',
  async (path) => {
    const host = await openHost();
    const { cookie } = sessionOf(await host.signIn(host.key('agency')));
    const response = await host.call({ path, headers: { accept: 'text/html', cookie } });
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
  },
);

it('paths below /sightline that are not in the API do not reach a remote service', async () => {
  const remoteService = await openRemoteService(() => jsonResponse({ data: [] }));
  const host = await openHost({ SERVICE_URL: `${remoteService.url}/base` });
  const headers = { authorization: 'Bearer some-key' };
  for (const path of [
    '/sightline/admin',
    '/sightline/v1/..%2fadmin',
    '/sightline//v1',
    discovery,
  ]) {
    await host.call({ path, headers });
  }
  expect(remoteService.receivedRequests.map(({ url }) => url)).toEqual([`/base${discovery}`]);
});
