import { parse } from 'tldts';

/** The maximum length of a cited address, in UTF-16 code units. */
export const maxAddressLength = 2_048;

/** Parses an http or https address as browsers do; null for any other text. */
export function parseWebAddress(text: string): URL | null {
  // Stores cannot keep half of a surrogate pair.
  if (text.length > maxAddressLength || !text.isWellFormed()) return null;
  const url = URL.parse(text);
  // A trailing dot only says that the name is complete.
  if (url?.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  return url !== null && /^https?:$/.test(url.protocol) && bareHostOf(url.hostname) !== ''
    ? url
    : null;
}

const parseHost = (host: string) =>
  parse(host, { allowPrivateDomains: true, extractHostname: false });

/** Removes the brackets of an IPv6 address. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * The registrable domain of a host according to the public suffix list, such as `example.co.uk` for
 * `shop.example.co.uk`; the host itself if it has none.
 * @param host a host as `URL` writes it.
 */
export const domainOfHost = (host: string): string =>
  parseHost(host).domain ?? withoutBrackets(host);

/**
 * A host without a trailing dot and without `www.`, unless `www.` belongs to the registrable domain, as in
 * `www.gov.uk`.
 * @param host a host as `URL` writes it.
 */
export function bareHostOf(host: string): string {
  const name = host.replace(/(?<!\.)\.+$/, '');
  return name.startsWith('www.') && parseHost(name).domain !== name
    ? name.slice('www.'.length)
    : name;
}

/**
 * The host that a text names, as `URL` writes it: lower case, with Punycode for other scripts. Null for text that is
 * more than a host, or none.
 */
export function parseHostName(text: string): string | null {
  if (/[\s/:?#@\\]/.test(text) || text === '') return null;
  return URL.parse(`http://${text}`)?.hostname.replace(/(?<!\.)\.+$/, '') || null;
}

/** Whether a host is in a domain under a known public suffix or `.example`, unlike text such as `Node.js`. */
export function hasPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parseHost(host);
  return domain !== null && (isIcann === true || isPrivate === true || host.endsWith('.example'));
}

/**
 * Whether a host is itself a public suffix, under which others have domains: a `common` one such as `co.uk`, or a
 * `private` one such as `github.io`, which a company offers. Null for other hosts.
 */
export function publicSuffixOf(host: string): 'common' | 'private' | null {
  const { domain, isIcann, isPrivate } = parseHost(host);
  if (domain !== null) return null;
  if (isIcann) return 'common';
  return isPrivate ? 'private' : null;
}
