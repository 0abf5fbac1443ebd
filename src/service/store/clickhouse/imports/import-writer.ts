import * as v from 'valibot';
import { handleInStretches } from '../../../limits/stretch.ts';
import { toEvidenceColumns, toMeasurementColumns } from '../../../records/answer.ts';
import {
  byTable,
  type Catalogue,
  type CatalogueTable,
  catalogueRecords,
  catalogueTables,
} from '../../../records/catalogue.ts';
import { toColumns } from '../../../records/description.ts';
import type { NoteRecord, RemovedRecord } from '../../records.ts';
import { scanDayOf } from '../../scan-day.ts';
import {
  type AnswerIdentity,
  type AnswerRecord,
  type ImportWriter,
  type RemeasurableAnswer,
  type Remeasurement,
  StoreUnavailable,
  type WrittenAnswers,
} from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import type { HeldLock } from '../engine/locks.ts';
import type { Journal } from '../integrity/journal.ts';
import { readRemeasurableAnswers, SiteNumbers } from '../reads/remeasurable-answers.ts';
import {
  type AnswerTable,
  carryForward,
  dropRepeats,
  findScansToRename,
  insertTargetOf,
  type NumberedScan,
  readTextsImports,
  tally,
} from './carry-forward.ts';
import { isNumbered, type NumberedTable, numberedTables, RecordNumbers } from './numbers.ts';

const CountRow = v.object({ n: v.number() });

/** Answers per INSERT statement: many for speed, but few enough to keep in memory. */
const answersPerChunk = 20_000;
/**
 * The length of texts per INSERT statement, in UTF-16 code units: few statements leave few parts to merge, but need
 * more memory. The texts of a chunk may need several statements.
 */
const textUnitsPerInsert = 4_000_000;

/** The rows of one answer as JSON, each without its import and chunk. */
interface AnswerRows {
  /** Identifies the answer; both rows begin with it. */
  key: string;
  answers: string;
  /** Null if there is no evidence to write. */
  texts: string | null;
}

