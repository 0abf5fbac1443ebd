import * as v from 'valibot';
import { scanDay } from '../scan-day.ts';
import type { AnswerRecord, Catalogue, ImportWriter } from '../store.ts';
import type { Engine } from './engine.ts';
import { newest, noSentiment } from './schema.ts';

const tables = [
  'accounts',
  'clients',
  'sites',
  'brands',
  'prompts',
  'scans',
  'recommendations',
] as const;
type Table = (typeof tables)[number];

const NumberRow = v.object({ id: v.string(), site: v.string(), number: v.number() });
const CountRow = v.object({ n: v.number() });

/** Scans handled by one statement when answers are carried forward. */
const scansAStatement = 500;

interface NumberedScan {
  number: number;
  siteId: string;
  day: string;
}

/**
 * Numbers stand for ids inside `answers`. A known id keeps its number; a new one takes the next of its
 * site, never one that any row still has.
 */
class Numbers {
  readonly #table: 'brands' | 'scans';
  readonly #numbers = new Map<string, number>();
  readonly #last = new Map<string, number>();

  constructor(table: 'brands' | 'scans') {
    this.#table = table;
  }

  /** Learns the numbers of everything in the sites and gives new ones to the records that have none. */
  async learn(
    engine: Engine,
    records: readonly { id: string; siteId: string }[],
    sites: readonly string[],
  ): Promise<void> {
    const unknown = sites.filter((site) => !this.#last.has(site));
    for (const site of unknown) this.#last.set(site, 0);
    const known =
      unknown.length === 0
        ? []
        : await engine.rows(
            NumberRow,
            `SELECT id, any(siteId) AS site, any(number) AS number FROM ${this.#table}
             WHERE siteId IN {sites:Array(UUID)} GROUP BY id`,
            { sites: unknown },
          );
    for (const { id, site, number } of known) {
      this.#numbers.set(id, number);
      this.#last.set(site, Math.max(number, this.#last.get(site) ?? 0));
    }
    for (const { id, siteId } of records) {
      if (this.#numbers.has(id)) continue;
      const number = (this.#last.get(siteId) ?? 0) + 1;
      this.#last.set(siteId, number);
      this.#numbers.set(id, number);
    }
  }

  of(id: string): number {
    const number = this.#numbers.get(id);
    if (number === undefined)
      throw new Error(`${id} is not among the ${this.#table} of this import`);
    return number;
  }
}

const answerKey = (row: AnswerRecord) =>
  `${row.scanId} ${row.promptId} ${row.platform} ${row.run} ${row.region}`;

/** One import: rows under a fresh id, which nobody sees until `imports` holds that id. */
export class ClickHouseImport implements ImportWriter {
  readonly #engine: Engine;
  readonly #id: number;
  readonly #now: () => number;
  readonly #done: (committed: boolean) => void;
  #chunk = 0;
  /** The last record of each id, written when the import commits. */
  readonly #rows: Record<Table, Map<string, object>> = {
    accounts: new Map(),
    clients: new Map(),
    sites: new Map(),
    brands: new Map(),
    prompts: new Map(),
    scans: new Map(),
    recommendations: new Map(),
  };
  readonly #brandNumbers = new Numbers('brands');
  readonly #scanNumbers = new Numbers('scans');
  readonly #scans = new Map<string, NumberedScan>();

  constructor(engine: Engine, id: number, now: () => number, done: (committed: boolean) => void) {
    this.#engine = engine;
    this.#id = id;
    this.#now = now;
    this.#done = done;
  }

  async catalogue(records: Catalogue): Promise<void> {
    const { brands, scans } = records;
    // Answers name brands of the site that this import may not hold, so all of its sites' are looked up.
    const sites = [...new Set([...brands, ...scans].map((record) => record.siteId))];
    await this.#brandNumbers.learn(this.#engine, brands, sites);
    await this.#scanNumbers.learn(this.#engine, scans, sites);
    const rows: Record<Table, readonly { id: string }[]> = {
      ...records,
      brands: brands.map((brand) => ({ ...brand, number: this.#brandNumbers.of(brand.id) })),
      scans: scans.map((scan) => ({
        ...scan,
        number: this.#scanNumbers.of(scan.id),
        day: scanDay(scan),
      })),
    };
    for (const table of tables) {
      for (const row of rows[table]) this.#rows[table].set(row.id, { import: this.#id, ...row });
    }
    for (const scan of scans) {
      const { id, siteId } = scan;
      this.#scans.set(id, { siteId, number: this.#scanNumbers.of(id), day: scanDay(scan) });
    }
  }

  async answers(given: readonly AnswerRecord[]): Promise<void> {
    this.#chunk += 1;
    const chunk = this.#chunk;
    const rows = [...new Map(given.map((row) => [answerKey(row), row])).values()];
    await this.#engine.insert(
      'answers',
      rows.map((row) => {
        const scan = this.#scans.get(row.scanId);
        if (!scan) throw new Error(`scan ${row.scanId} is not part of this import`);
        return {
          import: this.#id,
          chunk,
          siteId: row.siteId,
          day: scan.day,
          scan: scan.number,
          prompt: row.promptId,
          platform: row.platform,
          region: row.region,
          run: row.run,
          brands: row.brandIds.map((id) => this.#brandNumbers.of(id)),
          sentiments: row.sentiments.map((sentiment) => sentiment ?? noSentiment),
        };
      }),
    );
  }

  async commit(): Promise<void> {
    await this.#dropRepeats();
    for (const table of tables) {
      await this.#engine.insert(table, [...this.#rows[table].values()]);
    }
    await this.#carryForward();
    await this.#engine.insert('imports', [{ id: this.#id, committedAt: this.#now() }]);
    this.#done(true);
  }

  /** Nothing was visible and nothing is: the rows go with the next sweep. */
  async abort(): Promise<void> {
    this.#done(false);
  }

  /** Of an answer given in several chunks, the last stays. */
  async #dropRepeats(): Promise<void> {
    if (this.#chunk < 2) return;
    const key = 'siteId, scan, platform, region, prompt, run';
    const [repeats] = await this.#engine.rows(
      CountRow,
      `SELECT count() AS n FROM (SELECT 1 FROM answers WHERE import = {import:UInt64}
         GROUP BY ${key} HAVING count() > 1 LIMIT 1)`,
      { import: this.#id },
    );
    if (!repeats?.n) return;
    await this.#engine.run(
      `DELETE FROM answers WHERE import = ${this.#id} AND (${key}, chunk) IN (
         SELECT ${key}, arrayJoin(arraySlice(arraySort(groupArray(chunk)), 1, -1)) FROM answers
         WHERE import = ${this.#id} GROUP BY ${key} HAVING count() > 1)`,
    );
  }

  /** Answers of this import's scans that it does not replace are written again under its id. */
  async #carryForward(): Promise<void> {
    const scans = [...this.#scans.values()];
    for (let start = 0; start < scans.length; start += scansAStatement) {
      const batch = scans.slice(start, start + scansAStatement);
      const params = {
        import: this.#id,
        version: this.#id,
        sites: [...new Set(batch.map((scan) => scan.siteId))],
        keys: batch.map((scan) => `${scan.siteId} ${scan.number}`),
        days: batch.map((scan) => scan.day),
      };
      const ofBatch =
        "siteId IN {sites:Array(UUID)} AND has({keys:Array(String)}, concat(toString(siteId), ' ', toString(scan)))";
      const key = 'siteId, scan, platform, region, prompt, run';
      await this.#engine.run(
        `INSERT INTO answers (import, chunk, siteId, day, scan, prompt, platform, region, run, brands, sentiments)
         SELECT {import:UInt64}, 0, siteId,
           toDate({days:Array(String)}[indexOf({keys:Array(String)}, concat(toString(siteId), ' ', toString(scan)))]),
           scan, prompt, platform, region, run, brands, sentiments
         FROM answers
         WHERE ${ofBatch}
           AND (siteId, scan, import) IN (SELECT siteId, number, import FROM ${newest('scans', 'siteId IN {sites:Array(UUID)}')})
           AND (${key}) NOT IN (SELECT ${key} FROM answers WHERE import = {import:UInt64} AND ${ofBatch})`,
        params,
      );
    }
  }
}
