import { problemTypes } from '../../contract/problem.ts';
import { ApiError } from '../api/errors.ts';

/**
 * The state of opening a link. `passphrase`: the link needs a passphrase; `isWrong` is whether the last one sent was
 * wrong, and `waitSeconds` the time to wait after too many attempts, or null. `unavailable`: the link does not work
 * (`refused`), the session that it opened has ended (`ended`), or there is no link (`noLink`).
 */
export type LinkState =
  | { kind: 'opening' }
  | { kind: 'passphrase'; isWrong: boolean; waitSeconds: number | null }
  | { kind: 'unavailable'; reason: 'refused' | 'ended' | 'noLink' }
  | { kind: 'failed'; error: unknown };

/**
 * The state after a failed attempt to open the link.
 * @param hadPassphrase whether a passphrase was sent
 */
export function linkStateAfter(error: unknown, hadPassphrase: boolean): LinkState {
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.status === 429) {
    const waitSeconds = Math.ceil((error.retryAfter ?? 60_000) / 1000);
    return hadPassphrase
      ? { kind: 'passphrase', isWrong: false, waitSeconds }
      : { kind: 'failed', error };
  }
  if (error.status === 401 && error.problemType === problemTypes.passphraseNeeded) {
    return { kind: 'passphrase', isWrong: hadPassphrase, waitSeconds: null };
  }
  // The host responds with 422 (invalid body) to text that cannot be a secret.
  const isRefused = error.status === 401 || error.status === 422;
  return isRefused ? { kind: 'unavailable', reason: 'refused' } : { kind: 'failed', error };
}
