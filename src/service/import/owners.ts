import type { AccountRecord } from '../store/records.ts';
import type { Faults } from './faults.ts';

/** The agency account created for records that name no account, if there is none that they could belong to. */
export const defaultAccount: AccountRecord = {
  id: '7d3f6d1a-0a5e-4d0c-9d3b-5f2f3c8b1e01',
  name: 'Agency',
  kind: 'agency',
  sample: false,
};

const noSuchAccount = 'no account has this ID';

const businessWithoutClients =
  'a business, which has no clients. Name an agency, or leave this client out and give its sites the accountId of the business instead of a clientId';

/** Maximum number of accounts listed in a message. */
const maxAccountsListed = 10;

const lineOf = ({ id, name, kind }: AccountRecord) => `  ${id}  ${name} (${kind})`;

function listOf(accounts: readonly AccountRecord[]): string {
  const lines = accounts.slice(0, maxAccountsListed).map(lineOf);
  const more = accounts.length - lines.length;
  return [...lines, ...(more > 0 ? [`  … and ${more.toLocaleString('en')} more`] : [])].join('\n');
}

/** A client, or a site without a client, and its line number. */
interface OwnedRecord {
  record: { type: 'client' | 'site'; accountId: string | null };
  line: number;
}

/** Finds the account of each client, and of each site without a client, in an import. */
export class Owners {
  readonly #accounts: Map<string, AccountRecord>;
  readonly #stored: ReadonlyMap<string, AccountRecord>;
  readonly #importAccount: string | null;
  readonly #faults: Faults;
  /** Accounts that a record could belong to if it does not name one. */
  readonly #candidates: readonly AccountRecord[];
  #hasListedAccounts = false;

  /**
   * @param options.imported the accounts of the import, some of which may also be in `stored`.
   */
  constructor(
    options: {
      imported: readonly AccountRecord[];
      stored: readonly AccountRecord[];
      /** The account for records that do not name one; null if the import does not name one either. */
      account: string | null;
      /** Whether the import is sample data. Only then are records that name no account assigned to sample accounts. */
      sample: boolean;
    },
    faults: Faults,
  ) {
    const { imported, stored, account, sample } = options;
    this.#accounts = new Map(imported.map((record) => [record.id, record]));
    this.#stored = new Map(stored.map((record) => [record.id, record]));
    this.#importAccount = account;
    this.#faults = faults;
    const all = new Map([...this.#stored, ...this.#accounts]);
    this.#candidates = [...all.values()].filter((candidate) => candidate.sample === sample);
    if (account !== null && !all.has(account)) {
      faults.addForAll(`--account ${account}`, noSuchAccount);
    }
  }

  /** Accounts to write. */
  get accounts(): readonly AccountRecord[] {
    return [...this.#accounts.values()];
  }

  #find(id: string): AccountRecord | null {
    return this.#accounts.get(id) ?? this.#stored.get(id) ?? null;
  }

  /**
   * Returns the first of: the account that the record names, the import's account, the record's current account, the
   * only account, a new default account. Returns null if the named account does not exist, if there are several to
   * choose from, or if a client would be added to a business. Each of these cases also adds a fault; if the import's
   * account does not exist, the constructor has already added it.
   */
  findAccount(
    { record, line }: OwnedRecord,
    stored: { accountId: string } | undefined,
  ): AccountRecord | null {
    const namedId = record.accountId ?? this.#importAccount;
    if (namedId !== null) {
      const account = this.#find(namedId);
      if (!account && record.accountId !== null) this.#addFault(line, noSuchAccount);
      // Refusing a client that is already stored would block every file that lists it.
      if (record.type === 'site' || account?.kind !== 'business' || stored?.accountId === namedId) {
        return account;
      }
      this.#addFault(
        line,
        record.accountId === null
          ? `is missing, and --account names ${businessWithoutClients}`
          : `names ${businessWithoutClients}`,
      );
      return null;
    }
    const currentAccount = this.#candidates.find(({ id }) => id === stored?.accountId);
    return currentAccount ?? this.#resolveOnlyAccount(record.type, line);
  }

  #addFault(line: number, reason: string): void {
    this.#faults.add(line, { field: 'accountId', reason });
  }

  #resolveOnlyAccount(type: 'client' | 'site', line: number): AccountRecord | null {
    const [only, ...others] = this.#candidates;
    if (!only) {
      this.#accounts.set(defaultAccount.id, defaultAccount);
      return defaultAccount;
    }
    if (others.length === 0) {
      if (type === 'site' || only.kind === 'agency') return only;
      this.#addFault(line, `is missing, and the only account is ${businessWithoutClients}`);
      return null;
    }
    const list = this.#hasListedAccounts ? '' : `:\n${listOf(this.#candidates)}`;
    this.#hasListedAccounts = true;
    this.#addFault(
      line,
      `is missing, and there are several accounts. Name one here, or for the whole file with --account ID${list}`,
    );
    return null;
  }
}
