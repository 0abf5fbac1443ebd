import * as v from 'valibot';
import type { CatalogueTable } from '../../../records/catalogue.ts';
import { maxBrandsPerSite, StoreUnavailable } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';

const NumberRow = v.object({
  id: v.string(),
  site: v.string(),
  current: v.number(),
  highest: v.number(),
});
const KnownRow = v.object({ site: v.string(), number: v.number() });

export const numberedTables = ['brands', 'prompts', 'scans'] as const;
export type NumberedTable = (typeof numberedTables)[number];
export const isNumbered = (table: CatalogueTable): table is NumberedTable =>
  numberedTables.some((numbered) => numbered === table);

/** The largest number that each table's column can hold. No brand gets 0, which stands for the answer itself. */
const maxNumbers: Readonly<Record<NumberedTable, number>> = {
  brands: maxBrandsPerSite,
  prompts: 2 ** 32 - 1,
  scans: 2 ** 32 - 1,
};

interface SiteNumbers {
  /** The highest number that any row of the site has; 0 if there is none. */
  highest: number;
  /** By ID. */
  numbers: Map<string, number>;
}

/**
 * Numbers that stand for IDs in `answers`. Within a site, a stored ID keeps its number, and so does a removed one until
 * its last row is gone. A new ID gets the next number of its site, never a number that any row of the site still has,
 * and so does an ID that was removed from another site.
 */
export class RecordNumbers {
  readonly #table: NumberedTable;
  readonly #sites = new Map<string, SiteNumbers>();

  constructor(table: NumberedTable) {
    this.#table = table;
  }

  /**
   * Reads all numbers of the sites, and assigns new numbers to records that have none in their site.
   * @param sites must include those of the records.
   * @returns the IDs with new numbers.
   * @throws StoreUnavailable if a site has no numbers left, since rows of unfinished imports use them.
   */
  async assign(
    engine: Engine,
    records: readonly { id: string; siteId: string }[],
    sites: readonly string[],
  ): Promise<Set<string>> {
    await this.#read(
      engine,
      sites.filter((site) => !this.#sites.has(site)),
    );
    const newIds = new Set<string>();
    const newRecords = records.filter(({ id, siteId }) => !this.#of(siteId).numbers.has(id));
    if (newRecords.length > 0 && this.#table === 'brands')
      await this.#skipKnownNumbers(engine, sites);
    for (const { id, siteId } of newRecords) {
      const site = this.#of(siteId);
      if (site.numbers.has(id)) continue;
      const number = site.highest + 1;
      if (number > maxNumbers[this.#table]) {
        throw new StoreUnavailable(
          `Site ${siteId} cannot take new ${this.#table} until the leftovers of unfinished imports have been removed. Nothing was imported; import again later.`,
        );
      }
      site.highest = number;
      site.numbers.set(id, number);
      newIds.add(id);
    }
    return newIds;
  }

  /**
   * Imports that failed may have left another number for an ID, or the same number for another ID: the newest committed
   * row decides.
   */
  async #read(engine: Engine, sites: readonly string[]): Promise<void> {
    for (const site of sites) this.#sites.set(site, { highest: 0, numbers: new Map() });
    const isCommitted = 'import IN (SELECT id FROM imports)';
    for (const slice of slicesOfIds(sites)) {
      const rows = await engine.rows(
        NumberRow,
        `SELECT id, siteId AS site, argMax(number, (${isCommitted}, import)) AS current, max(number) AS highest
         FROM ${this.#table} WHERE siteId IN {sites:Array(UUID)} GROUP BY id, siteId
         ORDER BY max(${isCommitted}) DESC`,
        { sites: slice },
      );
      const taken = new Set<string>();
      for (const { id, site: siteId, current, highest } of rows) {
        const site = this.#of(siteId);
        site.highest = Math.max(highest, site.highest);
        const key = `${siteId} ${current}`;
        if (!taken.has(key)) site.numbers.set(id, current);
        taken.add(key);
      }
    }
  }

  /**
   * Skips the numbers of removed brands that stored texts still count as known: a new brand with such a number would not
   * be searched for in them.
   */
  async #skipKnownNumbers(engine: Engine, sites: readonly string[]): Promise<void> {
    for (const slice of slicesOfIds(sites)) {
      const rows = await engine.rows(
        KnownRow,
        'SELECT siteId AS site, max(known) AS number FROM texts WHERE siteId IN {sites:Array(UUID)} GROUP BY siteId',
        { sites: slice },
      );
      for (const { site: siteId, number } of rows) {
        const site = this.#of(siteId);
        site.highest = Math.max(number, site.highest);
      }
    }
  }

  #of(siteId: string): SiteNumbers {
    const site = this.#sites.get(siteId);
    if (!site) throw new Error(`The numbers of site ${siteId} have not been read.`);
    return site;
  }

  /** The highest number of a site; 0 if it has none. */
  highestOf(siteId: string): number {
    return this.#sites.get(siteId)?.highest ?? 0;
  }

  /** The number of an ID within a site. */
  numberOf(siteId: string, id: string): number {
    const number = this.#sites.get(siteId)?.numbers.get(id);
    if (number === undefined)
      throw new Error(`${id} is not among the ${this.#table} of this import in site ${siteId}.`);
    return number;
  }
}
