import { expect, it } from 'vitest';
import { decode } from '../../src/contract/decode.ts';
import { PageSettings, type SignInHelp } from '../../src/contract/page-settings.ts';
import { scansScope, scopes } from '../../src/contract/scopes.ts';
import { createBuiltInService } from '../../src/host/backend/backend.ts';
import { sampleKeys } from '../../src/service/sample/keys.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { loadSmallWorld } from '../service/small-world.ts';
import { scopesWithout } from '../setup/key-scopes.ts';
import { openHost, openRemoteService, sessionOf, type TestHost } from './harness.ts';

const settingsIn = (document: string): PageSettings => {
  const json = /id="page-settings">(.*?)<\/script>/.exec(document)?.[1] ?? '';
  const settings = decode(PageSettings, JSON.parse(json));
  if (!settings.ok) throw new Error(`${settings.path}: ${settings.reason}`);
  return settings.value;
};
const requestHelp = async (
  host: TestHost,
  headers: Record<string, string> = {},
): Promise<SignInHelp> =>
  settingsIn((await host.call({ headers: { accept: 'text/html', ...headers } })).text).help;

const openHostWith = (backendFields: {
  sampleKeys: readonly string[];
  isEmpty?: () => Promise<boolean>;
}) =>
  openHost(
    {},
    {
      backend: async (options) => {
        const store = createMemoryStore();
        await loadSmallWorld(store);
        const service = await createBuiltInService(store, options);
        const close = () => service.close();
        return { service, ready: async () => {}, hasOwnData: true, close, ...backendFields };
      },
    },
  );

it('the page names sample keys only where they work', async () => {
  const keys = sampleKeys.map(({ key }) => key);
  const host = await openHostWith({ sampleKeys: keys });
  const { port } = new URL(host.url);
  expect((await requestHelp(host)).sampleKeys.map(({ key }) => key)).toEqual(keys);
  for (const headers of [
    { host: 'reports.example.com' },
    { host: `127.0.0.1:${port}`, 'x-forwarded-for': '192.0.2.1' },
  ]) {
    expect((await requestHelp(host, headers)).sampleKeys).toEqual([]);
  }
  const otherHost = await openHostWith({ sampleKeys: keys.slice(0, 1) });
  expect((await requestHelp(otherHost)).sampleKeys.map(({ key }) => key)).toEqual(keys.slice(0, 1));
});

it('the page reports an empty store only while the store is empty', async () => {
  let isEmpty = true;
  const host = await openHostWith({ sampleKeys: [], isEmpty: async () => isEmpty });
  expect((await requestHelp(host)).isEmpty).toBe(true);
  isEmpty = false;
  expect((await requestHelp(host)).isEmpty).toBe(false);
});

it.each([
  ['agency', [...scopes]],
  ['readonly', []],
  ['unpaid', scopesWithout(scansScope)],
  ['client', scopesWithout(scansScope)],
] as const)('the session of the %s key lists the scopes in effect: %o', async (name, expected) => {
  const host = await openHost();
  const signedIn = await host.signIn(host.key(name));
  expect(JSON.parse(signedIn.text)).toMatchObject({ session: { scopes: expected } });
  const { cookie, id } = sessionOf(signedIn);
  const page = await host.call({ headers: { accept: 'text/html', cookie } });
  expect(settingsIn(page.text).session?.scopes).toEqual(expected);
  // The service's header with the scopes must not reach the browser.
  const clients = await host.call({ path: '/v1/clients', headers: { cookie, 'x-session': id } });
  expect(clients.status).toBe(200);
  expect(Object.keys({ ...signedIn.headers, ...clients.headers }).join()).not.toContain('scope');
});

it.each([
  ['agency', { isClientKey: false, isBusinessKey: false }],
  ['client', { isClientKey: true, isBusinessKey: false }],
  ['business', { isClientKey: false, isBusinessKey: true }],
] as const)(
  'the session of the %s key says whether the key is limited to one client or of a business: %o',
  async (name, kinds) => {
    const host = await openHost();
    const signedIn = await host.signIn(host.key(name));
    expect(JSON.parse(signedIn.text)).toMatchObject({ session: kinds });
    const page = await host.call({
      headers: { accept: 'text/html', cookie: sessionOf(signedIn).cookie },
    });
    expect(settingsIn(page.text).session).toMatchObject(kinds);
    expect(Object.keys(signedIn.headers).join()).not.toMatch(/client-key|business-key/);
  },
);

it('a session of a remote service does not say what its key may do', async () => {
  const remoteService = await openRemoteService(() => ({
    status: 200,
    headers: { 'Sightline-Scopes': '', 'Sightline-Client-Key': '1', 'Sightline-Business-Key': '1' },
    body: '{"data":[]}',
  }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const signedIn = await host.signIn('k');
  expect(JSON.parse(signedIn.text)).toMatchObject({
    session: { scopes: null, isClientKey: null, isBusinessKey: null },
  });
});
