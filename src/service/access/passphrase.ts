import { LRUCache } from 'lru-cache';
import { createGuessLimit } from '../limits/guess-limit.ts';
import type { PassphraseHasher } from '../limits/passphrase-hasher.ts';
import type { Caller } from '../service.ts';
import type { KeyRecord } from '../store/records.ts';
import { digestOf } from './keys.ts';

/** The maximum number of passphrases whose check is remembered: the right ones, and those being checked. */
const maxChecks = 10_000;

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

/**
 * Creates a function that hashes each passphrase once, however many calls wait for the result. Right ones are
 * remembered.
 */
function createMatcher(hasher: PassphraseHasher) {
  const checks = new LRUCache<string, Promise<boolean>>({ max: maxChecks });
  return (
    guess: string,
    owner: string,
    passphrase: string,
    storedHash: string,
  ): Promise<boolean> => {
    const known = checks.get(guess);
    if (known) return known;
    const check = hasher.matches(owner, passphrase, storedHash);
    checks.set(guess, check);
    const forget = () => checks.delete(guess);
    check.then((isRight) => isRight || forget(), forget);
    return check;
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
  caller: Pick<Caller, 'address' | 'sessionBeganAt'>,
) => Promise<PassphraseCheck> {
  const limit = createGuessLimit({ shouldExemptAccepted: false });
  const matches = createMatcher(hasher);
  return async ({ id, share }, passphrase, { address, sessionBeganAt }) => {
    const storedHash = share?.passphrase ?? null;
    if (storedHash === null) return 'right';
    if (passphrase === null || passphrase === '') return 'wrong';
    const guess = digestOf(`${id} ${passphrase}`);
    if (sessionBeganAt !== null)
      return (await matches(guess, address, passphrase, storedHash)) ? 'right' : 'wrong';
    const outcome = await limit.attempt(address, guess, async () => {
      const ok = await matches(guess, address, passphrase, storedHash);
      return { ok, status: ok ? 200 : 401 };
    });
    if (typeof outcome === 'number') return outcome;
    return outcome.ok ? 'right' : 'wrong';
  };
}
