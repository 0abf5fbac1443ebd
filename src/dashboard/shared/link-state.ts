import { problemTypes } from '../../contract/problem.ts';
import { ApiError } from '../api/errors.ts';

/**
 * The state of opening a link. `passphrase`: the link needs a passphrase; `isWrong` says whether the last one sent was
 * wrong, and `seconds` how long to wait after too many attempts. `over`: the link does not work, its session has ended,
 * or there is no link.
 */
export type LinkState =
  | { kind: 'opening' }
  | { kind: 'passphrase'; isWrong: boolean; seconds: number | null }
  | { kind: 'over'; reason: 'refused' | 'ended' | 'noLink' }
  | { kind: 'failed'; error: unknown };

/** The state after a failed attempt to open the link. @param hadPassphrase whether a passphrase was sent */
export function linkStateAfter(error: unknown, hadPassphrase: boolean): LinkState {
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.status === 429) {
    const seconds = Math.ceil((error.retryAfter ?? 60_000) / 1000);
    return hadPassphrase
      ? { kind: 'passphrase', isWrong: false, seconds }
      : { kind: 'failed', error };
  }
  if (error.status === 401 && error.problemType === problemTypes.passphraseNeeded) {
    return { kind: 'passphrase', isWrong: hadPassphrase, seconds: null };
  }
  // The host refuses text that cannot be a secret as an invalid body (422).
  const isRefused = error.status === 401 || error.status === 422;
  return isRefused ? { kind: 'over', reason: 'refused' } : { kind: 'failed', error };
}
