import { randomUUID } from 'node:crypto';
import { notesScope } from '../contract/enums.ts';
import type { ImportProgress, ImportSummary } from '../service/import/import.ts';
import { importInThread } from '../service/import/import-in-thread.ts';
import { defaultAccount } from '../service/import/plan.ts';
import { digestOf, makeKey, prefixOf } from '../service/keys.ts';
import type { KeyRecord, Store } from '../service/store/store.ts';

/** What an operator asks that cannot be done as asked: the message names the thing and what to do. */
export class AdministrationError extends Error {
  override name = 'AdministrationError';
}

export interface NewKey {
  name: string;
  account: string | null;
  client: string | null;
  scopes: readonly string[];
}

export interface ImportDone extends ImportSummary {
  /** Most memory, in bytes, that the process which did the import ever held. */
  peakMemory: number;
}

/** A key without its digest, for people. */
export type ListedKey = Omit<KeyRecord, 'digest'>;

/** The operator's work on a store, done in this process or by the host that holds the store. */
export interface Administration {
  /**
   * @param path absolute, readable by the process that does the work.
   * @param signal ends the import, unless it is already being made visible.
   * @throws AdministrationError, with every fault told, when nothing was imported.
   */
  importFile(
    path: string,
    account: string | null,
    onProgress: (progress: ImportProgress) => void,
    signal?: AbortSignal,
  ): Promise<ImportDone>;
  /** The key itself is in this answer only. */
  createKey(request: NewKey): Promise<{ key: string; record: ListedKey }>;
  listKeys(): Promise<readonly ListedKey[]>;
  /** @param id a key's id, or its prefix where only one key has it. */
  revokeKey(id: string): Promise<ListedKey>;
}

const knownScopes: readonly string[] = [notesScope];

function listed({ digest, ...record }: KeyRecord): ListedKey {
  return record;
}

/** The account a new key opens, made when it is the default one and nothing has made it yet. */
async function accountFor(store: Store, { account, client }: NewKey): Promise<string> {
  const accounts = await store.lookups.accounts();
  const [found] = client === null ? [] : await store.lookups.clients([client]);
  if (client !== null && !found) throw new AdministrationError(`No client has the id ${client}.`);
  if (found && account !== null && account !== found.accountId) {
    throw new AdministrationError(`Client ${client} does not belong to account ${account}.`);
  }
  const id = account ?? found?.accountId ?? defaultAccount.id;
  const known = accounts.find((each) => each.id === id);
  if (known?.sample) {
    throw new AdministrationError('That is sample data, which only the sample keys open.');
  }
  if (known) return id;
  if (id !== defaultAccount.id) throw new AdministrationError(`No account has the id ${id}.`);
  const writer = await store.beginImport();
  await writer.catalogue({
    accounts: [defaultAccount],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  });
  await writer.commit();
  return id;
}

async function createKey(store: Store, request: NewKey) {
  if (request.name.trim() === '') throw new AdministrationError('A key needs a name: --name NAME.');
  const unknown = request.scopes.find((scope) => !knownScopes.includes(scope));
  if (unknown !== undefined) {
    throw new AdministrationError(
      `There is no scope ${unknown}. The scopes are: ${knownScopes.join(', ')}.`,
    );
  }
  const key = makeKey();
  const record: KeyRecord = {
    id: randomUUID(),
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: request.name,
    accountId: await accountFor(store, request),
    clientId: request.client,
    scopes: [...new Set(request.scopes)],
    sample: false,
    createdAt: Date.now(),
    revokedAt: null,
    lastUsedAt: null,
  };
  await store.putKey(record);
  return { key, record: listed(record) };
}

async function revokeKey(store: Store, id: string): Promise<ListedKey> {
  const keys = await store.keys();
  const matching = keys.filter((key) => key.id === id || key.prefix === id);
  const [key] = matching;
  if (!key) throw new AdministrationError(`No key has the id or prefix ${id}.`);
  if (matching.length > 1) {
    throw new AdministrationError(`Several keys have the prefix ${id}: name one by its id.`);
  }
  const revoked = { ...key, revokedAt: key.revokedAt ?? Date.now() };
  if (key.revokedAt === null) await store.putKey(revoked);
  return listed(revoked);
}

/** Does the work in this process. */
export function administrationOf(store: Store): Administration {
  return {
    async importFile(path, account, onProgress, signal = new AbortController().signal) {
      const summary = await importInThread(store, { path, account }, { onProgress, signal });
      return { ...summary, peakMemory: process.resourceUsage().maxRSS * 1024 };
    },
    createKey: (request) => createKey(store, request),
    async listKeys() {
      const keys = await store.keys();
      return keys.map(listed).sort((a, b) => a.createdAt - b.createdAt);
    },
    revokeKey: (id) => revokeKey(store, id),
  };
}
