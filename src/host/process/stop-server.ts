import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long open requests may take to finish before they are cut off, in milliseconds. */
const graceMs = 10_000;

/**
 * Tracks a server's connections, so that it can stop gracefully.
 * @returns a function that stops accepting connections, closes idle ones at once and busy ones after their responses,
 * and cuts off those still open after 10 seconds. Its promise resolves once all are closed.
 */
export function createServerStopper(server: Server): () => Promise<void> {
  const openRequests = new Map<Socket, number>();
  let isStopping = false;

  const closeIfIdle = (socket: Socket): void => {
    if (isStopping && openRequests.get(socket) === 0) socket.destroySoon();
  };
  const countRequest = (socket: Socket, change: 1 | -1): void => {
    const open = openRequests.get(socket);
    if (open !== undefined) openRequests.set(socket, open + change);
    closeIfIdle(socket);
  };

  server.on('connection', (socket: Socket) => {
    openRequests.set(socket, 0);
    socket.once('close', () => openRequests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    countRequest(socket, 1);
    response.once('close', () => countRequest(socket, -1));
  });

  return () =>
    new Promise((resolve) => {
      isStopping = true;
      const cutOffTimer = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearTimeout(cutOffTimer);
        resolve();
      });
      for (const socket of openRequests.keys()) closeIfIdle(socket);
    });
}
