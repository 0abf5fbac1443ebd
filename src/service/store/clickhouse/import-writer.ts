import * as v from 'valibot';
import type { CatalogueTable } from '../records.ts';
import { scanDay } from '../scan-day.ts';
import {
  type AnswerRecord,
  type Catalogue,
  type ImportWriter,
  StoreUnavailable,
} from '../store.ts';
import type { Engine } from './engine.ts';
import { inSlices } from './in-slices.ts';
import type { Journal } from './journal.ts';
import type { Layout } from './layout.ts';
import { Numbers } from './numbers.ts';
import { answersWithBrands, countsOfAnswers, newest, noSentiment } from './schema.ts';
import { catalogueTables } from './tables.ts';
import type { Turn } from './turns.ts';

const CountRow = v.object({ n: v.number() });

/** Answers written by one statement: enough to be quick, few enough to hold in memory. */
const answersAChunk = 20_000;
/** Answers among which repeats are looked for at once. */
const answersAPart = 250_000;
/** Scans handled by one statement when answers are carried forward. */
const scansAStatement = 500;

/** What makes an answer the same answer, in the order in which answers are sorted. */
const answerIdentity = 'siteId, prompt, scan, platform, region, run';
const answerColumns =
  'import, chunk, siteId, day, scan, prompt, platform, region, run, brands, sentiments';

interface NumberedScan {
  number: number;
  siteId: string;
  day: string;
  isNew: boolean;
}

const answerKey = (row: AnswerRecord) =>
  `${row.scanId} ${row.promptId} ${row.platform} ${row.run} ${row.region}`;

