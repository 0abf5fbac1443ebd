import * as v from 'valibot';
import { isUuid } from '../../contract/fields.ts';
import { isActive } from '../../service/access/keys.ts';
import { restrictKeys } from '../../service/access/restrict-keys.ts';
import { isSharedKey, type SharedKey } from '../../service/access/share-records.ts';
import type { Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';

/** A share or feed without its secret, for display. */
export const ListedShare = v.object({
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

export const RevokedShare = v.object({
  record: ListedShare,
  /**
   * False if the disk is full: until there is space, the revocation is only in memory, and is lost if the process ends.
   */
  isWritten: v.boolean(),
});
type RevokedShare = v.InferOutput<typeof RevokedShare>;

/** An operator's commands on shares and feeds. */
export interface ShareAdministration {
  /** Lists the active shares and feeds, oldest first. */
  listShares(): Promise<readonly ListedShare[]>;
  /**
   * @throws AdministrationError if no active share or feed has the ID; StoreFull if the disk is full and this process
   * serves no requests.
   */
  revokeShare(id: string): Promise<RevokedShare>;
}

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

/**
 * Carries out commands on shares and feeds in this process.
 * @param options.isServing whether this process serves requests, and so can revoke shares and feeds in memory.
 */
export function createShareAdministration(
  store: Store,
  { clock, isServing }: { clock: () => number; isServing: boolean },
): ShareAdministration {
  const readActiveShares = async (): Promise<SharedKey[]> =>
    (await store.keys()).filter(isSharedKey).filter((share) => isActive(share, clock()));
  return {
    async listShares() {
      const shares = await readActiveShares();
      return readListedShares(
        store,
        shares.sort((a, b) => a.createdAt - b.createdAt),
      );
    },
    async revokeShare(requestedId) {
      const id = isUuid(requestedId) ? requestedId.toLowerCase() : requestedId;
      const share = (await readActiveShares()).find((candidate) => candidate.id === id);
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
  };
}
