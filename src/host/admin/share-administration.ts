import * as v from 'valibot';
import { isUuid } from '../../contract/fields.ts';
import { isActive } from '../../service/access/keys.ts';
import { restrictKeys } from '../../service/access/restrict-keys.ts';
import { isSharedKey, type SharedKey } from '../../service/access/share-records.ts';
import type { Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { adviseListing, type CommandContext, defineCommand, retryAdvice } from './command.ts';

/** A share or feed without its secret, for display. */
const ListedShare = v.object({
  id: v.string(),
  kind: v.picklist(['share', 'feed']),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  siteId: v.string(),
  /** Null if the site no longer exists. */
  siteName: v.nullable(v.string()),
  title: v.string(),
  pages: v.array(v.string()),
  /** A query string: the locked filters of a share, or the report that a feed contains. */
  question: v.string(),
  hasPassphrase: v.boolean(),
  /** The name of the key that created it. */
  createdBy: v.string(),
  /** In milliseconds since the epoch, like the times below. */
  createdAt: v.number(),
  /** Null if it never expires. */
  expiresAt: v.nullable(v.number()),
  /** When the share was last opened, or the feed last read; null if never. */
  lastOpenedAt: v.nullable(v.number()),
  /** How often a share was opened; null for a feed, whose reads are not counted. */
  opens: v.nullable(v.number()),
});
export type ListedShare = v.InferOutput<typeof ListedShare>;

const RevokedShare = v.object({
  record: ListedShare,
  /**
   * False if the disk is full: until there is space, the revocation is only in memory, and is lost if the process ends.
   */
  isWritten: v.boolean(),
});
async function readListedShares(
  store: Store,
  shares: readonly SharedKey[],
): Promise<ListedShare[]> {
  const sites = await store.lookups.sites([...new Set(shares.map(({ share }) => share.siteId))]);
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const signIns = await store.signIns(shares);
  return shares.map(({ share, ...record }) => ({
    id: record.id,
    kind: share.kind,
    accountId: record.accountId,
    clientId: record.clientId,
    siteId: share.siteId,
    siteName: names.get(share.siteId) ?? null,
    title: share.title,
    pages: [...share.pages],
    question: share.question,
    createdBy: share.createdBy,
    hasPassphrase: share.passphrase !== null,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
    ...(share.kind === 'feed'
      ? { lastOpenedAt: record.lastUsedAt, opens: null }
      : {
          lastOpenedAt: signIns.get(record.id)?.lastAt ?? null,
          opens: signIns.get(record.id)?.times ?? 0,
        }),
  }));
}

const readActiveShares = async ({ store, clock }: CommandContext): Promise<SharedKey[]> =>
  (await store.keys()).filter(isSharedKey).filter((share) => isActive(share, clock()));

/** An operator's commands on shares and feeds. */
export const shareCommands = {
  /** Lists the active shares and feeds, oldest first. */
  'shares/list': defineCommand({
    usage: ['[--site ID]'],
    request: v.object({}),
    result: v.array(ListedShare),
    adviceAfterSilence: retryAdvice,
    async run(context) {
      const shares = await readActiveShares(context);
      return readListedShares(
        context.store,
        shares.sort((a, b) => a.createdAt - b.createdAt),
      );
    },
  }),
  /**
   * Throws AdministrationError if no active share or feed has the ID; StoreFull if the disk is full and this process
   * serves no requests.
   */
  'shares/revoke': defineCommand({
    usage: ['ID'],
    request: v.object({ id: v.string() }),
    result: RevokedShare,
    adviceAfterSilence: adviseListing('shares'),
    async run(context, { id: requestedId }) {
      const { store, clock, isServing } = context;
      const id = isUuid(requestedId) ? requestedId.toLowerCase() : requestedId;
      const share = (await readActiveShares(context)).find((candidate) => candidate.id === id);
      const [record] = share ? await readListedShares(store, [share]) : [];
      if (!share || !record) {
        throw new AdministrationError(`No active share or feed has the ID ${requestedId}.`);
      }
      const revokedAt = clock();
      const revokedShare = { ...share, revokedAt };
      if (isServing) return { record, isWritten: await restrictKeys(store, [revokedShare]) };
      await store.putKeys(revokedShare);
      return { record, isWritten: true };
    },
    auditOf: ({ record: { id, kind, accountId, clientId, siteId } }) => [
      {
        action: `${kind} revoked`,
        keyId: id,
        accountId,
        clientId,
        subject: id,
        detail: `site ${siteId}`,
      },
    ],
  }),
};