/** One import. Its rows have a new import ID, and are invisible until `imports` contains that ID. */
export class ClickHouseImport implements ImportWriter {
  readonly #engine: Engine;
  readonly #layout: Layout;
  readonly #journal: Journal;
  readonly #id: number;
  readonly #base: number;
  readonly #lock: HeldLock;
  readonly #now: () => number;
  readonly #onEnd: (isCommitted: boolean, hidesRecords: boolean) => Promise<void>;
  readonly #measuresAgain: boolean;
  /** The number of the chunk being filled, from 1. */
  #chunk = 1;
  #writtenAnswers = 0;
  /** How many answers replaced an earlier one in the same chunk. */
  #repeatsWithinChunks = 0;
  /** The rows of this chunk that are not yet written, by the answer's key. */
  readonly #answers = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  #textUnits = 0;
  /** The keys of answers in this chunk whose texts are written. */
  readonly #keysOfWrittenTexts = new Set<string>();
  /** The row of the last record with each ID, written when the import commits. */
  readonly #catalogueRows = byTable(() => new Map<string, object>());
  readonly #notes = new Map<string, NoteRecord>();
  readonly #numbers = {
    brands: new RecordNumbers('brands'),
    prompts: new RecordNumbers('prompts'),
    scans: new RecordNumbers('scans'),
  };
  /** Whether it removes records or archives sites, so that keys, shares or feeds may have to end. */
  #hidesRecords = false;
  readonly #scans = new Map<string, NumberedScan>();
  /** The numbers of removed records, by site ID. */
  readonly #removed: Record<NumberedTable, Map<string, number[]>> = {
    brands: new Map(),
    prompts: new Map(),
    scans: new Map(),
  };
  /** IDs of the scans with answers from the source. Only these get rows in `texts` with this import's ID. */
  readonly #answeredScanIds = new Set<string>();
  /** The last chunk of the source's answers; null until all of them are written. */
  #lastSourceChunk: number | null = null;
  readonly #siteNumbers = new SiteNumbers();
  #writing: Promise<void> = Promise.resolve();
  /** Whether the import may already be visible; if so, `abort` must not record it as aborted. */
  #mayBePublished = false;

  /** @param options.base the newest committed import, on which this one builds. */
  constructor(options: {
    engine: Engine;
    layout: Layout;
    journal: Journal;
    id: number;
    base: number;
    lock: HeldLock;
    now: () => number;
    onEnd: (isCommitted: boolean, hidesRecords: boolean) => Promise<void>;
    measuresAgain: boolean;
  }) {
    this.#engine = options.engine;
    this.#layout = options.layout;
    this.#journal = options.journal;
    this.#id = options.id;
    this.#base = options.base;
    this.#lock = options.lock;
    this.#now = options.now;
    this.#onEnd = options.onEnd;
    this.#measuresAgain = options.measuresAgain;
  }

  async removeRecords(records: readonly RemovedRecord[]): Promise<void> {
    this.#hidesRecords ||= records.length > 0;
    for (const table of numberedTables) {
      const sites = records.flatMap((record) => (record.table === table ? record.ownerId : []));
      await this.#numbers[table].assign(this.#engine, [], [...new Set(sites)]);
    }
    for (const { table, id, ownerId } of records) {
      const row = { import: this.#id, id, [catalogueRecords[table].owner]: ownerId, removed: true };
      if (!isNumbered(table)) {
        this.#catalogueRows[table].set(id, row);
        continue;
      }
      const number = this.#numbers[table].numberOf(ownerId, id);
      this.#catalogueRows[table].set(id, { ...row, number });
      const removedNumbers = this.#removed[table].get(ownerId) ?? [];
      this.#removed[table].set(ownerId, removedNumbers);
      removedNumbers.push(number);
    }
  }

  async writeCatalogue(records: Catalogue): Promise<void> {
    const { brands, prompts, scans } = records;
    this.#hidesRecords ||= records.sites.some(({ active }) => !active);
    // Answers may refer to brands and prompts that this import does not contain, so all brands and prompts of its
    // sites are looked up.
    const sites = [...new Set([...brands, ...prompts, ...scans].map((record) => record.siteId))];
    const numbers = this.#numbers;
    await numbers.brands.assign(this.#engine, brands, sites);
    await numbers.prompts.assign(this.#engine, prompts, sites);
    const newScans = await numbers.scans.assign(this.#engine, scans, sites);
    for (const { id, siteId, ...scan } of scans) {
      const number = numbers.scans.numberOf(siteId, id);
      this.#scans.set(id, { siteId, number, day: scanDayOf(scan), isNew: newScans.has(id) });
    }
    for (const table of catalogueTables) await this.#collectRows(table, records[table]);
  }

  /** Collects the rows of records for the commit. Of records with the same ID, the last one is written. */
  #collectRows(table: CatalogueTable, records: readonly { id: string }[]): Promise<void> {
    const description = catalogueRecords[table];
    return handleInStretches(records, (record) => {
      this.#catalogueRows[table].set(record.id, {
        import: this.#id,
        ...toColumns(description, record),
        ...this.#numbersOf(table, record),
      });
    });
  }

  /** The columns that only the store knows, of a record whose ID a number stands for. */
  #numbersOf(table: CatalogueTable, { id, siteId = '' }: { id: string; siteId?: string }): object {
    if (!isNumbered(table)) return {};
    const number = this.#numbers[table].numberOf(siteId, id);
    return table === 'scans' ? { number, day: this.#scans.get(id)?.day } : { number };
  }

  async writeNotes(notes: readonly NoteRecord[]): Promise<void> {
    for (const note of notes) this.#notes.set(note.activityId, note);
  }

  async writeAnswers(rows: readonly AnswerRecord[]): Promise<void> {
    if (this.#lastSourceChunk !== null)
      throw new Error('New answers must be added before stored ones are measured again.');
    for (const row of rows) {
      this.#answeredScanIds.add(row.scanId);
      await this.#buffer(row);
    }
  }

  /** Completes the source's chunks, and returns the number of the last one. Later chunks have remeasured answers. */
  async #endSourceAnswers(): Promise<number> {
    if (this.#lastSourceChunk === null) {
      await this.#writeChunk();
      await this.#writing;
      this.#lastSourceChunk = this.#chunk - 1;
    }
    return this.#lastSourceChunk;
  }

  async readRemeasurableAnswers(
    siteId: string,
    after: AnswerIdentity | null,
  ): Promise<readonly RemeasurableAnswer[]> {
    const lastSourceChunk = await this.#endSourceAnswers();
    const page = {
      siteId,
      after,
      version: this.#base,
      current: this.#id,
      lastSourceChunk,
      measuresAgain: this.#measuresAgain,
      removedScans: this.#removed.scans.get(siteId) ?? [],
    };
    return readRemeasurableAnswers(this.#engine, this.#siteNumbers, page);
  }

  async replaceMeasurements(rows: readonly Remeasurement[]): Promise<void> {
    await this.#endSourceAnswers();
    for (const row of rows) await this.#buffer(row);
  }

  async #buffer(row: AnswerRecord | Remeasurement): Promise<void> {
    const { key, answers, texts } = this.#rowsOf(row);
    // A chunk contains an answer only once. A repeat replaces the earlier rows, or begins a new chunk if the earlier
    // text is already written.
    if (this.#keysOfWrittenTexts.has(key)) await this.#writeChunk();
    if (this.#answers.has(key)) this.#repeatsWithinChunks += 1;
    this.#answers.set(key, answers);
    if (texts === null) this.#texts.delete(key);
    else this.#texts.set(key, texts);
    this.#textUnits += texts?.length ?? 0;
    if (this.#answers.size >= answersPerChunk) await this.#writeChunk();
    else if (this.#textUnits >= textUnitsPerInsert) await this.#writeTexts();
  }

  /** Starts to write the rows of the chunk that are not yet written, and begins the next chunk. */
  async #writeChunk(): Promise<void> {
    await this.#writeTexts();
    if (this.#answers.size === 0) return;
    this.#writtenAnswers += this.#answers.size;
    await this.#write('answers', this.#answers);
    this.#keysOfWrittenTexts.clear();
    this.#chunk += 1;
  }

  async #writeTexts(): Promise<void> {
    this.#textUnits = 0;
    if (this.#texts.size === 0) return;
    for (const key of this.#texts.keys()) this.#keysOfWrittenTexts.add(key);
    await this.#write('texts', this.#texts);
  }

  /** Starts to write rows as soon as the previous ones are written, and clears the map. */
  async #write(table: AnswerTable, rows: Map<string, string>): Promise<void> {
    await this.#writing;
    const prefix = `[${this.#id},${this.#chunk},"`;
    const body = [...rows.values()].map((row) => prefix + row).join('\n');
    rows.clear();
    // Not awaited, so that the next answers can be measured meanwhile.
    this.#writing = this.#engine.insertCompact(insertTargetOf(table), body);
    this.#writing.catch(() => {});
  }

  /** The columns of an answer's rows after import and chunk, in the order of `insertTargetOf`. IDs need no escaping. */
  #rowsOf(row: AnswerRecord | Remeasurement): AnswerRows {
    const scan = this.#scans.get(row.scanId);
    if (!scan) throw new Error(`Scan ${row.scanId} is not part of this import.`);
    const prompt = this.#numbers.prompts.numberOf(row.siteId, row.promptId);
    const numberOf = (brandId: string) => this.#numbers.brands.numberOf(row.siteId, brandId);
    const json = JSON.stringify;
    const key = `${row.siteId}","${scan.day}",${scan.number},${prompt},${json(row.platform)},${json(row.region)},${row.run}`;
    const answers = `${key},${json(toMeasurementColumns(row, numberOf)).slice(1)}`;
    const evidence = 'evidence' in row ? row.evidence : undefined;
    if (!evidence) return { key, answers, texts: null };
    const highestBrand = evidence.areMentionsGiven ? this.#numbers.brands.highestOf(row.siteId) : 0;
    const texts = `${key},${json([highestBrand, ...toEvidenceColumns(evidence)]).slice(1)}`;
    return { key, answers, texts };
  }

  async commit(): Promise<WrittenAnswers> {
    await this.#writeChunk();
    await this.#writing;
    const writtenImport = {
      engine: this.#engine,
      layout: this.#layout,
      id: this.#id,
      answerCount: this.#writtenAnswers,
      chunkCount: this.#chunk - 1,
      lastSourceChunk: this.#lastSourceChunk ?? this.#chunk - 1,
      scans: this.#scans,
      answeredScanIds: this.#answeredScanIds,
      measuresAgain: this.#measuresAgain,
      removedBrands: this.#removed.brands,
    };
    if (this.#measuresAgain) {
      // These get new rows in `texts`, under the canonical codes.
      for (const id of await findScansToRename(writtenImport)) this.#answeredScanIds.add(id);
    }
    const repeatsAcrossChunks = await dropRepeats(writtenImport);
    await carryForward(writtenImport);
    const { scans } = this.#catalogueRows;
    for (const [id, textsImport] of await readTextsImports(writtenImport)) {
      scans.set(id, { ...scans.get(id), textsImport });
    }
    for (const table of catalogueTables) {
      await this.#engine.insert(table, [...this.#catalogueRows[table].values()]);
    }
    // A deleted note that comes back has a higher version than its tombstone.
    const version = this.#now();
    const notes = [...this.#notes.values()].map((note) => ({ ...note, version, import: this.#id }));
    await this.#engine.insert('notes', notes);
    await tally(writtenImport);
    await this.#journal.recordWritten(this.#id);
    for (const statement of this.#layout.syncStatements) await this.#engine.define(statement);
    this.#mayBePublished = true;
    await this.#publish();
    // The import is published now, so a failure to record it must not fail the import.
    await this.#journal.record('committed', this.#id).catch(() => {});
    if (notes.length > 0) await this.#journal.recordKeptRows().catch(() => {});
    await this.#onEnd(true, this.#hidesRecords);
    return { repeatedAnswers: this.#repeatsWithinChunks + repeatsAcrossChunks };
  }

  /**
   * Inserts the row that makes the import visible.
   * @throws StoreUnavailable if another import was committed meanwhile, or the lease was lost.
   */
  async #publish(): Promise<void> {
    const params = { import: this.#id, base: this.#base, at: this.#now(), ...this.#lock.params };
    await this.#engine.run(
      `INSERT INTO imports SELECT {import:UInt64}, {at:Int64}
       WHERE (SELECT max(id) FROM imports) = {base:UInt64} AND ${this.#lock.heldCondition}`,
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
      'Another import finished first, or this one was disconnected from the server for too long. Nothing from this import was saved; import again.',
    );
  }

  /** Ends the import. Unless it may have been published, its rows stay invisible, and a later compaction removes them. */
  async abort(): Promise<void> {
    await this.#writing.catch(() => {});
    if (!this.#mayBePublished) await this.#journal.record('aborted', this.#id).catch(() => {});
    await this.#onEnd(false, false);
  }
}
