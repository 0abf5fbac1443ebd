import * as v from 'valibot';
import type { FormerOwner } from '../../records.ts';
import type { Engine } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';
import type { Layout } from '../engine/layout.ts';
import { selectNewestOfManySites } from '../engine/schema.ts';
import { addFormerOwners, keepFormerOwners } from '../former-owners.ts';
import type { Journal } from './journal.ts';

/** The tables of the ledger, and the column with the scan's ID. */
const ledgerTables = [
  { table: 'scanRequests', scan: 'id' },
  { table: 'scanPlans', scan: 'id' },
  { table: 'scanSteps', scan: 'scan' },
  { table: 'questions', scan: 'scan' },
  { table: 'responses', scan: 'scan' },
] as const;

const unknownAccount = "accountId = toUUID('00000000-0000-0000-0000-000000000000')";

const ScanRow = v.object({
  siteId: v.string(),
  scan: v.string(),
  createdAt: v.number(),
  /** Null if it was not removed. */
  removedAt: v.nullable(v.number()),
});
type ScanRow = v.InferOutput<typeof ScanRow>;

const ActionRow = v.object({
  at: v.number(),
  action: v.string(),
  accountId: v.string(),
  subject: v.string(),
  detail: v.string(),
});
type ActionRow = v.InferOutput<typeof ActionRow>;

const OwnedRow = v.object({ id: v.string(), accountId: v.string() });
const IdRow = v.object({ id: v.string() });
const VersionRow = v.object({ version: v.number() });

/** The audit trail has a removal as soon as its import has ended. */
const maxAuditDelayMs = 3_600_000;

/** The table of what an action removed; null if it removed nothing whose ID it names. */
function removedTableOf({ action, detail }: ActionRow): FormerOwner['table'] | null {
  const text = action === 'removed' ? detail : action;
  if (action !== 'removed' && !action.endsWith(' deleted')) return null;
  if (text.startsWith('client ')) return 'clients';
  if (text.startsWith('site ')) return 'sites';
  return text.startsWith('scan ') ? 'scans' : null;
}

/** The site that an action concerned; null if the audit trail does not name it. */
function siteOf(row: ActionRow): string | null {
  if (row.action.startsWith('site ') || row.action === 'set-up changed') return row.subject;
  if (removedTableOf(row) === 'sites') return row.subject;
  return /\bsite ([0-9a-f-]{36})$/.exec(row.detail)?.[1] ?? null;
}

/**
 * The account that a scan had; null if nothing tells. If the scan was removed, its site may have been removed with it
 * and have come back in another account.
 */
function findAccount(
  { scan, removedAt }: ScanRow,
  site: {
    /** Its account; null if it no longer exists. */
    accountId: string | null;
    /** When the oldest of its scans that are not removed was requested. */
    keptSince: number;
    /** What was done to it and its scans, oldest first. */
    actions: readonly ActionRow[];
  },
): string | null {
  // A site that was removed lost all of its scans.
  if (removedAt === null || site.keptSince < removedAt) return site.accountId;
  const isRemoval = (row: ActionRow) => removedTableOf(row) === 'sites';
  const ofScan = site.actions.find(({ subject }) => subject === scan);
  const next = site.actions.find(({ at }) => at >= removedAt);
  const last = site.actions.findLast(({ at }) => at < removedAt);
  if (ofScan) return ofScan.accountId;
  if (next && isRemoval(next) && next.at - removedAt < maxAuditDelayMs) return next.accountId;
  return last && !isRemoval(last) ? last.accountId : null;
}

interface NamingContext {
  engine: Engine;
  layout: Layout;
  journal: Journal;
}

const readActions = (engine: Engine): Promise<ActionRow[]> =>
  engine.rows(
    ActionRow,
    `SELECT at, action, assumeNotNull(accountId) AS accountId, subject, detail FROM audit
     WHERE accountId IS NOT NULL AND (action LIKE 'site %' OR action = 'set-up changed'
       OR action = 'removed' OR action LIKE '% deleted' OR match(detail, 'site [0-9a-f-]{36}$'))
     ORDER BY at`,
  );

type OwnedScan = ScanRow & { accountId: string };

