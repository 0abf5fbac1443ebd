import * as v from 'valibot';
import { settledRules } from '../../../records/scan.ts';
import type { MeasuringProgress, SpaceForMeasuring } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { selectNewestOfManySites } from '../engine/schema.ts';
import { type TenantReads, tenantParamsOf, tenantSitesOnly } from './tenant.ts';

const IdRow = v.object({ id: v.string() });
const SpaceRow = v.object({ stored: v.number(), free: v.number() });
const RowsRow = v.object({ ofSite: v.number(), all: v.number() });
const ProgressRow = v.object({ sites: v.number(), measured: v.number() });

/** The condition that `isPending` tests. */
const isPendingSql = `rules NOT IN (${settledRules.join(', ')})`;

const selectPendingSites = (where: string): string =>
  `SELECT DISTINCT siteId AS id FROM ${selectNewestOfManySites('scans', where)} WHERE ${isPendingSql}`;

/** Implements `Store.pendingSites` and `ImportLookups.pendingSites`. @param siteIds null for every site. */
export function readPendingSites(
  engine: Engine,
  siteIds: readonly string[] | null,
  version: number,
): Promise<{ id: string }[]> {
  return siteIds === null
    ? engine.rows(IdRow, selectPendingSites('true'), { version })
    : engine.rows(IdRow, selectPendingSites('siteId IN {ids:Array(UUID)}'), {
        ids: siteIds,
        version,
      });
}

/** Implements `Store.measuringProgress`. */
export async function readMeasuringProgress(reads: TenantReads): Promise<MeasuringProgress> {
  const [progress] = await reads.engine.rows(
    ProgressRow,
    `SELECT count() AS sites, countIf(pending = 0) AS measured
     FROM (SELECT countIf(${isPendingSql}) AS pending
       FROM ${selectNewestOfManySites('scans', tenantSitesOnly)} GROUP BY siteId)`,
    tenantParamsOf(reads),
  );
  return progress ?? { sites: 0, measured: 0 };
}

/** Rows are written a second time, and removing the old ones may rewrite the parts that contain them. */
const copiesNeeded = 2;
const spaceMargin = 64 * 1024 * 1024;

/** Implements `ImportLookups.spaceForMeasuring` for one site. */
export async function readSpaceForMeasuring(
  engine: Engine,
  layout: Layout,
  siteId: string,
): Promise<SpaceForMeasuring> {
  const tables = ['answers', 'tallies', 'texts'].map(layout.storedName);
  const [space] = await engine.rows(
    SpaceRow,
    `SELECT (SELECT sum(bytes_on_disk) FROM system.parts
       WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}) AS stored,
       (SELECT min(free_space) FROM system.disks) AS free`,
    { tables },
  );
  const [rows] = await engine.rows(
    RowsRow,
    'SELECT countIf(siteId = {site:UUID}) AS ofSite, count() AS all FROM answers',
    { site: siteId },
  );
  const share = rows && rows.all > 0 ? rows.ofSite / rows.all : 0;
  const needed = Math.round(copiesNeeded * share * (space?.stored ?? 0)) + spaceMargin;
  return { siteId, needed, free: space?.free ?? 0 };
}
