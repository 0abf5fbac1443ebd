/**
 * The code under which a region is stored: "GB:London" for "UK:London". ISO 3166 reserves `UK` for the United Kingdom,
 * whose assigned code is `GB`.
 */
export const canonicalRegion = (code: string): string => code.replace(/^UK(?=[:-]|$)/, 'GB');
