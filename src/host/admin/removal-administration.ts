import * as v from 'valibot';
import { isActive } from '../../service/access/keys.ts';
import { formatCount } from '../../service/format-count.ts';
import { importMeasurements } from '../../service/import/import.ts';
import { recordInput } from '../../service/import/input.ts';
import type { KeyRecord } from '../../service/store/records.ts';
import type { Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { type CommandContext, defineCommand, retryAdvice } from './command.ts';

const removableKinds = ['site', 'client', 'account'] as const;
export type RemovableKind = (typeof removableKinds)[number];

/** What removing a site, client or account also removes. */
const Removable = v.object({
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  name: v.string(),
  clients: v.number(),
  sites: v.number(),
  scans: v.number(),
  answers: v.number(),
});
export type Removable = v.InferOutput<typeof Removable>;

const Removed = v.object({
  ...Removable.entries,
  /** The number of keys, shares and feeds that the removal revoked. */
  keys: v.number(),
});
type Removed = v.InferOutput<typeof Removed>;

/** The ID of what is removed, in lower case. */
const RemovalRequest = v.object({ id: v.string() });

/** The owner of what is removed, its name, and the IDs of its sites. */
interface RemovalRoots extends Pick<Removable, 'accountId' | 'clientId' | 'name' | 'clients'> {
  siteIds: readonly string[];
}

async function findRemovalRoots(
  store: Store,
  kind: RemovableKind,
  id: string,
): Promise<RemovalRoots | null> {
  const { lookups } = store;
  switch (kind) {
    case 'site': {
      const [site] = await lookups.sites([id]);
      if (!site) return null;
      const { accountId, clientId, name } = site;
      return { accountId, clientId, name, clients: 0, siteIds: [id] };
    }
    case 'client': {
      const [client] = await lookups.clients([id]);
      if (!client) return null;
      const { accountId, name } = client;
      const sites = (await lookups.sitesOfAccounts([accountId])).filter(
        ({ clientId }) => clientId === id,
      );
      return { accountId, clientId: id, name, clients: 1, siteIds: sites.map((site) => site.id) };
    }
    case 'account': {
      const account = (await lookups.accounts()).find((candidate) => candidate.id === id);
      if (!account) return null;
      const clients = await lookups.clientsOfAccounts([id]);
      const sites = await lookups.sitesOfAccounts([id]);
      return {
        accountId: id,
        clientId: null,
        name: account.name,
        clients: clients.length,
        siteIds: sites.map((site) => site.id),
      };
    }
  }
}

async function readRemovable(store: Store, kind: RemovableKind, id: string): Promise<Removable> {
  const roots = await findRemovalRoots(store, kind, id);
  if (!roots) throw new AdministrationError(`No ${kind} has the ID ${id}.`);
  const { siteIds, ...removable } = roots;
  const answerCounts = await store.lookups.textCounts(siteIds);
  return {
    ...removable,
    sites: siteIds.length,
    scans: (await store.lookups.scansOfSites(siteIds)).length,
    answers: answerCounts.reduce((sum, { answers }) => sum + answers, 0),
  };
}

/** The keys, shares and feeds that work. */
async function readActiveKeys({ store, clock }: CommandContext): Promise<KeyRecord[]> {
  return (await store.keys()).filter((key) => isActive(key, clock()));
}

/** The numbers of what is removed, such as `2 sites, 3 scans, 40 answers`. */
export const describeRemovedCounts = (
  { clients, sites, scans, answers }: Removable,
  kind: RemovableKind,
): string =>
  [
    ...(kind === 'account' ? [formatCount(clients, 'client')] : []),
    ...(kind === 'site' ? [] : [formatCount(sites, 'site')]),
    formatCount(scans, 'scan'),
    formatCount(answers, 'answer'),
  ].join(', ');

const defineRemoval = (kind: RemovableKind) =>
  defineCommand({
    usage: ['ID [--yes]'],
    request: RemovalRequest,
    result: Removed,
    adviceAfterSilence: `The command has not been confirmed: once the host responds again, run it again. If it has already removed the ${kind}, it says that there is none.`,
    async run(context, { id }): Promise<Removed> {
      const removable = await readRemovable(context.store, kind, id);
      const active = await readActiveKeys(context);
      await importMeasurements(
        context.store,
        recordInput('the removal', [{ type: kind, id, removed: true }]),
      );
      const stillActive = new Set((await readActiveKeys(context)).map((key) => key.id));
      return { ...removable, keys: active.filter((key) => !stillActive.has(key.id)).length };
    },
    auditOf: (removed, { id }) => [
      {
        action: 'removed',
        accountId: removed.accountId,
        clientId: removed.clientId,
        subject: id,
        detail: [
          `${kind} with ${describeRemovedCounts(removed, kind)}`,
          ...(removed.keys > 0 ? [`keys, links and feeds revoked: ${removed.keys}`] : []),
        ].join('; '),
      },
    ],
  });

/**
 * An operator's commands that remove data for good, and revoke what gives access to it. They throw AdministrationError if
 * nothing has the ID.
 */
export const removalCommands = {
  /** Reads what a removal would remove. */
  removable: defineCommand({
    usage: [],
    request: v.object({ kind: v.picklist(removableKinds), ...RemovalRequest.entries }),
    result: Removable,
    adviceAfterSilence: `Nothing was removed. ${retryAdvice}`,
    run: ({ store }, { kind, id }) => readRemovable(store, kind, id),
  }),
  'remove/site': defineRemoval('site'),
  'remove/client': defineRemoval('client'),
  'remove/account': defineRemoval('account'),
};
