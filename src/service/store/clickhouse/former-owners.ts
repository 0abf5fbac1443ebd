import { FormerOwner } from '../records.ts';
import type { Engine } from './engine/engine.ts';
import { slicesOfIds } from './engine/id-slices.ts';
import { selectRemoved } from './engine/schema.ts';

/** The tables of a site's records whose IDs never change account. */
const siteTables = ['brands', 'prompts', 'scans', 'recommendations'] as const;

/** Selects the account of each removed ID whose tombstone is still stored. */
const selectOwnersOfRemoved = [
  ...(['clients', 'sites'] as const).map((table) =>
    selectRemoved(table, `'${table}' AS table, id, accountId`),
  ),
  ...siteTables.map(
    (table) => `SELECT '${table}' AS table, id, owners.accountId AS accountId
      FROM (${selectRemoved(table, 'id, siteId')}) AS removed
      INNER JOIN (SELECT id AS siteId, any(accountId) AS accountId FROM sites GROUP BY id) AS owners
        ON owners.siteId = removed.siteId`,
  ),
].join(' UNION ALL ');

const isNew = '(table, id) NOT IN (SELECT table, id FROM formerOwners)';

/** Stores the account of each removed ID, so that the ID can only come back there. Safe to repeat. */
export const keepFormerOwners = (engine: Engine): Promise<void> =>
  engine.run(
    `INSERT INTO formerOwners (table, id, accountId)
     SELECT table, id, accountId FROM (${selectOwnersOfRemoved}) WHERE ${isNew}`,
  );

/** Stores accounts of removed IDs, unless they are stored already. */
export async function addFormerOwners(
  engine: Engine,
  owners: readonly FormerOwner[],
): Promise<void> {
  const stored = await readFormerOwners(
    engine,
    owners.map(({ id }) => id),
  );
  const keyOf = ({ table, id }: FormerOwner) => `${table} ${id}`;
  const known = new Set(stored.map(keyOf));
  await engine.insert(
    'formerOwners',
    owners.filter((owner) => !known.has(keyOf(owner))),
  );
}

/** Implements `ImportLookups.formerOwners`. */
export async function readFormerOwners(
  engine: Engine,
  ids: readonly string[],
): Promise<FormerOwner[]> {
  const owners: FormerOwner[] = [];
  for (const slice of slicesOfIds(ids)) {
    const rows = await engine.rows(
      FormerOwner,
      'SELECT table, id, accountId FROM formerOwners WHERE id IN {ids:Array(UUID)}',
      { ids: slice },
    );
    for (const row of rows) owners.push(row);
  }
  return owners;
}
