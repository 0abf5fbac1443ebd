import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { msPerUtcDay } from '../../contract/dates/days.ts';
import { scopes as allScopes } from '../../contract/scopes.ts';
import { findTextFault } from '../../contract/visible-text.ts';
import { digestOf, isActive, makeKey, prefixOf } from '../../service/access/keys.ts';
import { restrictKeys } from '../../service/access/restrict-keys.ts';
import type { AuditAction } from '../../service/store/audit.ts';
import { type Instant, KeyRecord } from '../../service/store/records.ts';
import { type Store, StoreFull } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { type AuditEntry, adviseListing, defineCommand, retryAdvice } from './command.ts';
import { checkAccountName, createAccount, NewAccount } from './create-account.ts';
import { findKey } from './find-key.ts';
import { calculateExpiry, checkDays, Lifetime } from './key-lifetime.ts';
import { resolveAccount } from './resolve-account.ts';

const NewKey = v.object({
  name: v.string(),
  /** Null for the account of the client or, without a client, the only account besides sample data. */
  account: v.nullable(v.string()),
  /** Null for a key that opens the whole account. */
  client: v.nullable(v.string()),
  scopes: v.array(v.string()),
  /** An account to create for the key; only if account and client are null. */
  newAccount: v.optional(NewAccount),
  /** Whether the key cannot read notes. */
  hidesNotes: v.optional(v.boolean(), false),
  /** Left out for a key that never expires. */
  lifetime: v.optional(Lifetime),
});
type NewKey = v.InferInput<typeof NewKey>;

const Rotation = v.object({
  /** ID of the key to replace, or its prefix if no other key has it. */
  id: v.string(),
  /** Days of 24 hours for which the old key still works; 0 revokes it at once. */
  overlapDays: v.number(),
  /** Left out if the new key never expires; required if the old key expires. */
  lifetime: v.optional(Lifetime),
});
type Rotation = v.InferOutput<typeof Rotation>;

/**
 * A key without its digest, for display. `accountName` and `clientName` are null if the account or client no longer
 * exists; `clientName` is also null if the key has no client.
 */
export const ListedKey = v.object({
  ...v.omit(KeyRecord, ['digest']).entries,
  // Hosts of earlier versions leave out the names.
  accountName: v.nullish(v.string(), null),
  clientName: v.nullish(v.string(), null),
});
export type ListedKey = v.InferOutput<typeof ListedKey>;

/** A new key, which is shown only once. */
const CreatedKey = v.object({ key: v.string(), record: ListedKey });
export type CreatedKey = v.InferOutput<typeof CreatedKey>;

const RotatedKey = v.object({ ...CreatedKey.entries, old: ListedKey });
type RotatedKey = v.InferOutput<typeof RotatedKey>;

const RevokedKey = v.object({
  record: ListedKey,
  /** False if the key had been revoked before. Hosts of earlier versions leave it out. */
  isNew: v.optional(v.boolean(), true),
  /**
   * False if the disk is full: until there is space, the revocation is only in memory, and is lost if the process ends.
   */
  isWritten: v.boolean(),
});
type RevokedKey = v.InferOutput<typeof RevokedKey>;

const WrittenEnd = v.object({
  /** The keys whose sessions were ended. */
  keys: v.array(ListedKey),
  /** False if the disk is full: as for a revoked key. */
  isWritten: v.boolean(),
});
type EndedSessions = v.InferOutput<typeof WrittenEnd>;
/** Hosts of earlier versions list the keys only. */
const EndedSessions = v.union([
  WrittenEnd,
  v.pipe(
    v.array(ListedKey),
    v.transform((keys): EndedSessions => ({ keys, isWritten: true })),
  ),
]);

const knownScopes: readonly string[] = allScopes;

/** Reads the keys of a store, without its shares and feeds. */
const readKeys = async (store: Store): Promise<readonly KeyRecord[]> =>
  (await store.keys()).filter(({ share }) => share === null);

/**
 * Looks up the account and client names of keys.
 * @returns a function that converts one of these keys for display.
 */
async function prepareListing(
  store: Store,
  keys: readonly Pick<KeyRecord, 'clientId'>[],
): Promise<(key: KeyRecord) => ListedKey> {
  const ids = new Set(keys.flatMap(({ clientId }) => clientId ?? []));
  const accounts = await store.lookups.accounts();
  const clients = await store.lookups.clients([...ids]);
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]));
  return ({ digest, ...record }) => ({
    ...record,
    accountName: accountNames.get(record.accountId) ?? null,
    clientName: clientNames.get(record.clientId ?? '') ?? null,
  });
}