/** One import: rows under a fresh id, which nobody sees until `imports` holds that id. */
export class ClickHouseImport implements ImportWriter {
  readonly #engine: Engine;
  readonly #layout: Layout;
  readonly #journal: Journal;
  readonly #id: number;
  readonly #base: number;
  readonly #turn: Turn;
  readonly #now: () => number;
  readonly #done: (committed: boolean) => Promise<void>;
  #chunk = 0;
  #written = 0;
  /** Answers of the next chunk, the last of each, as `#answerRow` writes them. */
  readonly #buffered = new Map<string, string>();
  /** The last record of each id, written when the import commits. */
  readonly #rows: Record<CatalogueTable, Map<string, object>> = {
    accounts: new Map(),
    clients: new Map(),
    sites: new Map(),
    brands: new Map(),
    prompts: new Map(),
    scans: new Map(),
    recommendations: new Map(),
  };
  readonly #numbers = {
    brands: new Numbers('brands'),
    prompts: new Numbers('prompts'),
    scans: new Numbers('scans'),
  };
  readonly #scans = new Map<string, NumberedScan>();
  #writing: Promise<void> = Promise.resolve();
  /** From then on the store may hold the import as committed, whatever else fails. */
  #mayBePublished = false;

  /** @param base the newest committed import, on which this one builds. */
  constructor(options: {
    engine: Engine;
    layout: Layout;
    journal: Journal;
    id: number;
    base: number;
    turn: Turn;
    now: () => number;
    done: (committed: boolean) => Promise<void>;
  }) {
    this.#engine = options.engine;
    this.#layout = options.layout;
    this.#journal = options.journal;
    this.#id = options.id;
    this.#base = options.base;
    this.#turn = options.turn;
    this.#now = options.now;
    this.#done = options.done;
  }

  async catalogue(records: Catalogue): Promise<void> {
    const { brands, prompts, scans } = records;
    // Answers name brands and prompts that this import may not hold, so all of their sites' are looked up.
    const sites = [...new Set([...brands, ...prompts, ...scans].map((record) => record.siteId))];
    const numbers = this.#numbers;
    await numbers.brands.learn(this.#engine, brands, sites);
    await numbers.prompts.learn(this.#engine, prompts, sites);
    const newScans = await numbers.scans.learn(this.#engine, scans, sites);
    await this.#keep('accounts', records.accounts, (account) => account);
    await this.#keep('clients', records.clients, (client) => client);
    await this.#keep('sites', records.sites, (site) => site);
    await this.#keep('brands', brands, (brand) => ({
      ...brand,
      number: numbers.brands.of(brand.id),
    }));
    await this.#keep('prompts', prompts, (prompt) => ({
      ...prompt,
      number: numbers.prompts.of(prompt.id),
    }));
    await this.#keep('scans', scans, (scan) => {
      const number = numbers.scans.of(scan.id);
      const day = scanDay(scan);
      this.#scans.set(scan.id, { siteId: scan.siteId, number, day, isNew: newScans.has(scan.id) });
      return { ...scan, number, day };
    });
    await this.#keep('recommendations', records.recommendations, (each) => each);
  }

  /** Keeps a table's rows for the commit, the last of each id. */
  #keep<T extends { id: string }>(
    table: CatalogueTable,
    records: readonly T[],
    rowOf: (record: T) => object,
  ) {
    return inSlices(records, (slice) => {
      for (const record of slice) {
        this.#rows[table].set(record.id, { import: this.#id, ...rowOf(record) });
      }
    });
  }

  async answers(given: readonly AnswerRecord[]): Promise<void> {
    for (const row of given) this.#buffered.set(answerKey(row), this.#answerRow(row));
    if (this.#buffered.size >= answersAChunk) await this.#writeBuffered();
  }

  /** Begins to write the answers held back, once those before them are written. */
  async #writeBuffered(): Promise<void> {
    await this.#writing;
    if (this.#buffered.size === 0) return;
    this.#chunk += 1;
    this.#written += this.#buffered.size;
    const head = `[${this.#id},${this.#chunk},"`;
    const body = [...this.#buffered.values()].map((row) => head + row).join('\n');
    this.#buffered.clear();
    // One chunk is written while the next is measured.
    this.#writing = this.#engine.insertCompact(`answers (${answerColumns})`, body);
    this.#writing.catch(() => {});
  }

  /** The rest of a row after import and chunk, in the order of `answerColumns`. Ids hold nothing to escape. */
  #answerRow(row: AnswerRecord): string {
    const scan = this.#scans.get(row.scanId);
    if (!scan) throw new Error(`scan ${row.scanId} is not part of this import`);
    const prompt = this.#numbers.prompts.of(row.promptId);
    const brands = row.brandIds.map((id) => this.#numbers.brands.of(id));
    const sentiments = row.sentiments.map((sentiment) => sentiment ?? noSentiment);
    return `${row.siteId}","${scan.day}",${scan.number},${prompt},${JSON.stringify(row.platform)},${JSON.stringify(row.region)},${row.run},[${brands}],[${sentiments}]]`;
  }

  async commit(): Promise<void> {
    await this.#writeBuffered();
    await this.#writing;
    await this.#dropRepeats();
    await this.#carryForward();
    for (const table of catalogueTables) {
      await this.#engine.insert(table, [...this.#rows[table].values()]);
    }
    await this.#tally();
    await this.#journal.written(this.#id);
    for (const statement of this.#layout.sync) await this.#engine.define(statement);
    this.#mayBePublished = true;
    await this.#publish();
    // The import is visible now; only a check reads this record.
    await this.#journal.record('committed', this.#id).catch(() => {});
    await this.#done(true);
  }

  /** The one row that makes everything visible, unless another import came in between or the turn was lost. */
  async #publish(): Promise<void> {
    const params = { import: this.#id, base: this.#base, at: this.#now(), ...this.#turn.params };
    await this.#engine.run(
      `INSERT INTO imports SELECT {import:UInt64}, {at:Int64}
       WHERE (SELECT max(id) FROM imports) = {base:UInt64} AND ${this.#turn.holds}`,
      params,
    );
    const [published] = await this.#engine.rows(
      CountRow,
      'SELECT count() AS n FROM imports WHERE id = {import:UInt64}',
      { import: this.#id },
    );
    if (published?.n === 1) return;
    this.#mayBePublished = false;
    throw new StoreUnavailable(
      'Another host imported meanwhile, or this one was cut off for too long. Nothing was imported; import again.',
    );
  }

  /** Nothing was visible and nothing is: the rows go with the next sweep. */
  async abort(): Promise<void> {
    await this.#writing.catch(() => {});
    if (!this.#mayBePublished) await this.#journal.record('aborted', this.#id).catch(() => {});
    await this.#done(false);
  }

  /** Of an answer given in several chunks, the last stays. Looked for part by part to bound what is held. */
  async #dropRepeats(): Promise<void> {
    if (this.#chunk < 2) return;
    const parts = Math.ceil(this.#written / answersAPart);
    const ofPart = 'import = {import:UInt64} AND scan % {parts:UInt32} = {part:UInt32}';
    for (let part = 0; part < parts; part += 1) {
      const params = { import: this.#id, parts, part };
      const [repeats] = await this.#engine.rows(
        CountRow,
        `SELECT count() AS n FROM (SELECT 1 FROM answers WHERE ${ofPart}
           GROUP BY ${answerIdentity} HAVING count() > 1 LIMIT 1)`,
        params,
      );
      if (!repeats?.n) continue;
      await this.#engine.work(
        `DELETE FROM ${this.#layout.removeFrom('answers')} WHERE ${ofPart} AND (${answerIdentity}, chunk) IN (
           SELECT ${answerIdentity}, arrayJoin(arraySlice(arraySort(groupArray(chunk)), 1, -1))
           FROM ${this.#layout.stored('answers')} WHERE ${ofPart} GROUP BY ${answerIdentity} HAVING count() > 1)`,
        params,
      );
    }
  }

  /** Answers of scans known before that this import does not replace are written again under its id. */
  async #carryForward(): Promise<void> {
    const known = [...this.#scans.values()].filter(({ isNew }) => !isNew);
    for (const [site, scans] of Map.groupBy(known, (scan) => scan.siteId)) {
      for (let start = 0; start < scans.length; start += scansAStatement) {
        const batch = scans.slice(start, start + scansAStatement);
        const ofBatch = 'siteId = {site:UUID} AND scan IN {scans:Array(UInt32)}';
        await this.#engine.work(
          `INSERT INTO answers (${answerColumns})
           SELECT {import:UInt64}, 0, siteId, transform(scan, {scans:Array(UInt32)}, {days:Array(Date)}, day),
             scan, prompt, platform, region, run, brands, sentiments
           FROM answers
           WHERE ${ofBatch}
             AND (scan, import) IN (SELECT number, import FROM ${newest('scans', 'siteId = {site:UUID}')})
             AND (${answerIdentity}) NOT IN
               (SELECT ${answerIdentity} FROM answers WHERE import = {import:UInt64} AND ${ofBatch})`,
          {
            import: this.#id,
            version: this.#id,
            site,
            scans: batch.map((scan) => scan.number),
            days: batch.map((scan) => scan.day),
          },
        );
      }
    }
  }

  /** Counts the import's answers, which by now are all of its scans', month by month to bound what is held. */
  async #tally(): Promise<void> {
    const months = new Set([...this.#scans.values()].map((scan) => scan.day.slice(0, 7)));
    for (const month of [...months].sort()) {
      await this.#engine.work(
        `INSERT INTO tallies (import, siteId, day, scan, platform, region, brand, answers, rated, total)
         SELECT {import:UInt64}, siteId, any(day), scan, platform, region, brand, ${countsOfAnswers}
         FROM ${answersWithBrands}
         WHERE import = {import:UInt64} AND toYYYYMM(day) = {month:UInt32}
         GROUP BY siteId, scan, platform, region, brand`,
        { import: this.#id, month: Number(month.replace('-', '')) },
      );
    }
  }
}
