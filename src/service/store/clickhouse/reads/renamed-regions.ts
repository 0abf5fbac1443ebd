import * as v from 'valibot';
import { storedRegionOf } from '../../../regions/stored-region.ts';
import type { Engine, Params } from '../engine/engine.ts';
import { canonicalRegionColumn } from '../engine/schema.ts';

const RegionRow = v.object({ region: v.string() });

export const noneRenamed: ReadonlyMap<string, string> = new Map();

/**
 * The regions of a site that earlier versions stored under other codes, each with the code that `storedRegionOf` gives.
 * @param where selects the rows of the site
 */
export async function readRenamedRegions(
  engine: Engine,
  params: Params,
  where = 'siteId = {site:UUID}',
): Promise<ReadonlyMap<string, string>> {
  const rows = await engine.rows(
    RegionRow,
    `SELECT DISTINCT toString(region) AS region FROM tallies WHERE ${where} AND brand = 0`,
    params,
  );
  return new Map(
    rows.flatMap(({ region }) => {
      const code = storedRegionOf(region);
      return code === region ? [] : [[region, code] as const];
    }),
  );
}

/** The codes under which the answers of a region, without its areas, are stored; its own first. */
export const storedCodesOf = (code: string, renamed: ReadonlyMap<string, string>): string[] => [
  code,
  ...[...renamed].flatMap(([old, current]) => (current === code ? old : [])),
];

/** The codes under which the answers of some regions are stored, among which a country has its areas. */
export const storedCodesInScope = (
  codes: readonly string[],
  renamed: ReadonlyMap<string, string>,
): string[] =>
  codes.flatMap((code) => [
    code,
    ...[...renamed].flatMap(([old, current]) =>
      current === code || current.startsWith(`${code}:`) ? old : [],
    ),
  ]);

/** The column of regions under the codes that are now stored. */
export const regionColumnOf = (renamed: ReadonlyMap<string, string>): string =>
  renamed.size === 0 ? 'region' : canonicalRegionColumn;

/** The parameters of `canonicalRegionColumn` and `hasRenamedRegion`. */
export const renamingParamsOf = (renamed: ReadonlyMap<string, string>): Params => ({
  // No region is empty, and neither list may be.
  oldRegions: ['', ...renamed.keys()],
  newRegions: ['', ...renamed.values()],
});
