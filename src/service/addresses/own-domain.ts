import { maxHostLength } from '../../contract/record-limits.ts';
import { isSharedHost } from '../../contract/shared-hosts.ts';
import { normaliseEncoding } from './cited-page.ts';
import { bareHostOf, parseHostName, publicSuffixOf } from './web-address.ts';

/**
 * A domain that a brand can own, in its stored form: a host such as `example.com`, as `URL` writes it, without `www.`;
 * or a host with a path such as `github.com/acme`, without a trailing slash and in lower case.
 * @returns null if the text is neither.
 */
export function readOwnDomain(text: string): string | null {
  const [, name = '', path = ''] = /^([^\s/:?#@\\]+)(\/[^\s?#\\]*)?$/.exec(text) ?? [];
  const host = parseHostName(name);
  if (host === null || !host.includes('.') || !text.isWellFormed()) return null;
  const pathname = normaliseEncoding(new URL(`http://host${path}`).pathname).replace(
    /(?<!\/)\/+$/,
    '',
  );
  const lowerCase = pathname.replace(/%[\dA-F]{2}|[A-Z]+/g, (part) =>
    part.startsWith('%') ? part : part.toLowerCase(),
  );
  return bareHostOf(host) + lowerCase;
}

/** The number of characters of a domain in its stored form, with its path decoded, as people type it. */
const lengthOf = (domain: string): number =>
  domain.replace(/%[89AB][\dA-F]/g, '').replace(/%[\dA-F]{2}/g, '-').length;

/** The host of a domain in its stored form. */
export const hostOf = (domain: string): string => domain.split('/', 1).join('');

/**
 * Why nobody can own a domain; null if a brand can. Continues a sentence that begins with the field.
 * @param domain in its stored form.
 */
export function findOwnDomainFault(domain: string): string | null {
  const host = hostOf(domain);
  if (host.includes('*'))
    return 'must not contain "*": a domain such as example.com also stands for all hosts below it';
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(host)) return 'must be a host name, such as example.com';
  if (publicSuffixOf(host) === 'common')
    return 'must not be a public suffix such as co.uk: the domains under it have different owners';
  return lengthOf(domain) > maxHostLength ? `must have at most ${maxHostLength} characters` : null;
}

/** Asks whether a brand owns all of a host that many share; null for other domains, and for a path of such a host. */
export function findOwnershipQuestion(domain: string): string | null {
  if (domain.includes('/')) return null;
  const isSuffix = publicSuffixOf(domain) === 'private';
  if (!isSuffix && !isSharedHost(domain)) return null;
  const part = isSuffix ? `name.${domain}` : `${domain}/name`;
  return `Is all of ${domain} yours? Many publish there. If only a part is yours, enter that instead, such as ${part}.`;
}
