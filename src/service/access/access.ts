import { bearerOf } from '../../contract/bearer.ts';
import { isFilled } from '../../contract/endpoint.ts';
import { feedEndpoint } from '../../contract/endpoints/feeds.ts';
import { accountScopes } from '../../contract/scopes.ts';
import type { PassphraseHasher } from '../limits/passphrase-hasher.ts';
import type { Caller, ServiceOptions } from '../service.ts';
import type { AccountRecord, KeyRecord, ShareRecord } from '../store/records.ts';
import type { Tenant } from '../store/store.ts';
import { UntilDataChanges } from '../store/until-data-changes.ts';
import { digestOf, isActive, isSampleName, isWellFormed } from './keys.ts';
import { createPassphraseChecker, splitToken } from './passphrase.ts';
import { shareFilterOf } from './share-filter.ts';

/** What a request's key gives access to. */
export interface Access {
  readonly keyId: string;
  /** The name of the key. */
  readonly name: string;
  readonly tenant: Tenant;
  readonly scopes: readonly string[];
  /** Whether the key cannot read notes. */
  readonly hidesNotes: boolean;
  /** True if the key gives access to sample data only. */
  readonly isSample: boolean;
  /** The share or feed whose secret the key is; null for an ordinary key. */
  readonly share: ShareRecord | null;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
}

/** Why a request has no access: what is missing or invalid, or the seconds to wait before the next attempt. */
export type Refusal = 'key' | 'feed' | 'passphrase' | number;

/** Takes the place of a key's ID when the operator reads without a key. */
export const operatorKeyId = '';

export interface AccessControl {
  /**
   * The access that a request's key gives, or why it gives none: `key` if the key is missing or not valid for this
   * request (`feed` at the path of a feed), `passphrase` if a passphrase is missing or wrong, or the seconds to wait.
   */
  checkAccess(request: Request, caller: Caller): Promise<Access | Refusal>;
  /** The key in a request, even if it gives no access; null if missing, malformed, unknown or a sample key's name. */
  keyOf(request: Request): Promise<KeyRecord | null>;
  /** The account with this ID, as of the store's current data; undefined if it does not exist. */
  readAccount(accountId: string): Promise<AccountRecord | undefined>;
}

interface Token {
  secret: string;
  passphrase: string | null;
  /** Whether the secret comes from the path; only feeds have it there. */
  isFeed: boolean;
}

/** The secret of the key, share or feed in a request; null if it has none. */
function tokenOf(request: Request): Token | null {
  const { pathname } = new URL(request.url);
  if (isFilled(feedEndpoint.path, pathname)) {
    const secret = pathname.slice(pathname.lastIndexOf('/') + 1, -'.csv'.length);
    return { secret, passphrase: null, isFeed: true };
  }
  const bearer = bearerOf(request.headers);
  return bearer === null ? null : { ...splitToken(bearer), isFeed: false };
}

/** Whether the operator has ended the key's sessions since the call's session began. */
export const isSessionOver = (record: KeyRecord, { sessionBeganAt }: Caller): boolean =>
  sessionBeganAt !== null &&
  record.sessionsEndedAt !== null &&
  sessionBeganAt < record.sessionsEndedAt;

/** The scopes that a key has in effect. */
const effectiveScopesOf = ({ scopes, clientId }: KeyRecord): readonly string[] =>
  clientId === null ? scopes : scopes.filter((scope) => !accountScopes.includes(scope));

export function createAccessControl(
  { store, clock, mayUseSampleKeys }: ServiceOptions,
  passphrases: PassphraseHasher,
): AccessControl {
  const accounts = new UntilDataChanges<ReadonlyMap<string, AccountRecord>>(store, 1);
  const readAccounts = async () =>
    new Map((await store.lookups.accounts()).map((account) => [account.id, account]));
  const readAccount = async (accountId: string) =>
    (await accounts.get('all', readAccounts)).get(accountId);
  const isSampleAccount = async (accountId: string) =>
    (await readAccount(accountId))?.sample === true;

  const checkPassphrase = createPassphraseChecker(passphrases);

  const findRecord = async (request: Request, key: string, caller: Caller) => {
    const hasSampleName = isSampleName(key);
    if (hasSampleName ? !mayUseSampleKeys(request) : !isWellFormed(key)) return null;
    const record = await store.keyByDigest(digestOf(key));
    if (!record || !isActive(record, clock()) || isSessionOver(record, caller)) return null;
    if (hasSampleName && !record.sample) return null;
    if (record.sample && !mayUseSampleKeys(request)) return null;
    return record;
  };

  const createOperatorAccess = async (accountId: string): Promise<Access> => ({
    keyId: operatorKeyId,
    name: 'the operator',
    tenant: { accountId, clientId: null },
    scopes: [],
    hidesNotes: false,
    isSample: await isSampleAccount(accountId),
    share: null,
    expiresAt: null,
  });

  return {
    readAccount,
    async checkAccess(request, caller) {
      if (caller.operatorAccountId !== undefined)
        return createOperatorAccess(caller.operatorAccountId);
      const token = tokenOf(request);
      const record = token && (await findRecord(request, token.secret, caller));
      const refusal = token?.isFeed ? 'feed' : 'key';
      if (!record || record.sample !== (await isSampleAccount(record.accountId))) return refusal;
      const { id: keyId, name, accountId, clientId, hidesNotes, share, expiresAt } = record;
      if ((share?.kind === 'feed') !== token.isFeed) return refusal;
      const { signal } = request;
      const check = await checkPassphrase(record, token.passphrase, { ...caller, signal });
      if (check !== 'right') return check === 'wrong' ? 'passphrase' : check;
      const shareFilter = share && shareFilterOf(keyId, share, clock());
      const tenant = { accountId, clientId, ...(shareFilter && { shareFilter }) };
      const scopes = effectiveScopesOf(record);
      return { keyId, name, tenant, scopes, hidesNotes, isSample: record.sample, share, expiresAt };
    },
    async keyOf(request) {
      const key = tokenOf(request)?.secret ?? '';
      return isWellFormed(key) ? store.keyByDigest(digestOf(key)) : null;
    },
  };
}
