import { removeContainedLogins, withoutLogin } from './logins.ts';
import { openWrappers } from './open-wrappers.ts';
import { removeTrackingParameters } from './tracking-parameters.ts';
import {
  bareHostOf,
  domainOfHost,
  hasPublicSuffix,
  parseHostName,
  parseWebAddress,
} from './web-address.ts';

/** What a citation cites. */
export interface CitedPage {
  /** The registrable domain, as `URL` writes it; the host if it has no registrable domain. */
  domain: string;
  /**
   * The address of the page without what differs between links to it: scheme, `www.`, default port, user, trailing
   * slash, fragment, tracking parameters, and users of addresses in the query. Empty if unknown, since the link is a redirect that does not say where to.
   */
  page: string;
}

/** Percent-encoded ASCII characters that mean the same in a path or query as they are. */
const isPlain = (character: string): boolean => /^[\w.~!'()*,:@-]$/.test(character);

/** Writes equal percent-encodings in the same way. */
export const normaliseEncoding = (text: string): string =>
  text.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return isPlain(character) ? character : encoded.toUpperCase();
  });

/** Keeps the fragments that single-page applications use as paths. */
const routeOf = ({ hash }: URL): string => (/^#!?\/./.test(hash) ? hash : '');

/** The `page` of an address whose wrappers are opened. */
export function pageOf(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = normaliseEncoding(url.pathname).replace(/(?<!\/)\/+$/, '');
  const query = normaliseEncoding(removeTrackingParameters(url.search));
  return removeContainedLogins(`${bareHostOf(url.hostname)}${port}${path}${query}${routeOf(url)}`);
}

/** Whether an address is a redirect of Gemini's, which does not contain its target. */
const isGeminiRedirect = ({ hostname, pathname }: URL): boolean =>
  hostname === 'vertexaisearch.cloud.google.com' && pathname.startsWith('/grounding-api-redirect/');

/** The host that Gemini gives as the title of a redirect; null if the title is something else. */
function readHostFromTitle(title: string): string | null {
  const host = parseHostName(title.trim());
  return host !== null && hasPublicSuffix(host) ? host : null;
}

/**
 * Reads what a citation cites, with wrappers such as `google.com/url?q=…` opened.
 * @returns null if the address is not an http or https address.
 */
export function readCitation({ url, title }: { url: string; title: string }): CitedPage | null {
  const address = parseWebAddress(url);
  if (address === null) return null;
  const target = openWrappers(address);
  const host = bareHostOf(target.hostname);
  if (!isGeminiRedirect(target)) return { domain: domainOfHost(host), page: pageOf(target) };
  return { domain: domainOfHost(readHostFromTitle(title) ?? host), page: '' };
}

/** The address to which a link to a citation leads: with wrappers opened, and without tracking parameters and users. */
export function toLink(url: string): string {
  const address = parseWebAddress(url);
  if (address === null) return removeContainedLogins(url);
  const link = new URL(openWrappers(address));
  link.search = removeTrackingParameters(link.search);
  return removeContainedLogins(withoutLogin(link).href);
}