/** The scans of the ledger whose account is known, with it. @param sites the accounts of the sites that exist */
async function findOwnedScans(
  engine: Engine,
  sites: ReadonlyMap<string, string>,
  actions: readonly ActionRow[],
): Promise<OwnedScan[]> {
  const scans = await engine.rows(
    ScanRow,
    `SELECT siteId, scan, min(at) AS createdAt,
       if(countIf(step = 'removed') = 0, NULL, minIf(at, step = 'removed')) AS removedAt
     FROM scanSteps GROUP BY siteId, scan`,
  );
  const actionsOf = Map.groupBy(actions, siteOf);
  const keptSince = new Map<string, number>();
  for (const { siteId, createdAt, removedAt } of scans)
    if (removedAt === null)
      keptSince.set(siteId, Math.min(createdAt, keptSince.get(siteId) ?? createdAt));
  return scans.flatMap((scan) => {
    const { siteId } = scan;
    const accountId = findAccount(scan, {
      accountId: sites.get(siteId) ?? null,
      keptSince: keptSince.get(siteId) ?? Number.POSITIVE_INFINITY,
      actions: actionsOf.get(siteId) ?? [],
    });
    return accountId === null ? [] : { ...scan, accountId };
  });
}

/** Writes the accounts of scans into the rows of the ledger. */
async function nameInLedger(
  { engine, layout }: NamingContext,
  scans: readonly OwnedScan[],
): Promise<void> {
  const scanOf = new Map(scans.map((owned) => [owned.scan, owned]));
  for (const ids of slicesOfIds([...scanOf.keys()])) {
    const owned = ids.flatMap((id) => scanOf.get(id) ?? []);
    const params = {
      scans: ids,
      accounts: owned.map(({ accountId }) => accountId),
      sites: [...new Set(owned.map(({ siteId }) => siteId))],
    };
    for (const { table, scan } of ledgerTables)
      await engine.runLong(
        `ALTER TABLE ${layout.mutationTarget(table)}
         UPDATE accountId = {accounts:Array(UUID)}[indexOf({scans:Array(UUID)}, ${scan})]
         WHERE ${unknownAccount} AND siteId IN {sites:Array(UUID)} AND ${scan} IN {scans:Array(UUID)}`,
        params,
      );
  }
}

/** Leaves out the owners of IDs that exist. */
async function withoutExisting(
  engine: Engine,
  owners: readonly FormerOwner[],
  version: number,
): Promise<FormerOwner[]> {
  const existing = new Set<string>();
  for (const [table, ofTable] of Map.groupBy(owners, (owner) => owner.table)) {
    const select = `SELECT id FROM ${selectNewestOfManySites(table, 'id IN {ids:Array(UUID)}')}`;
    for (const ids of slicesOfIds(ofTable.map(({ id }) => id)))
      for (const { id } of await engine.rows(IdRow, select, { ids, version }))
        existing.add(`${table} ${id}`);
  }
  return owners.filter(({ table, id }) => !existing.has(`${table} ${id}`));
}

/**
 * Names the account in the ledger's rows of earlier versions, and stores the accounts of IDs removed so far, as far as
 * sites that exist or the audit trail tell. Safe to repeat.
 */
export async function nameAccounts(context: NamingContext): Promise<void> {
  const { engine, journal } = context;
  const [newest] = await engine.rows(VersionRow, 'SELECT max(id) AS version FROM imports');
  const version = newest?.version ?? 0;
  const sites = await engine.rows(
    OwnedRow,
    `SELECT id, accountId FROM ${selectNewestOfManySites('sites', 'true')}`,
    { version },
  );
  const actions = await readActions(engine);
  const accountOf = new Map(sites.map(({ id, accountId }) => [id, accountId]));
  const scans = await findOwnedScans(engine, accountOf, actions);
  await nameInLedger(context, scans);

  await keepFormerOwners(engine);
  const owners = [
    ...scans.flatMap(({ siteId, scan, accountId }): FormerOwner[] => [
      { table: 'sites', id: siteId, accountId },
      { table: 'scans', id: scan, accountId },
    ]),
    ...actions.flatMap((row): FormerOwner[] => {
      const table = removedTableOf(row);
      return table === null ? [] : [{ table, id: row.subject, accountId: row.accountId }];
    }),
  ];
  // Of several, the last one counts.
  const unique = new Map(owners.map((owner) => [`${owner.table} ${owner.id}`, owner]));
  await addFormerOwners(engine, await withoutExisting(engine, [...unique.values()], version));
  await journal.recordKeptRows();
}
