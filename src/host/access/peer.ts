import { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';

/** The request as Node's server has it; null for one that came over no connection. */
export function incomingOf(c: Context): IncomingMessage | null {
  const incoming: unknown = Reflect.get(Object(c.env), 'incoming');
  return incoming instanceof IncomingMessage ? incoming : null;
}

/** The address at the other end of the connection. Behind a proxy that is the proxy's: no header is believed. */
export function peerOf(c: Context): string {
  const incoming: unknown = Reflect.get(Object(c.env), 'incoming');
  const socket: unknown = Reflect.get(Object(incoming), 'socket');
  const address: unknown = Reflect.get(Object(socket), 'remoteAddress');
  return typeof address === 'string' ? plain(address) : 'unknown';
}

/** IPv4 written as such on a socket that takes both families, and without the name of an interface. */
const plain = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** An entry of `X-Forwarded-For` without the port that some proxies add; null for what is not an address. */
function readEntry(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = plain(bracketed ?? beforePort ?? text);
  return isIP(address) === 0 ? null : address;
}

/**
 * Reads the addresses of proxies, separated by commas, each an address or a range such as `10.0.0.0/8`.
 * @returns null where an entry is neither.
 */
export function readProxies(text: string): BlockList | null {
  const proxies = new BlockList();
  for (const entry of text.split(',')) {
    const [address = '', bits, ...more] = entry.trim().split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    const isAddress = isIP(address) !== 0 && !address.includes('%');
    if (!isAddress || length > longest || more.length > 0) return null;
    proxies.addSubnet(address, length, family);
  }
  return proxies;
}

/**
 * The client's address: that of the peer or, where the peer is a trusted proxy, the nearest address in
 * `X-Forwarded-For` that is not one. The header is read from its end, where proxies add to it, so that nothing
 * a client writes into it is believed.
 */
export function clientOf(c: Context, proxies: BlockList | null): string {
  const isTrusted = (address: string) =>
    proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false;
  let address = peerOf(c);
  const entries = (c.req.header('X-Forwarded-For') ?? '').split(',');
  while (isTrusted(address)) {
    const next = readEntry(entries.pop() ?? '');
    if (next === null) break;
    address = next;
  }
  return address;
}
