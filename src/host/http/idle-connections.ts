import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Whether the host has a whole request and not yet all of its response, none of which waits for the client. */
const isWorkedOn = (response: ServerResponse | undefined, { writableLength }: Socket): boolean =>
  response?.req.complete === true &&
  !response.writableEnded &&
  response.writableLength === 0 &&
  writableLength === 0;

const isOpen = ({ closed, writableFinished }: ServerResponse) => !closed && !writableFinished;

/**
 * Makes a server close connections that were idle for some milliseconds, so that clients which neither send nor read
 * do not stay in memory for ever. A connection is not idle while the host works on its response.
 */
export function closeIdleConnections(server: Server, idleMs: number): void {
  /** Those of pipelined requests are sent in this order. */
  const openResponses = new WeakMap<Socket, ServerResponse[]>();
  server.timeout = idleMs;
  server.on('request', ({ socket }, response) => {
    const earlier = openResponses.get(socket) ?? [];
    openResponses.set(socket, [...earlier.filter(isOpen), response]);
  });
  server.on('timeout', (socket: Socket) => {
    // Later responses wait for the oldest one, even if they are complete.
    if (isWorkedOn(openResponses.get(socket)?.find(isOpen), socket)) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}
