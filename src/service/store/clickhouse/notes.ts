import * as v from 'valibot';
import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import { NoteRecord } from '../records.ts';
import type { NoteRefusal, PageRequest, Tenant } from '../store.ts';
import type { Engine } from './engine/engine.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { createPageClauses, pageParamsOf } from './reads/page.ts';
import { readRecommendation } from './reads/reads.ts';
import { siteParamsOf, tenantSiteCondition } from './reads/tenant.ts';

const { pageOrder, pageStartOf } = createPageClauses('createdAt', 'activityId');

const CountRow = v.object({ n: v.number() });

const notesOfRecommendation = `notes WHERE ${tenantSiteCondition}
  AND recommendationId = {id:UUID}`;

/** Notes on recommendations. A read loads only the notes of one page. */
export class NoteTable {
  readonly #engine: Engine;
  /** Adds one note at a time per recommendation, which makes the limit exact on this host and saves memory. */
  readonly #addQueue = new KeyedQueue();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Implements `Store.notes`. */
  readPage(
    tenant: Tenant,
    siteId: string,
    recommendationId: string,
    version: number,
    page: PageRequest = { after: null, limit: maxNotesReturned },
  ): Promise<readonly NoteRecord[]> {
    return this.#engine.rows(
      NoteRecord,
      `SELECT * FROM ${notesOfRecommendation} ${pageStartOf(page)} ${pageOrder} LIMIT {limit:UInt16}`,
      { ...siteParamsOf(tenant, siteId, version), id: recommendationId, ...pageParamsOf(page) },
    );
  }

  /** Implements `Store.addNote`. */
  async add(
    tenant: Tenant,
    note: NoteRecord,
    version: number,
  ): Promise<readonly NoteRecord[] | NoteRefusal> {
    const { siteId, recommendationId: id } = note;
    if (!(await readRecommendation(this.#engine, tenant, siteId, id, version))) return 'absent';
    return this.#addQueue.run(`${siteId} ${id}`, async () => {
      const [count] = await this.#engine.rows(
        CountRow,
        `SELECT count() AS n FROM (SELECT 1 FROM ${notesOfRecommendation} LIMIT ${maxNotesPerRecommendation})`,
        { ...siteParamsOf(tenant, siteId, version), id },
      );
      if ((count?.n ?? 0) >= maxNotesPerRecommendation) return 'full';
      // Read first, so that nothing can fail after the note is saved; a client that got an error might send the note
      // again.
      const earlier = await this.readPage(tenant, siteId, id, version);
      await this.#engine.insert('notes', [note]);
      return [note, ...earlier].slice(0, maxNotesReturned);
    });
  }
}
