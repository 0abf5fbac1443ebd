import { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';

/** Node's request; null if the request did not arrive over a connection. */
export function incomingOf(c: Context): IncomingMessage | null {
  const incoming: unknown = Reflect.get(Object(c.env), 'incoming');
  return incoming instanceof IncomingMessage ? incoming : null;
}

/**
 * The address at the other end of the connection, or 'unknown' if there is none. Ignores all headers, so behind a proxy
 * this is the proxy's address.
 */
export function peerAddressOf(c: Context): string {
  const incoming: unknown = Reflect.get(Object(c.env), 'incoming');
  const socket: unknown = Reflect.get(Object(incoming), 'socket');
  const address: unknown = Reflect.get(Object(socket), 'remoteAddress');
  return typeof address === 'string' ? normaliseAddress(address) : 'unknown';
}

/** Removes the prefix of an IPv4-mapped address, and the zone of an IPv6 address. */
const normaliseAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '');

/** Reads the address in an entry of `X-Forwarded-For`, without the port that some proxies add; null if invalid. */
function readEntry(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = normaliseAddress(bracketed ?? beforePort ?? text);
  return isIP(address) === 0 ? null : address;
}

/**
 * Reads a comma-separated list of proxies: addresses, or ranges such as `10.0.0.0/8`.
 * @returns null if an entry is neither.
 */
export function readProxies(text: string): BlockList | null {
  const proxies = new BlockList();
  for (const entry of text.split(',')) {
    const [address = '', bits, ...extraParts] = entry.trim().split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const maxPrefixLength = family === 'ipv6' ? 128 : 32;
    const length =
      bits === undefined ? maxPrefixLength : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    const isAddress = isIP(address) !== 0 && !address.includes('%');
    if (!isAddress || length > maxPrefixLength || extraParts.length > 0) return null;
    proxies.addSubnet(address, length, family);
  }
  return proxies;
}

/**
 * The client's address: the peer's or, if the peer is a trusted proxy, the nearest address in `X-Forwarded-For` that is
 * not a trusted proxy's. If there is none, or an invalid entry comes first, the result is the address of the last proxy
 * found. Reads the header from its end, where proxies add to it, so that a client cannot forge its address.
 */
export function clientAddressOf(c: Context, proxies: BlockList | null): string {
  const isTrusted = (address: string) =>
    proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false;
  let address = peerAddressOf(c);
  const entries = (c.req.header('X-Forwarded-For') ?? '').split(',');
  while (isTrusted(address)) {
    const next = readEntry(entries.pop() ?? '');
    if (next === null) break;
    address = next;
  }
  return address;
}
