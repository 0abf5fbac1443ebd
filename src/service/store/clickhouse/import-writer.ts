import * as v from 'valibot';
import { scanDay } from '../scan-day.ts';
import type { AnswerRecord, Catalogue, ImportWriter, ScanRecord } from '../store.ts';
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

const NumberRow = v.object({ id: v.string(), number: v.number() });
const NextRow = v.object({ siteId: v.string(), last: v.number() });
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
 * site, never one that any row still has. Gives the numbers of the records and of all else in those sites.
 */
async function numbersFor(
  engine: Engine,
  table: 'brands' | 'scans',
  records: readonly { id: string; siteId: string }[],
  sites: readonly string[],
): Promise<Map<string, number>> {
  if (sites.length === 0) return new Map();
  const where = 'siteId IN {sites:Array(UUID)}';
  const [known, last] = await Promise.all([
    engine.rows(
      NumberRow,
      `SELECT id, any(number) AS number FROM ${table} WHERE ${where} GROUP BY id`,
      { sites },
    ),
    engine.rows(
      NextRow,
      `SELECT siteId, max(number) AS last FROM ${table} WHERE ${where} GROUP BY siteId`,
      { sites },
    ),
  ]);
  const numbers = new Map(known.map((row) => [row.id, row.number]));
  const lastOf = new Map(last.map((row) => [row.siteId, row.last]));
  for (const record of records) {
    if (numbers.has(record.id)) continue;
    const number = (lastOf.get(record.siteId) ?? 0) + 1;
    lastOf.set(record.siteId, number);
    numbers.set(record.id, number);
  }
  return numbers;
}

const lastOfEach = <T extends { id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

const answerKey = (row: AnswerRecord) =>
  `${row.scanId} ${row.promptId} ${row.platform} ${row.run} ${row.region}`;

/** One import: rows under a fresh id, which nobody sees until `imports` holds that id. */
export class ClickHouseImport implements ImportWriter {
  readonly #engine: Engine;
  readonly #id: number;
  readonly #now: () => number;
  readonly #done: (committed: boolean) => void;
  #chunk = 0;
  #brandNumbers = new Map<string, number>();
  #scans = new Map<string, NumberedScan>();
  /** Scans that got answers in this import. */
  readonly #answered = new Set<string>();

  constructor(engine: Engine, id: number, now: () => number, done: (committed: boolean) => void) {
    this.#engine = engine;
    this.#id = id;
    this.#now = now;
    this.#done = done;
  }

  async catalogue(records: Catalogue): Promise<void> {
    const brands = lastOfEach(records.brands);
    const scans = lastOfEach(records.scans);
    // Answers name brands of the site that this import may not hold, so all of its sites' are looked up.
    const sites = [...new Set([...brands, ...scans].map((record) => record.siteId))];
    this.#brandNumbers = await numbersFor(this.#engine, 'brands', brands, sites);
    const scanNumbers = await numbersFor(this.#engine, 'scans', scans, sites);
    const numbered = (scan: ScanRecord) => ({
      ...scan,
      number: scanNumbers.get(scan.id) ?? 0,
      day: scanDay(scan),
    });
    const rows: Record<(typeof tables)[number], readonly object[]> = {
      accounts: lastOfEach(records.accounts),
      clients: lastOfEach(records.clients),
      sites: lastOfEach(records.sites),
      brands: brands.map((brand) => ({ ...brand, number: this.#brandNumbers.get(brand.id) ?? 0 })),
      prompts: lastOfEach(records.prompts),
      scans: scans.map(numbered),
      recommendations: lastOfEach(records.recommendations),
    };
    for (const table of tables) {
      await this.#engine.insert(
        table,
        rows[table].map((row) => ({ import: this.#id, ...row })),
      );
    }
    this.#scans = new Map(scans.map((scan) => [scan.id, numbered(scan)]));
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
        this.#answered.add(row.scanId);
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
          brands: row.brandIds.map((id) => this.#brandNumber(id)),
          sentiments: row.sentiments.map((sentiment) => sentiment ?? noSentiment),
        };
      }),
    );
  }

  #brandNumber(id: string): number {
    const number = this.#brandNumbers.get(id);
    if (number === undefined) throw new Error(`brand ${id} is not one of the site's`);
    return number;
  }

  async commit(): Promise<void> {
    await this.#dropRepeats();
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
