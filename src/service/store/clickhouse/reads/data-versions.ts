import * as v from 'valibot';
import type { Engine } from '../engine/engine.ts';

const NewestRow = v.object({ newest: v.number() });
const ChangedSiteRow = v.object({ site: v.string(), import: v.number() });

/**
 * Selects the sites changed by imports after `{after:UInt64}`, up to `{upTo:UInt64}`, each with the newest of those
 * imports.
 */
const selectChangedSites = (() => {
  const rangeCondition =
    'import IN (SELECT id FROM imports WHERE id > {after:UInt64} AND id <= {upTo:UInt64})';
  const siteQueries = ['brands', 'prompts', 'scans', 'recommendations'].map(
    (table) => `SELECT siteId AS site, import FROM ${table} WHERE ${rangeCondition}`,
  );
  const queries = [`SELECT id AS site, import FROM sites WHERE ${rangeCondition}`, ...siteQueries];
  return `SELECT site, max(import) AS import FROM (${queries.join(' UNION ALL ')}) GROUP BY site`;
})();

/** Reads the ID of the newest committed import; 0 if there is none. */
export async function readNewestImport(engine: Engine): Promise<number> {
  const [row] = await engine.rows(NewestRow, 'SELECT max(id) AS newest FROM imports');
  return row?.newest ?? 0;
}

/**
 * The data versions of the store and of each site: the ID of the newest committed import that may have changed the
 * store or the site.
 */
export class DataVersions {
  readonly #engine: Engine;
  /** The version of every site that no import has changed since the store was opened. */
  readonly #openingVersion: number;
  readonly #siteVersions = new Map<string, number>();
  #newest: number;

  constructor(engine: Engine, newest: number) {
    this.#engine = engine;
    this.#openingVersion = newest;
    this.#newest = newest;
  }

  /** The newest committed import that reads may use. */
  get newest(): number {
    return this.#newest;
  }

  /** The newest import that changed the site since the store was opened; if none, the newest import at that time. */
  versionOfSite(siteId: string): number {
    return this.#siteVersions.get(siteId) ?? this.#openingVersion;
  }

  /** Finds the sites changed by imports up to `version`, then lets reads use those imports. */
  async advanceTo(version: number): Promise<void> {
    if (version <= this.#newest) return;
    const range = { after: this.#newest, upTo: version };
    const changedSites = await this.#engine.rows(ChangedSiteRow, selectChangedSites, range);
    for (const { site, import: siteVersion } of changedSites) {
      // Another call may have found a newer import meanwhile.
      this.#siteVersions.set(site, Math.max(siteVersion, this.versionOfSite(site)));
    }
    this.#newest = Math.max(this.#newest, version);
  }
}