type NewKeyFields = Pick<
  KeyRecord,
  'name' | 'accountId' | 'clientId' | 'scopes' | 'hidesNotes' | 'expiresAt'
>;

function createKeyRecord(fields: NewKeyFields, now: Instant): { key: string; record: KeyRecord } {
  const key = makeKey();
  const record = {
    id: randomUUID(),
    digest: digestOf(key),
    prefix: prefixOf(key),
    ...fields,
    sample: false,
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    share: null,
  };
  return { key, record };
}

/** @throws AdministrationError for a name or scope that a key cannot have, or an account's name that is not valid. */
export function checkNewKey({
  name,
  scopes,
  newAccount,
}: Pick<NewKey, 'name' | 'scopes' | 'newAccount'>): void {
  if (name.trim() === '') throw new AdministrationError('A key needs a name: --name NAME.');
  const fault = findTextFault(name);
  if (fault !== null) throw new AdministrationError(`The name of a key ${fault}.`);
  const unknownScope = scopes.find((scope) => !knownScopes.includes(scope));
  if (unknownScope !== undefined) {
    throw new AdministrationError(
      `Unknown scope '${unknownScope}'. The scopes are: ${knownScopes.join(', ')}.`,
    );
  }
  if (newAccount) checkAccountName(newAccount.name);
}

async function createKey(store: Store, request: NewKey, now: Instant): Promise<CreatedKey> {
  checkNewKey(request);
  const {
    name,
    account,
    client: clientId,
    scopes,
    newAccount,
    hidesNotes = false,
    lifetime,
  } = request;
  if (newAccount && (account !== null || clientId !== null)) {
    throw new AdministrationError('Give a new account, or an account or client, not both.');
  }
  const expiresAt = lifetime ? calculateExpiry(lifetime, now) : null;
  const accountId = newAccount
    ? await createAccount(store, newAccount)
    : await resolveAccount(store, request);
  const toListed = await prepareListing(store, [{ clientId }]);
  const uniqueScopes = [...new Set(scopes)];
  const fields = { name, accountId, clientId, scopes: uniqueScopes, hidesNotes, expiresAt };
  const { key, record } = createKeyRecord(fields, now);
  await store.putKeys(record);
  return { key, record: toListed(record) };
}

async function rotateKey(store: Store, request: Rotation, now: Instant): Promise<RotatedKey> {
  const { id, overlapDays, lifetime } = request;
  checkDays(overlapDays, 0, '--overlap');
  const oldKey = findKey(await readKeys(store), id);
  if (oldKey.sample) throw new AdministrationError('Sample keys cannot be rotated.');
  if (!isActive(oldKey, now)) {
    throw new AdministrationError(
      `Key ${oldKey.id} is revoked or expired, so it cannot be rotated. Create a new key.`,
    );
  }
  if (oldKey.expiresAt !== null && !lifetime) {
    throw new AdministrationError(
      `Key ${oldKey.id} has an expiry date. Set how long the new key works: --expires DAY or --days N.`,
    );
  }
  const expiresAt = lifetime ? calculateExpiry(lifetime, now) : null;
  const { name, accountId, clientId, scopes, hidesNotes } = oldKey;
  const fields = { name, accountId, clientId, scopes, hidesNotes, expiresAt };
  const { key, record } = createKeyRecord(fields, now);
  const toListed = await prepareListing(store, [record]);
  const overlapEnds = now + overlapDays * msPerUtcDay;
  const endingKey =
    overlapDays === 0
      ? { ...oldKey, revokedAt: now }
      : { ...oldKey, expiresAt: Math.min(oldKey.expiresAt ?? overlapEnds, overlapEnds) };
  await store.putKeys(record, endingKey);
  return { key, record: toListed(record), old: toListed(endingKey) };
}

/** Revokes a key. Writes it even if it was already revoked, since the earlier revocation may be in memory only. */
async function revokeKey(
  store: Store,
  id: string,
  { now, isServing }: { now: Instant; isServing: boolean },
): Promise<RevokedKey> {
  const key = findKey(await readKeys(store), id);
  const toListed = await prepareListing(store, [key]);
  const isNew = key.revokedAt === null;
  const revokedKey = { ...key, revokedAt: key.revokedAt ?? now };
  const isWritten = await restrict(store, [revokedKey], {
    isServing,
    refusal: `Key ${key.id} was not revoked: the disk is full, and no host is running. Free some space, then revoke the key again before you start a host.`,
  });
  return { record: toListed(revokedKey), isNew, isWritten };
}

