import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairQueue, QueueFull } from './fair-queue.ts';

/** 32 MiB and about a tenth of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const hashBytes = 32;
const saltBytes = 16;
/**
 * The maximum numbers of passphrases that wait to be hashed: in all, those of about five seconds; and of each owner, so
 * that nobody fills the queue alone.
 */
const maxWaiting = 50;
const maxWaitingPerOwner = 5;

/** Derives the hash of a passphrase, slowly. */
export type DeriveHash = (passphrase: string, salt: Uint8Array) => Promise<Buffer>;

const deriveScryptHash: DeriveHash = (passphrase, salt) =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, hashBytes, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Thrown if too many passphrases are waiting to be hashed, in all or of this owner. */
export class PassphrasesBusy extends Error {
  override name = 'PassphrasesBusy';
}

/**
 * Hashes passphrases one at a time, so that they use only one of the threads that the process has for slow work. Those
 * who wait take turns. The passphrases of sessions use another thread, so that guesses never refuse or delay them.
 */
export class PassphraseHasher {
  readonly #derive: DeriveHash;
  readonly #queue = new FairQueue({ maxRunning: 1, maxWaitingPerKey: maxWaitingPerOwner });
  readonly #sessions = new FairQueue({ maxRunning: 1, maxWaitingPerKey: Number.POSITIVE_INFINITY });
  #openCount = 0;

  constructor(derive: DeriveHash = deriveScryptHash) {
    this.#derive = derive;
  }

  /**
   * The stored form of a passphrase: a random salt and the scrypt hash (RFC 7914), both in base64url.
   * @param owner whose turn it takes: an account's ID.
   * @throws PassphrasesBusy, or the signal's reason.
   */
  async hash(owner: string, passphrase: string, signal: AbortSignal): Promise<string> {
    const salt = randomBytes(saltBytes);
    const hash = await this.#deriveWithinLimits(owner, passphrase, salt, signal);
    return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
  }

  /**
   * Whether a passphrase has the stored hash.
   * @param caller the client address whose turn it takes, and whether it has a session.
   * @throws PassphrasesBusy if there is no session, or the signal's reason.
   */
  async matches(
    { address, hasSession }: { address: string; hasSession: boolean },
    passphrase: string,
    storedHash: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const [salt = '', hash = ''] = storedHash.split('.');
    const usedSalt = Buffer.from(salt, 'base64url');
    const derived = hasSession
      ? await this.#deriveQueued(this.#sessions, address, passphrase, usedSalt, signal)
      : await this.#deriveWithinLimits(address, passphrase, usedSalt, signal);
    return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
  }

  async #deriveWithinLimits(
    owner: string,
    passphrase: string,
    salt: Uint8Array,
    signal: AbortSignal,
  ): Promise<Buffer> {
    if (this.#openCount > maxWaiting) throw new PassphrasesBusy();
    this.#openCount += 1;
    try {
      return await this.#deriveQueued(this.#queue, owner, passphrase, salt, signal);
    } catch (error) {
      throw error instanceof QueueFull ? new PassphrasesBusy() : error;
    } finally {
      this.#openCount -= 1;
    }
  }

  /** Normalises to NFKC first, so that a passphrase also matches when typed on another keyboard. */
  #deriveQueued(
    queue: FairQueue,
    owner: string,
    passphrase: string,
    salt: Uint8Array,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const text = passphrase.normalize('NFKC');
    return queue.run(owner, signal, () => this.#derive(text, salt));
  }
}
