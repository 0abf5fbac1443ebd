import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairQueue } from './fair-queue.ts';

/** 32 MiB and about a tenth of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const hashBytes = 32;
const saltBytes = 16;
/** The maximum number of passphrases that wait to be hashed: those of about five seconds. */
const maxWaiting = 50;

/** Derives the hash of a passphrase, slowly. */
export type DeriveHash = (passphrase: string, salt: Uint8Array) => Promise<Buffer>;

const deriveScryptHash: DeriveHash = (passphrase, salt) =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, hashBytes, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Thrown if too many passphrases are waiting to be hashed. */
export class PassphrasesBusy extends Error {
  override name = 'PassphrasesBusy';
}

/**
 * Hashes passphrases one at a time, so that they use only one of the threads that the process has for slow work. Those
 * who wait take turns.
 */
export class PassphraseHasher {
  readonly #derive: DeriveHash;
  readonly #queue = new FairQueue({ maxRunning: 1, maxWaitingPerKey: maxWaiting });
  #openCount = 0;

  constructor(derive: DeriveHash = deriveScryptHash) {
    this.#derive = derive;
  }

  /**
   * The stored form of a passphrase: a random salt and the scrypt hash (RFC 7914), both in base64url.
   * @param owner whose turn it takes: a key's ID or a client address.
   * @throws PassphrasesBusy
   */
  async hash(owner: string, passphrase: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const hash = await this.#deriveInTurn(owner, passphrase, salt);
    return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
  }

  /** Whether a passphrase has the stored hash. @throws PassphrasesBusy */
  async matches(owner: string, passphrase: string, storedHash: string): Promise<boolean> {
    const [salt = '', hash = ''] = storedHash.split('.');
    const derived = await this.#deriveInTurn(owner, passphrase, Buffer.from(salt, 'base64url'));
    return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
  }

  /** Normalises to NFKC first, so that a passphrase also matches when typed on another keyboard. */
  async #deriveInTurn(owner: string, passphrase: string, salt: Uint8Array): Promise<Buffer> {
    if (this.#openCount > maxWaiting) throw new PassphrasesBusy();
    this.#openCount += 1;
    try {
      const { signal } = new AbortController();
      const text = passphrase.normalize('NFKC');
      return await this.#queue.run(owner, signal, () => this.#derive(text, salt));
    } finally {
      this.#openCount -= 1;
    }
  }
}