/** Restricts keys as `restrictKeys` does, but refuses it on a full disk if this process serves no requests. */
async function restrict(
  store: Store,
  keys: readonly KeyRecord[],
  { isServing, refusal }: { isServing: boolean; refusal: string },
): Promise<boolean> {
  if (isServing) return restrictKeys(store, keys);
  try {
    await store.putKeys(...keys);
    return true;
  } catch (error) {
    if (error instanceof StoreFull) throw new AdministrationError(refusal);
    throw error;
  }
}

async function endSessions(
  store: Store,
  id: string | null,
  { now, isServing }: { now: Instant; isServing: boolean },
): Promise<EndedSessions> {
  const keys = await readKeys(store);
  const keysToEnd = id === null ? keys.filter((key) => isActive(key, now)) : [findKey(keys, id)];
  const endedKeys = keysToEnd.map((key) => ({ ...key, sessionsEndedAt: now }));
  // The names are looked up first, so that the lookup cannot fail after the sessions have ended.
  const toListed = await prepareListing(store, endedKeys);
  const isWritten =
    endedKeys.length === 0 ||
    (await restrict(store, endedKeys, {
      isServing,
      refusal:
        'No sessions were ended: the disk is full, and no host is running. Free some space, then end them again before you start a host.',
    }));
  return { keys: endedKeys.map(toListed), isWritten };
}

const keyEntry = (action: AuditAction, key: ListedKey, detail = ''): AuditEntry => {
  const { id: keyId, accountId, clientId, name: subject } = key;
  return { action, keyId, accountId, clientId, subject, detail };
};

/** An operator's commands on keys. */
export const keyCommands = {
  'keys/create': defineCommand({
    usage: [
      '--name NAME [--account ID] [--client ID] [--scope SCOPE]… [--no-notes] [--expires DAY | --days N]',
      '--name NAME --new-account NAME [--kind KIND] [--scope SCOPE]… [--no-notes] [--expires DAY | --days N]',
    ],
    request: NewKey,
    result: CreatedKey,
    adviceAfterSilence: adviseListing('keys'),
    run: ({ store, clock }, request: NewKey) => createKey(store, request, clock()),
    auditOf: ({ record }, { newAccount }) => [
      keyEntry(
        'key created',
        record,
        [newAccount ? 'new account' : [], record.hidesNotes ? 'no notes' : []].flat().join(', '),
      ),
    ],
  }),
  'keys/list': defineCommand({
    usage: [''],
    request: v.object({}),
    result: v.array(ListedKey),
    adviceAfterSilence: retryAdvice,
    async run({ store }) {
      const keys = await readKeys(store);
      return keys.map(await prepareListing(store, keys)).sort((a, b) => a.createdAt - b.createdAt);
    },
  }),
  /** Replaces a key with one that has the same access. The old key stops working after the overlap at the latest. */
  'keys/rotate': defineCommand({
    usage: ['KEY [--overlap N] [--expires DAY | --days N]'],
    request: Rotation,
    result: RotatedKey,
    adviceAfterSilence: adviseListing('keys'),
    run: ({ store, clock }, request) => rotateKey(store, request, clock()),
    auditOf: ({ record, old }) => [
      keyEntry('key rotated', old, `replaced by ${record.id}`),
      keyEntry('key created', record, `replaces ${old.id}${record.hidesNotes ? ', no notes' : ''}`),
    ],
  }),
  /** Revokes the key with an ID, or with a prefix that no other key has. */
  'keys/revoke': defineCommand({
    usage: ['KEY'],
    request: v.object({ id: v.string() }),
    result: RevokedKey,
    adviceAfterSilence: adviseListing('keys'),
    run: ({ store, clock, isServing }, { id }) => revokeKey(store, id, { now: clock(), isServing }),
    auditOf: ({ isNew, record }) => (isNew ? [keyEntry('key revoked', record)] : []),
  }),
  /**
   * Ends every session started with a key so far; the key itself is not revoked. The ID is as for `keys/revoke`, or
   * null for all keys that are neither revoked nor expired.
   */
  'keys/end-sessions': defineCommand({
    usage: ['KEY | --all'],
    request: v.object({ id: v.nullable(v.string()) }),
    result: EndedSessions,
    adviceAfterSilence:
      'The command has not been confirmed: run it again once the host responds. Running it twice does no harm.',
    run: ({ store, clock, isServing }, { id }) =>
      endSessions(store, id, { now: clock(), isServing }),
    auditOf: ({ keys }) => keys.map((key) => keyEntry('sessions ended', key)),
  }),
};
