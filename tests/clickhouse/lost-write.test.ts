import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { StoreUnavailable, StoreUncertain } from '../../src/service/store/store.ts';

const row = { body: 'Try again.' };

/** Opens a server that calls `drop` on each connection once the whole insert has arrived. */
async function openDroppingServer(drop: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (bytes) => {
      received += String(bytes);
      if (received.includes(row.body)) drop(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
}

const catchInsertError = async (url: URL): Promise<unknown> => {
  const engine = openServer(url, 1, singleLayout);
  onTestFinished(() => engine.close());
  return engine.insert('notes', [row]).catch((error: unknown) => error);
};

it.each<[string, (socket: Socket) => void]>([
  ['is reset', (socket) => socket.resetAndDestroy()],
  ['ends', (socket) => void socket.end()],
])('a write is uncertain if the connection %s after the write was sent', async (_, drop) => {
  expect(await catchInsertError(await openDroppingServer(drop))).toBeInstanceOf(StoreUncertain);
});

it('a write that reached no server is known to have failed', async () => {
  const error = await catchInsertError(new URL('http://127.0.0.1:9'));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).not.toBeInstanceOf(StoreUncertain);
});
