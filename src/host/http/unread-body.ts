import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** How long a client may continue to send after the response, in milliseconds. */
const lingerMs = 2_000;

/** Connections that end after the current response. */
const endingSockets = new WeakSet<Socket>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Discards the rest of an unwanted body. */
function discard(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Another reader would pause the request again once that reader's buffer is full.
  incoming.removeAllListeners('data');
  incoming.resume();
}

/**
 * Makes the server end this connection gracefully: it sends the response and the end of the stream, then discards what
 * the client still sends, for at most `lingerMs`. Closing immediately would reset the connection, which can destroy the
 * response.
 */
function lingerAtEnd(incoming: IncomingMessage): void {
  const { socket } = incoming;
  endingSockets.add(socket);
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
 * Handles bodies that are not completely read. A response sent before the whole body has arrived closes the connection
 * with `Connection: close`. Otherwise the unread part is discarded and the connection stays usable.
 * @returns false if an earlier response closes the connection: the request must not be handled, since no response to it
 * can be sent.
 */
export function handleUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (endingSockets.has(incoming.socket)) return false;
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
