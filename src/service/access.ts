import { bearerOf } from '../contract/bearer.ts';
import { digestOf, isSampleName, isWellFormed } from './keys.ts';
import type { Caller, ServiceOptions } from './service.ts';
import type { KeyRecord } from './store/records.ts';
import type { Store, Tenant } from './store/store.ts';

/** What a request's key gives access to. */
export interface Access {
  readonly keyId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly string[];
  /** True if the key gives access to sample data only. */
  readonly sample: boolean;
}

/** Whether an account is sample data; reads the store again only after an import. */
function sampleAccounts(store: Store): (accountId: string) => Promise<boolean> {
  const read = async (): Promise<ReadonlySet<string>> => {
    const accounts = await store.lookups.accounts();
    return new Set(accounts.filter((account) => account.sample).map((account) => account.id));
  };
  let known: { version: string; ids: Promise<ReadonlySet<string>> } | null = null;
  return async (accountId) => {
    const version = await store.dataVersion();
    if (known?.version !== version) {
      // All calls after an import share one read.
      const reading = { version, ids: read() };
      reading.ids.catch(() => {
        if (known === reading) known = null;
      });
      known = reading;
    }
    return (await known.ids).has(accountId);
  };
}

export interface AccessControl {
  /**
   * The access that a request's key gives. Null if the key is missing, malformed, unknown, revoked or expired, if its
   * session was ended, if it is a sample key where those are not allowed, or if only one of the key and its account is sample data.
   */
  accessOf(request: Request, caller: Caller): Promise<Access | null>;
  /** The key in a request, whether it gives access or not; null if it is malformed or unknown. */
  keyOf(request: Request): Promise<KeyRecord | null>;
}

/** Whether the operator ended the session of the call. */
export const isSessionOver = (record: KeyRecord, { sessionBegan }: Caller): boolean =>
  sessionBegan !== null && record.sessionsEndedAt !== null && sessionBegan < record.sessionsEndedAt;

export function accessControl({ store, clock, sampleKeysAllowed }: ServiceOptions): AccessControl {
  const isSampleAccount = sampleAccounts(store);

  const recordOf = async (request: Request, caller: Caller): Promise<KeyRecord | null> => {
    const key = bearerOf(request.headers);
    if (key === null) return null;
    const sampleName = isSampleName(key);
    if (sampleName ? !sampleKeysAllowed(request) : !isWellFormed(key)) return null;
    const record = await store.keyByDigest(digestOf(key));
    if (!record || record.revokedAt !== null || isSessionOver(record, caller)) return null;
    if (record.expiresAt !== null && record.expiresAt <= clock()) return null;
    if (sampleName && !record.sample) return null;
    if (record.sample && !sampleKeysAllowed(request)) return null;
    return record;
  };

  return {
    async accessOf(request, caller) {
      const record = await recordOf(request, caller);
      if (!record || record.sample !== (await isSampleAccount(record.accountId))) return null;
      const { id: keyId, accountId, clientId, scopes, sample } = record;
      return { keyId, tenant: { accountId, clientId }, scopes, sample };
    },
    async keyOf(request) {
      const key = bearerOf(request.headers);
      return key !== null && isWellFormed(key) ? store.keyByDigest(digestOf(key)) : null;
    },
  };
}
