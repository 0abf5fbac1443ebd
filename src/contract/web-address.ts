import { findTextFault } from './visible-text.ts';

/** Why an address is refused; continues a sentence that begins with the field. */
export const webAddressReason =
  'must be a web address without user and password, such as https://example.com';

const userBeforeHost = /^https?:[/\\]+[^/\\?#]*@/i;

/** Whether a text is an http or https address without hidden characters, and without user and password. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) &&
  !/\s/.test(text) &&
  findTextFault(text) === null &&
  !userBeforeHost.test(text) &&
  URL.canParse(text);

/** A host name, perhaps with a port and a path. */
const hostAndPath = /^[^\s/:?#@\\]+(?::\d+)?(?:[/?#]\S*)?$/;

/** Adds `https://` to an address without a scheme, such as `example.com/shop` or `localhost:3000`; leaves others. */
export const completeWebAddress = (text: string): string =>
  hostAndPath.test(text) && isWebAddress(`https://${text}`) ? `https://${text}` : text;
