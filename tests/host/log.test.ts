import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost, openRemoteService, sessionOf, type TestHost } from './harness.ts';

const canary = 'CANARY-4711';
const notesPath = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0] ?? '',
});

describe('the log of a failed request', () => {
  it('names the path, but not the query, the key or the note', async () => {
    const host = await openHost(
      {},
      {
        backend: async () => ({
          service: {
            fetch: () => {
              throw new Error('broken on purpose');
            },
          },
          ready: async () => {},
          sampleKeys: [],
          hasOwnData: true,
          close: async () => {},
        }),
      },
    );
    const headers = { authorization: `Bearer ${canary}`, 'content-type': 'application/json' };
    const readResponse = await host.call({ path: `/v1/clients?limit=1&cursor=${canary}`, headers });
    const body = JSON.stringify({ body: canary });
    const noteResponse = await host.call({ method: 'POST', path: notesPath, headers, body });
    expect([readResponse.status, noteResponse.status]).toEqual([500, 500]);
    expect(host.readLog()).toContain('"path":"/v1/clients"');
    expect(host.readLog()).toContain('broken on purpose');
    expect(host.readLog()).not.toContain(canary);
    expect(readResponse.text + noteResponse.text).not.toMatch(/broken|CANARY/);
  });
});

/** Begins a request and disconnects in the middle of its body. */
const sendPartially = (
  host: TestHost,
  path: string,
  headerLines: readonly string[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(host.url);
    const socket = connect(Number(port), hostname, () => {
      const isChunked = headerLines.includes('Transfer-Encoding: chunked');
      const lines = [
        `POST ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        ...headerLines,
        ...(isChunked ? [] : ['Content-Length: 100']),
      ];
      socket.end(`${lines.join('\r\n')}\r\n\r\n${isChunked ? '64\r\n' : ''}{"body":`);
    });
    socket.on('close', () => resolve()).on('error', reject);
    socket.resume();
  });

describe('a request that the client aborts', () => {
  it.each(['built-in', 'remote'])(
    'is not logged or counted as a failure, with a %s service',
    async (kind) => {
      const remoteService = await openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));
      const host = await openHost(kind === 'remote' ? { SERVICE_URL: remoteService.url } : {});
      const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
      const requestCountBefore = remoteService.receivedRequests.length;
      for (const moreHeaderLines of [[], ['Transfer-Encoding: chunked']]) {
        await sendPartially(host, '/session', moreHeaderLines);
        await sendPartially(host, notesPath, [
          `Authorization: Bearer ${host.key('agency')}`,
          ...moreHeaderLines,
        ]);
        await sendPartially(host, notesPath, [
          `Cookie: ${cookie}`,
          `X-Session: ${id}`,
          ...moreHeaderLines,
        ]);
      }
      const { text } = await host.call({ path: '/metrics' });
      const countedRequests = text
        .split('\n')
        .filter((line) => line.startsWith('sightline_requests_total'));
      const posts = countedRequests.filter((line) => line.includes('method="POST"'));
      expect(posts.filter((line) => line.includes('status="400"'))).toHaveLength(2);
      expect(countedRequests.filter((line) => line.includes('status="5'))).toEqual([]);
      expect(host.readLog()).not.toContain('"level":50');
      expect(remoteService.receivedRequests).toHaveLength(requestCountBefore);
    },
  );
});
