import { LRUCache } from 'lru-cache';
import { createGuessLimit } from '../limits/guess-limit.ts';
import type { PassphraseHasher } from '../limits/passphrase-hasher.ts';
import { SingleFlight } from '../limits/single-flight.ts';
import type { Caller } from '../service.ts';
import type { KeyRecord } from '../store/records.ts';
import { digestOf } from './keys.ts';

/** The maximum number of right passphrases that are remembered. */
const maxRemembered = 10_000;

/**
 * The secret and the passphrase in a bearer token of the form `SECRET` or `SECRET.PASSPHRASE`, with the passphrase as
 * base64url of UTF-8.
 */
export function splitToken(token: string): { secret: string; passphrase: string | null } {
  const dot = token.indexOf('.');
  if (dot < 0) return { secret: token, passphrase: null };
  const passphrase = Buffer.from(token.slice(dot + 1), 'base64url').toString();
  return { secret: token.slice(0, dot), passphrase };
}

/**
 * `right` if the passphrase matches or the share has none; `wrong` if it does not match or none was given; a number is
 * how many seconds to wait.
 */
type PassphraseCheck = 'right' | 'wrong' | number;

/** Who sends a passphrase; the signal says when the call hangs up. */
type PassphraseCaller = Pick<Caller, 'address' | 'sessionBeganAt'> & { signal: AbortSignal };

/**
 * Creates a function that hashes each passphrase once, however many calls wait for the result, unless all of them hang
 * up. Right ones are remembered. A session does not wait for a guess, even if both have the same passphrase.
 */
function createMatcher(hasher: PassphraseHasher) {
  const rightGuesses = new LRUCache<string, true>({ max: maxRemembered });
  const checks = new SingleFlight<boolean>();
  return async (
    guess: string,
    { address, sessionBeganAt, signal }: PassphraseCaller,
    passphrase: string,
    storedHash: string,
  ): Promise<boolean> => {
    if (rightGuesses.get(guess)) return true;
    const hasSession = sessionBeganAt !== null;
    return checks.run(`${guess} ${hasSession}`, signal, async (allLeft) => {
      const caller = { address, hasSession };
      const isRight = await hasher.matches(caller, passphrase, storedHash, allLeft);
      if (isRight) rightGuesses.set(guess, true);
      return isRight;
    });
  };
}

/**
 * Creates a function that checks the passphrase of a share. Wrong passphrases are limited by client address, like other
 * guesses. A session is not: the host opens one only with the right passphrase, and nobody can forge it. So guesses of
 * others never make a session wait, not even on a host that has just started. Nobody else gets through while an address
 * has to wait, so that a session does not reveal whether a guess is right.
 */
export function createPassphraseChecker(
  hasher: PassphraseHasher,
): (
  record: KeyRecord,
  passphrase: string | null,
  caller: PassphraseCaller,
) => Promise<PassphraseCheck> {
  const limit = createGuessLimit({ shouldExemptAccepted: false });
  const matches = createMatcher(hasher);
  return async ({ id, share }, passphrase, caller) => {
    const storedHash = share?.passphrase ?? null;
    if (storedHash === null) return 'right';
    if (passphrase === null || passphrase === '') return 'wrong';
    const guess = digestOf(`${id} ${passphrase}`);
    if (caller.sessionBeganAt !== null)
      return (await matches(guess, caller, passphrase, storedHash)) ? 'right' : 'wrong';
    const outcome = await limit.attempt(caller.address, guess, async () => {
      const ok = await matches(guess, caller, passphrase, storedHash);
      return { ok, status: ok ? 200 : 401 };
    });
    if (typeof outcome === 'number') return outcome;
    return outcome.ok ? 'right' : 'wrong';
  };
}
