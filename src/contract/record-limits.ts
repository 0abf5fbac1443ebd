/** Limits of what import files and requests can contain; lengths are in UTF-16 code units. */

/** The maximum length of a question, a web address or a description. */
export const maxTextLength = 10_000;
export const maxAliasLength = 200;
export const maxAliases = 200;
/** The maximum number of domains of a brand. */
export const maxDomains = 100;
export const maxHostLength = 253;
/** The maximum number of tags, products, personas or journey stages of a prompt. The filters list them all. */
export const maxClassifications = 100;
