import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** How long a client may go on sending after the response, in milliseconds. */
const lingerMs = 2_000;

/** Connections that end with the response under way. */
const ending = new WeakSet<Socket>();

/** Whether a message brings a body, read or not. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads what is left of a body that nobody wants, so that the connection is free for what comes next. */
function discard(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Whoever began to read it would stop it again once their buffer is full.
  incoming.removeAllListeners('data');
  incoming.resume();
}

/**
 * Has the server end this connection in order: the response and the end of the stream are sent, and what the client
 * still sends is discarded for a while. Closing at once would reset the connection, which can overtake the response.
 */
function lingerAtEnd(incoming: IncomingMessage): void {
  const { socket } = incoming;
  ending.add(socket);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (incoming.readableEnded) close();
    else incoming.once('end', close);
    discard(incoming);
  };
}

/**
 * Keeps a connection usable, or says that it ends, when a response is sent before the whole body of its request has
 * come: then the response says `Connection: close`. Otherwise what nobody read of the body is discarded afterwards.
 * @returns false for a request that came behind such a response; it must not be handled, since nobody would learn what
 * became of it.
 */
export function settleUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (ending.has(incoming.socket)) return false;
  if (!hasBody(incoming)) return true;
  const { writeHead } = outgoing;
  outgoing.writeHead = (...head: unknown[]) => {
    if (!incoming.complete) {
      outgoing.shouldKeepAlive = false;
      lingerAtEnd(incoming);
    }
    Reflect.apply(writeHead, outgoing, head);
    return outgoing;
  };
  outgoing.once('finish', () => discard(incoming));
  return true;
}
