import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Open calls that have not finished by then are cut. */
const patienceMs = 20_000;

/**
 * Watches a server's connections from the start, so that it can stop in order.
 * @returns a function that stops accepting, ends every connection that waits for nothing, browsers' spare
 * ones included, and each other one when its call has been answered; it resolves once all are gone.
 */
export function stopperOf(server: Server): () => Promise<void> {
  const openCalls = new Map<Socket, number>();
  let stopping = false;

  const settle = (socket: Socket): void => {
    if (stopping && openCalls.get(socket) === 0) socket.destroySoon();
  };
  const count = (socket: Socket, change: 1 | -1): void => {
    const open = openCalls.get(socket);
    if (open !== undefined) openCalls.set(socket, open + change);
    settle(socket);
  };

  server.on('connection', (socket: Socket) => {
    openCalls.set(socket, 0);
    socket.once('close', () => openCalls.delete(socket));
  });
  server.on('request', ({ socket }, outgoing) => {
    count(socket, 1);
    outgoing.once('close', () => count(socket, -1));
  });

  return () =>
    new Promise((resolve) => {
      stopping = true;
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      for (const socket of openCalls.keys()) settle(socket);
    });
}
