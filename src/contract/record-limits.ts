/** Limits of what import files and requests can contain; lengths are in UTF-16 code units. */

/** The maximum length of a question, a web address or a description. */
export const maxTextLength = 10_000;
export const maxAliasLength = 200;
export const maxAliases = 200;
/** The maximum number of domains of a brand. */
export const maxDomains = 100;
/** The maximum length of a domain, with its host in Punycode and its path decoded. */
export const maxHostLength = 253;
/** The maximum number of sources that an answer cites, and of those that a platform retrieved for it. */
export const maxSources = 200;
export const maxSourceTitleLength = 2_048;
/** The maximum number of searches of an answer. */
export const maxQueries = 50;
export const maxQueryLength = 500;
/** The maximum length of the location that was sent with a question. */
export const maxLocationLength = 100;
/** The maximum number of tags, products, personas or journey stages of a prompt. The filters list them all. */
export const maxClassifications = 100;
