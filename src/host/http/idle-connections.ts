import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Whether the host has a whole request and not yet all of its response, none of which waits for the client. */
const isWorkedOn = (response: ServerResponse | undefined, { writableLength }: Socket): boolean =>
  response?.req.complete === true &&
  !response.writableEnded &&
  response.writableLength === 0 &&
  writableLength === 0;

/**
 * Makes a server close connections that were idle for some milliseconds, so that clients which neither send nor read
 * do not stay in memory for ever. A connection is not idle while the host works on its response.
 */
export function closeIdleConnections(server: Server, idleMs: number): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.timeout = idleMs;
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('timeout', (socket: Socket) => {
    if (isWorkedOn(responses.get(socket), socket)) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}
