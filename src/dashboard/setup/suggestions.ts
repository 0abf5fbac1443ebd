import { isSharedHost } from '../../contract/shared-hosts.ts';
import { foldedText } from '../../contract/sightline/setup.ts';
import type { DraftBrand } from './draft.ts';

/** The parts of an address that a person typed, as far as they say what a brand owns. */
interface TypedAddress {
  /** As typed, except for `www.`, capitals and other forms of the same characters. */
  host: string;
  /** Without a trailing slash. */
  path: string;
  hasQuery: boolean;
  hasScheme: boolean;
}

/** Reads what a person typed; null if its host is incomplete or a wildcard. */
function readTypedAddress(typed: string): TypedAddress | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  const url = URL.parse(address);
  if (url === null) return null;
  const [, typedHost = '', path = ''] =
    /\/\/(?:[^/?#]*@)?([^/?#:]*)[^/?#]*([^?#]*)/.exec(address) ?? [];
  // Browsers write other scripts in Punycode, which nobody can read.
  const readableHost = typedHost.normalize('NFKC').toLowerCase().replaceAll('。', '.');
  const isReadable =
    url.hostname.includes('xn--') &&
    URL.parse(`https://${readableHost}`)?.hostname === url.hostname;
  const host = (isReadable ? readableHost : url.hostname).replace(/^www\./, '').replace(/\.$/, '');
  // A host without a dot cannot be cited.
  if (!/^[^.*]+(?:\.[^.*]+)+$/.test(host)) return null;
  const hasQuery = `${url.search}${url.hash}` !== '';
  return { host, path: path.replace(/(?<!\/)\/+$/, ''), hasQuery, hasScheme };
}

/**
 * The domain of a brand that a person typed, without `www.`: a host, or a path such as `github.com/acme`. An address
 * pasted from a browser stands for its host, unless many share that. Null if it is incomplete, or has a query after a
 * path, since other pages with that path may not be the brand's.
 */
export function toDomain(typed: string): string | null {
  const address = readTypedAddress(typed);
  if (address === null) return null;
  const { host, path, hasQuery, hasScheme } = address;
  if (hasScheme && !isSharedHost(host)) return host;
  return path !== '' && hasQuery ? null : host + path;
}

/** The domain that the address of a brand's website suggests: of a host that many share, only the path, if any. */
export function toWebsiteDomain(websiteUrl: string): string | null {
  const host = readTypedAddress(websiteUrl)?.host ?? null;
  if (host === null || !isSharedHost(host)) return host;
  const domain = toDomain(websiteUrl);
  return domain === host ? null : domain;
}

/** The word of a domain that names the brand: "alderpike" for alderpike.com and shop.alderpike.co.uk. */
function wordOf(domain: string): string {
  // A host that many share is seldom named after the brand.
  if (domain.includes('/') || isSharedHost(domain)) return '';
  const labels = domain.split('.');
  // Second-level suffixes, such as co.uk, have at most three letters.
  const isSecondLevel = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.at(isSecondLevel ? -3 : -2) ?? '';
}

const squeeze = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Spellings of a name that a text may use: with "and" for "&" and the reverse, and without the spaces beside "&". */
function respell(name: string): string[] {
  const spellings: string[] = [];
  if (/\s&\s/.test(name)) {
    spellings.push(name.replace(/\s+&\s+/g, ' and '), name.replace(/\s+&\s+/g, '&'));
  } else if (name.includes('&')) {
    spellings.push(name.replaceAll('&', ' & '), name.replaceAll('&', ' and '));
  } else if (/\sand\s/i.test(name)) {
    spellings.push(name.replace(/\s+and\s+/gi, ' & '));
  }
  return spellings;
}

/** Suggests spellings of a brand from its name and domains. */
function suggestAliases({ name, domains }: DraftBrand): string[] {
  const trimmed = name.trim();
  const words = domains
    .map(wordOf)
    // A domain is worth suggesting if it is not the name itself: "Alderpike" for "Alder & Pike".
    .filter((word) => word.length > 2)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return trimmed === ''
    ? []
    : [...respell(trimmed), ...words].filter((spelling) => squeeze(spelling) !== '');
}

/**
 * The spellings to suggest for a brand: near misses in answers first, then those from its name and domains. Each is
 * suggested once, and those that the brand has are left out: of near misses, whose case matters, those that it has in the
 * same case.
 */
export function suggestSpellings<T extends { spelling: string }>(
  brand: DraftBrand,
  nearMisses: readonly T[],
): { nearMisses: T[]; suggestions: string[] } {
  const known = [brand.name, ...brand.aliases];
  const missed = nearMisses.filter(({ spelling }) => !known.includes(spelling));
  const folded = new Set([...known, ...missed.map(({ spelling }) => spelling)].map(foldedText));
  const suggestions = suggestAliases(brand).filter((spelling) => {
    const count = folded.size;
    return folded.add(foldedText(spelling)).size > count;
  });
  return { nearMisses: missed, suggestions };
}
