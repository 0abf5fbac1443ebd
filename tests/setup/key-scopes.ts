import { type Scope, scopes } from '../../src/contract/scopes.ts';

/** All scopes but those named; `false` names none. */
export const scopesWithout = (...missing: readonly (Scope | false)[]): string[] =>
  scopes.filter((scope) => !missing.includes(scope));
