import { randomUUID } from 'node:crypto';
import { notesScope } from '../../contract/enums.ts';
import { isUuid } from '../../contract/fields.ts';
import { digestOf, makeKey, prefixOf } from '../../service/keys.ts';
import type { AccountRecord, Instant, KeyRecord } from '../../service/store/records.ts';
import { type Store, StoreFull } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { checkDays, dayMs, endOf, type Lifetime } from './key-lifetime.ts';

export interface NewKey {
  name: string;
  /** Null for the account of the client, or the only one there is. */
  account: string | null;
  client: string | null;
  scopes: readonly string[];
  /** Absent for a key that never expires. */
  lifetime?: Lifetime | undefined;
}

export interface Rotation {
  /** Of the key to replace, or its prefix where only one key has it. */
  id: string;
  /** Days of 24 hours for which the old key still works; 0 revokes it at once. */
  overlapDays: number;
  /** Absent for as long a life as the old key was given. */
  lifetime?: Lifetime | undefined;
}

/** A key without its digest, for people. Names are null where nothing has the id any more. */
export interface ListedKey extends Omit<KeyRecord, 'digest'> {
  accountName: string | null;
  clientName: string | null;
}

/** A new key, which is shown here and never again. */
export interface MadeKey {
  key: string;
  record: ListedKey;
}

export interface RotatedKey extends MadeKey {
  old: ListedKey;
}

export interface RevokedKey {
  record: ListedKey;
  /** False while there is no room to write it: the key opens nothing, until this process ends. */
  isWritten: boolean;
}

/** The operator's work on keys. */
export interface KeyAdministration {
  createKey(request: NewKey): Promise<MadeKey>;
  listKeys(): Promise<readonly ListedKey[]>;
  /** Makes a key like the old one, which expires after the overlap. */
  rotateKey(request: Rotation): Promise<RotatedKey>;
  /** @param id a key's id, or its prefix where only one key has it. */
  revokeKey(id: string): Promise<RevokedKey>;
  /**
   * Ends every session that was begun with a key until now; the key itself goes on working.
   * @param id as for `revokeKey`; null for all keys.
   * @returns the keys.
   */
  endSessions(id: string | null): Promise<readonly ListedKey[]>;
}

const knownScopes: readonly string[] = [notesScope];

