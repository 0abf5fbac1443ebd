import type { Context } from 'hono';

/** The address at the other end of the connection. Behind a proxy that is the proxy: no header is believed. */
export function peerOf(c: Context): string {
  const incoming: unknown = Reflect.get(Object(c.env), 'incoming');
  const socket: unknown = Reflect.get(Object(incoming), 'socket');
  const address: unknown = Reflect.get(Object(socket), 'remoteAddress');
  return typeof address === 'string' ? address : 'unknown';
}
