import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/layout.ts';
import { StoreUnavailable, StoreUncertain } from '../../src/service/store/store.ts';

const row = { body: 'Ask again.' };

/** A server that does this with each connection, once all of an insert has come. */
async function openDropping(drop: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let heard = '';
    socket.on('data', (bytes) => {
      heard += String(bytes);
      if (heard.includes(row.body)) drop(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
}

const failureOf = async (url: URL): Promise<unknown> => {
  const engine = openServer(url, 1, singleLayout);
  onTestFinished(() => engine.close());
  return engine.insert('notes', [row]).catch((error: unknown) => error);
};

it.each<[string, (socket: Socket) => void]>([
  ['is reset', (socket) => socket.resetAndDestroy()],
  ['ends', (socket) => void socket.end()],
])('a write whose connection %s once it was sent may have been done', async (_, drop) => {
  expect(await failureOf(await openDropping(drop))).toBeInstanceOf(StoreUncertain);
});

it('a write that found no server was not done', async () => {
  const error = await failureOf(new URL('http://127.0.0.1:9'));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).not.toBeInstanceOf(StoreUncertain);
});
