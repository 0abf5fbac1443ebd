import { domainToUnicode } from 'node:url';
import { pageOf } from './cited-page.ts';
import { removeContainedLogins } from './logins.ts';
import { readOwnDomain } from './own-domain.ts';
import { parseHostName, parseWebAddress } from './web-address.ts';

/** Scripts whose letters may occur together in one label of a host. */
const labelPatterns: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{N}-]+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}a-z\p{N}ー-]+$/u,
  /^[\p{scx=Hangul}\p{scx=Han}a-z\p{N}-]+$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thai',
  ].map((script) => new RegExp(`^[\\p{scx=${script}}\\p{M}\\p{N}-]+$`, 'u')),
];

/** Cyrillic and Greek letters that look like Latin ones: a label of only these could imitate another host. */
const onlyLookalikes = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡԍкмтвн\u03b1ικνρυωηγτχο0-9-]+$/;

/** Whether a label can be shown as it is, since it does not imitate another one. */
const isSafe = (label: string): boolean =>
  !onlyLookalikes.test(label) && labelPatterns.some((pattern) => pattern.test(label));

/** A host with the characters of its own script instead of Punycode, unless it could be mistaken for another host. */
export function toReadableHost(host: string): string {
  if (!host.includes('xn--')) return host;
  return host
    .split('.')
    .map((label) => {
      const readableLabel = label.startsWith('xn--') ? domainToUnicode(label) : '';
      return isSafe(readableLabel) ? readableLabel : label;
    })
    .join('.');
}

/** The letters and digits of any script that percent-encoding stands for; everything else stays encoded. */
function decodeLetters(text: string): string {
  return text.replace(/(?:%[\dA-F]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded).replace(/[^\p{L}\p{M}\p{N}]/gu, encodeURIComponent);
    } catch {
      return encoded;
    }
  });
}

/**
 * A page of `CitedPage` as people read it, with the characters of its own script.
 * @param stored may contain users and passwords if an earlier version stored it; they are left out.
 */
export function toReadablePage(stored: string): string {
  const page = removeContainedLogins(stored);
  const [host = ''] = page.split(/[:/?#]/, 1);
  return toReadableHost(host) + decodeLetters(page.slice(host.length));
}

/**
 * The spellings under which answers may be stored as citing a domain: earlier versions did not convert Unicode.
 * @param domain as `countedDomainOf` returns it, in any spelling.
 */
export function findStoredSpellings(domain: string): string[] {
  if (domain.includes('/')) return [readOwnDomain(domain) ?? domain];
  const host = parseHostName(domain);
  return host === null ? [domain] : [...new Set([host, domainToUnicode(host) || host])];
}

/**
 * The spellings under which a page may be stored that `toReadablePage` shows as `page`.
 * @param page may also be an address with a scheme.
 */
export function findStoredPages(page: string): string[] {
  const withoutScheme = page.trim().replace(/^https?:\/\//i, '');
  const url = parseWebAddress(`https://${withoutScheme}`);
  return url === null ? [withoutScheme] : [...new Set([pageOf(url), withoutScheme])];
}
