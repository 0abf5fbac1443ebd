/** The scope for adding, changing and deleting notes, the only one in v1. */
export const notesScope = 'recommendations:create';
/** The scope for creating and revoking shares and feeds. */
export const sharesScope = 'shares:create';
/** The scope for creating, changing and deleting clients, sites, brands, prompts and scans. */
export const setupScope = 'setup:write';
/** The scope for running scans and for saving where and when questions are asked, which can spend money. */
export const scansScope = 'scans:create';

/** What a key may do besides reading. */
export const scopes = [notesScope, sharesScope, setupScope, scansScope] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that only keys of a whole account have in effect, since they can spend money. */
export const accountScopes: readonly string[] = [scansScope];
