import { openWrappers } from './open-wrappers.ts';
import { parseWebAddress } from './web-address.ts';

/** What is between `//` and `@`, after `:` or `=`: all of them may be percent-encoded, also more than once. */
const login =
  /((?:[:=]|%(?:25)*3[AD])(?:[/\\]|%(?:25)*(?:2F|5C)){2})(?:(?!%(?:25)*(?:2F|3F|23|26|5C))[^/\\?#&\s])+(?:@|%(?:25)*40)/gi;

/** Removes the users and passwords of the addresses that a text contains. */
export const removeContainedLogins = (text: string): string => text.replace(login, '$1');

/** The address without its own user and password. */
export function withoutLogin(address: URL): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}

/**
 * An address without users and passwords: its own, and those of addresses that it contains. A wrapper such as
 * `google.com/url?q=…` becomes the page that it leads to if that has them, since it may encode them in ways of its own.
 */
export function withoutLogins(address: string): string {
  const url = parseWebAddress(address);
  if (url === null) return removeContainedLogins(address);
  const found = [openWrappers(url), url].find(({ username, password }) => username || password);
  return removeContainedLogins(found ? withoutLogin(found).href : address);
}