/** Finds the names of what keys open. */
async function namesOf(
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

/** The account to open where none is named: the only one. */
function onlyAccount(accounts: readonly AccountRecord[]): string {
  const [first, ...others] = accounts.filter((account) => !account.sample);
  if (!first) {
    throw new AdministrationError(
      'There is no account yet. Import your data first: npm run import -- FILE. The format is in docs/import.md.',
    );
  }
  if (others.length === 0) return first.id;
  const lines = [first, ...others].map(({ id, name, kind }) => `  ${id}  ${name} (${kind})`);
  throw new AdministrationError(
    `There are several accounts. Name the one that the key opens with --account ID:\n${lines.join('\n')}`,
  );
}

/** The account a new key opens. */
async function accountFor(store: Store, { account, client }: NewKey): Promise<string> {
  const accounts = await store.lookups.accounts();
  const isId = client !== null && isUuid(client);
  const [found] = isId ? await store.lookups.clients([client]) : [];
  if (client !== null && !found) throw new AdministrationError(`No client has the id ${client}.`);
  if (found && account !== null && account !== found.accountId) {
    throw new AdministrationError(`Client ${client} does not belong to account ${account}.`);
  }
  const id = account ?? found?.accountId ?? onlyAccount(accounts);
  const known = accounts.find((each) => each.id === id);
  if (!known) throw new AdministrationError(`No account has the id ${id}.`);
  if (known.sample) {
    throw new AdministrationError('That is sample data, which only the sample keys open.');
  }
  return id;
}

type Opens = Pick<KeyRecord, 'name' | 'accountId' | 'clientId' | 'scopes' | 'expiresAt'>;

function newKey(opens: Opens, now: Instant): { key: string; record: KeyRecord } {
  const key = makeKey();
  const record = {
    id: randomUUID(),
    digest: digestOf(key),
    prefix: prefixOf(key),
    ...opens,
    sample: false,
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
  };
  return { key, record };
}

/** @throws AdministrationError for a name or scope that no key can have. */
export function checkNewKey({ name, scopes }: Pick<NewKey, 'name' | 'scopes'>): void {
  if (name.trim() === '') throw new AdministrationError('A key needs a name: --name NAME.');
  if (/\p{C}/u.test(name)) {
    throw new AdministrationError('A key’s name may not hold control characters or line ends.');
  }
  const unknown = scopes.find((scope) => !knownScopes.includes(scope));
  if (unknown !== undefined) {
    throw new AdministrationError(
      `There is no scope ${unknown}. The scopes are: ${knownScopes.join(', ')}.`,
    );
  }
}

async function createKey(store: Store, request: NewKey, now: Instant): Promise<MadeKey> {
  checkNewKey(request);
  const { name, client, scopes, lifetime } = request;
  const expiresAt = lifetime ? endOf(lifetime, now) : null;
  const accountId = await accountFor(store, request);
  const listed = await namesOf(store, [{ clientId: client }]);
  const opens = { name, accountId, clientId: client, scopes: [...new Set(scopes)], expiresAt };
  const { key, record } = newKey(opens, now);
  await store.putKey(record);
  return { key, record: listed(record) };
}

/** @throws AdministrationError unless exactly one key has the id or prefix. */
async function findKey(store: Store, id: string): Promise<KeyRecord> {
  const keys = await store.keys();
  const [key, ...others] = keys.filter((each) => each.id === id || each.prefix === id);
  if (!key) throw new AdministrationError(`No key has the id or prefix ${id}.`);
  if (others.length > 0) {
    throw new AdministrationError(`Several keys have the prefix ${id}: name one by its id.`);
  }
  return key;
}

async function rotateKey(store: Store, request: Rotation, now: Instant): Promise<RotatedKey> {
  const { id, overlapDays, lifetime } = request;
  checkDays(overlapDays, 0, '--overlap');
  const old = await findKey(store, id);
  if (old.sample) throw new AdministrationError('Sample keys cannot be rotated.');
  if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
    throw new AdministrationError(
      `Key ${old.id} opens nothing any more, so there is nothing to rotate. Make a new one with keys create.`,
    );
  }
  if (old.expiresAt !== null && !lifetime) {
    throw new AdministrationError(
      `Key ${old.id} expires. Say how long the new one works: --expires DAY or --days DAYS.`,
    );
  }
  const expiresAt = lifetime ? endOf(lifetime, now) : null;
  const { name, accountId, clientId, scopes } = old;
  const { key, record } = newKey({ name, accountId, clientId, scopes, expiresAt }, now);
  const listed = await namesOf(store, [record]);
  const overlapEnds = now + overlapDays * dayMs;
  const ending =
    overlapDays === 0
      ? { ...old, revokedAt: now }
      : { ...old, expiresAt: Math.min(old.expiresAt ?? overlapEnds, overlapEnds) };
  await store.putKey(record, ending);
  return { key, record: listed(record), old: listed(ending) };
}

/** Written again even when revoked already: that may have been in memory only. */
async function revokeKey(
  store: Store,
  id: string,
  { now, isServing }: { now: Instant; isServing: boolean },
): Promise<RevokedKey> {
  const key = await findKey(store, id);
  const listed = await namesOf(store, [key]);
  const revoked = { ...key, revokedAt: key.revokedAt ?? now };
  try {
    await store.putKey(revoked);
    return { record: listed(revoked), isWritten: true };
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    if (!isServing) {
      throw new AdministrationError(
        `Key ${key.id} was not revoked: the disk is full, and no host is running. Make room, then revoke it again before you start a host.`,
      );
    }
    store.revokeKeyInMemory(key.id, revoked.revokedAt);
    return { record: listed(revoked), isWritten: false };
  }
}

async function endSessions(
  store: Store,
  id: string | null,
  now: Instant,
): Promise<readonly ListedKey[]> {
  const found = id === null ? await store.keys() : [await findKey(store, id)];
  const ended = found.map((key) => ({ ...key, sessionsEndedAt: now }));
  if (ended.length > 0) await store.putKey(...ended);
  return ended.map(await namesOf(store, ended));
}

/**
 * Does the work in this process.
 * @param options.isServing whether this process goes on to answer calls, by what it holds in memory.
 */
export function keyAdministrationOf(
  store: Store,
  { clock, isServing }: { clock: () => number; isServing: boolean },
): KeyAdministration {
  return {
    createKey: (request) => createKey(store, request, clock()),
    async listKeys() {
      const keys = await store.keys();
      return keys.map(await namesOf(store, keys)).sort((a, b) => a.createdAt - b.createdAt);
    },
    rotateKey: (request) => rotateKey(store, request, clock()),
    endSessions: (id) => endSessions(store, id, clock()),
    revokeKey: (id) => revokeKey(store, id, { now: clock(), isServing }),
  };
}
