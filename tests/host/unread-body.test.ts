import { expect, it } from 'vitest';
import { endpointsBelow, pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost, openRemoteService, sessionOf, type TestHost } from './harness.ts';
import { openRawConnection } from './raw-connection.ts';

const notesPath = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0] ?? '',
});
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const paths = [
  ...endpointsBelow('/v1/').map(([, { path }]) => path.replace(/\{\w+\}/g, measured.siteId)),
  notesPath,
  '/v1/openapi.json',
  '/v1/nothing',
  '/session',
  '/healthz',
  '/metrics',
  '/',
  '/clients',
  '/assets/app-a1b2c3.js',
  '/assets/missing.js',
];

type Headers = Readonly<Record<string, string>>;

/** A request body, with the headers that announce it. */
interface Body {
  headers: Headers;
  bytes: string;
}

const toAnnouncedBody = (bytes: string): Body => ({
  headers: { 'Content-Length': String(bytes.length) },
  bytes,
});
const toChunkedBody = (bytes: string): Body => ({
  headers: { 'Transfer-Encoding': 'chunked' },
  bytes: `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`,
});
const createNoteJson = (length: number) => `{"body":"${'a'.repeat(length)}"}`;
const bodies = [
  toAnnouncedBody(createNoteJson(10)),
  toAnnouncedBody(createNoteJson(300_000)),
  toChunkedBody(createNoteJson(300_000)),
];

const toRequestText = (method: string, target: string, headers: Headers, body?: Body): string => {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...body?.headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${target} HTTP/1.1\r\n${head}\r\n${body?.bytes ?? ''}`;
};

/**
 * Sends a request and then another one on the same connection, as a proxy does for several clients. Expects
 * either a correct second response, or a first response that announces the end of the connection.
 * @returns the status of the first response.
 */
async function sendTwoRequests(host: TestHost, first: string, method: string): Promise<number> {
  const connection = openRawConnection(host.url);
  await connection.send(first);
  const response = await connection.receiveResponse(method === 'HEAD');
  const context = first.slice(0, 300);
  expect(response, context).not.toBeNull();
  if (response?.headers['connection'] === 'close') {
    expect(await connection.endCode, context).toBeNull();
    expect(connection.peekUnread(), context).toBe('');
  } else {
    await connection.send(toRequestText('GET', '/healthz', {}));
    expect(await connection.receiveResponse(), context).toMatchObject({ status: 200 });
  }
  return response?.status ?? 0;
}

it('a response sent before the body is read either announces the end of the connection or leaves it usable', async () => {
  const host = await openHost();
  const ownHostName = new URL(host.url).host;
  const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
  const senders: Headers[] = [
    {},
    { Authorization: 'Bearer wrong', 'Content-Type': 'application/json' },
    { Authorization: `Bearer ${host.key('readonly')}`, 'Content-Type': 'application/json' },
    { Authorization: `Bearer ${host.key('agency')}`, 'Content-Type': 'application/json' },
    { Cookie: cookie, 'X-Session': id, Origin: 'https://evil.example' },
    {
      Host: ownHostName,
      Cookie: cookie,
      'X-Session': 'another',
      'Content-Type': 'application/json',
    },
    { Origin: 'https://reports.example.com', 'Sec-Fetch-Site': 'same-origin' },
  ];
  const statuses = new Set<number>();
  for (const method of methods) {
    for (const path of paths) {
      for (const sender of senders) {
        for (const body of bodies) {
          const first = toRequestText(method, path, sender, body);
          statuses.add(await sendTwoRequests(host, first, method));
        }
      }
    }
  }
  const expected = [200, 201, 204, 401, 403, 404, 405, 409, 413, 415, 421, 422];
  expect([...statuses].sort()).toEqual(expected);
});

it.each([
  ['a target that is too long', 'POST', `${notesPath}?${'a'.repeat(40_000)}`, 414],
  ['an invalid target', 'POST', 'http://a:b:c/', 400],
])(
  'a response to %s either announces the end of the connection or leaves it usable',
  async (_, method, target, status) => {
    const host = await openHost();
    const headers = { Authorization: `Bearer ${host.key('agency')}` };
    for (const body of bodies) {
      expect(
        await sendTwoRequests(host, toRequestText(method, target, headers, body), method),
      ).toBe(status);
    }
  },
);

it('a response after too many rejected keys either announces the end of the connection or leaves it usable', async () => {
  const remoteService = await openRemoteService(() => ({ status: 401 }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  for (let n = 0; n < 10; n += 1) await host.signIn(`wrong-${n}`);
  for (const body of bodies) {
    const headers = { Authorization: 'Bearer another' };
    expect(
      await sendTwoRequests(host, toRequestText('POST', notesPath, headers, body), 'POST'),
    ).toBe(429);
  }
});

it('a client that sends more than the host reads gets the complete response, and no reset', async () => {
  const host = await openHost();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const connection = openRawConnection(host.url);
    await connection.send(
      toRequestText('POST', notesPath, {}, toAnnouncedBody(createNoteJson(8 * 1024 * 1024))),
    );
    expect(await connection.receiveResponse()).toMatchObject({ headers: { connection: 'close' } });
    expect(await connection.endCode).toBeNull();
  }
});

it('a request sent after a refused one is not forwarded if the refusal ends the connection', async () => {
  const remoteService = await openRemoteService(() => ({ status: 201, body: '{"data":[]}' }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const refusedRequest = toRequestText(
    'POST',
    notesPath,
    {},
    toAnnouncedBody(createNoteJson(2 * 1024 * 1024)),
  );
  const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' };
  const connection = openRawConnection(host.url);
  await connection.send(
    refusedRequest + toRequestText('POST', notesPath, headers, toAnnouncedBody(createNoteJson(10))),
  );
  expect(await connection.receiveResponse()).toMatchObject({ headers: { connection: 'close' } });
  expect(await connection.endCode).toBeNull();
  expect(remoteService.receivedRequests).toEqual([]);
});
