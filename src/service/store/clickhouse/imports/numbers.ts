import * as v from 'valibot';
import type { CatalogueTable } from '../../records.ts';
import { maxBrandsPerSite, StoreUnavailable } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';

const NumberRow = v.object({ id: v.string(), site: v.string(), number: v.number() });
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

/**
 * Numbers that stand for IDs in `answers`. A stored ID keeps its number, and so does a removed one until its last row is
 * gone. A new ID gets the next number of its site, never a number that any row still has.
 */
export class RecordNumbers {
  readonly #table: NumberedTable;
  readonly #numbers = new Map<string, number>();
  readonly #highest = new Map<string, number>();

  constructor(table: NumberedTable) {
    this.#table = table;
  }

  /**
   * Reads all numbers of the sites, and assigns new numbers to records that have none.
   * @returns the IDs with new numbers.
   * @throws StoreUnavailable if a site has no numbers left, since rows of unfinished imports use them.
   */
  async assign(
    engine: Engine,
    records: readonly { id: string; siteId: string }[],
    sites: readonly string[],
  ): Promise<Set<string>> {
    const unreadSites = sites.filter((site) => !this.#highest.has(site));
    const rows =
      unreadSites.length === 0
        ? []
        : await engine.rows(
            NumberRow,
            `SELECT id, any(siteId) AS site, any(number) AS number FROM ${this.#table}
             WHERE siteId IN {sites:Array(UUID)} GROUP BY id`,
            { sites: unreadSites },
          );
    for (const site of unreadSites) this.#highest.set(site, 0);
    for (const { id, site, number } of rows) {
      this.#numbers.set(id, number);
      this.#highest.set(site, Math.max(number, this.#highest.get(site) ?? 0));
    }
    const newIds = new Set<string>();
    const isAnyNew = records.some(({ id }) => !this.#numbers.has(id));
    if (isAnyNew && this.#table === 'brands') await this.#skipKnownNumbers(engine, sites);
    for (const { id, siteId } of records) {
      if (this.#numbers.has(id)) continue;
      const number = (this.#highest.get(siteId) ?? 0) + 1;
      if (number > maxNumbers[this.#table]) {
        throw new StoreUnavailable(
          `Site ${siteId} cannot take new ${this.#table} until the leftovers of unfinished imports have been removed. Nothing was imported; import again later.`,
        );
      }
      this.#highest.set(siteId, number);
      this.#numbers.set(id, number);
      newIds.add(id);
    }
    return newIds;
  }

  /**
   * Skips the numbers of removed brands that stored texts still count as known: a new brand with such a number would not
   * be searched for in them.
   */
  async #skipKnownNumbers(engine: Engine, sites: readonly string[]): Promise<void> {
    const rows = await engine.rows(
      KnownRow,
      'SELECT siteId AS site, max(known) AS number FROM texts WHERE siteId IN {sites:Array(UUID)} GROUP BY siteId',
      { sites },
    );
    for (const { site, number } of rows) {
      this.#highest.set(site, Math.max(number, this.#highest.get(site) ?? 0));
    }
  }

  /** The highest number of a site; 0 if it has none. */
  highestOf(siteId: string): number {
    return this.#highest.get(siteId) ?? 0;
  }

  numberOf(id: string): number {
    const number = this.#numbers.get(id);
    if (number === undefined)
      throw new Error(`${id} is not among the ${this.#table} of this import's sites.`);
    return number;
  }
}
