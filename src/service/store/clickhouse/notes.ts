import * as v from 'valibot';
import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import { NoteRecord } from '../records.ts';
import type { NoteRefusal, PageRequest, Tenant } from '../store.ts';
import type { Engine } from './engine.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { pageClauses, pageParams } from './page.ts';
import { readRecommendation } from './reads.ts';
import { ofTenantSite, siteParams } from './tenant.ts';

const { pageOrder, pageStart } = pageClauses('createdAt', 'activityId');

const CountRow = v.object({ n: v.number() });

const ofRecommendation = `notes WHERE ${ofTenantSite}
  AND recommendationId = {id:UUID}`;

/** Notes on recommendations. Reads never load more of them than needed. */
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
      `SELECT * FROM ${ofRecommendation} ${pageStart(page)} ${pageOrder} LIMIT {limit:UInt16}`,
      { ...siteParams(tenant, siteId, version), id: recommendationId, ...pageParams(page) },
    );
  }

  /** @returns the newest notes, this one first, or why it was not added. */
  async add(
    tenant: Tenant,
    note: NoteRecord,
    version: number,
  ): Promise<readonly NoteRecord[] | NoteRefusal> {
    const { siteId, recommendationId: id } = note;
    if (!(await readRecommendation(this.#engine, tenant, siteId, id, version))) return 'absent';
    return this.#addQueue.run(`${siteId} ${id}`, async () => {
      const [kept] = await this.#engine.rows(
        CountRow,
        `SELECT count() AS n FROM (SELECT 1 FROM ${ofRecommendation} LIMIT ${maxNotesPerRecommendation})`,
        { ...siteParams(tenant, siteId, version), id },
      );
      if ((kept?.n ?? 0) >= maxNotesPerRecommendation) return 'full';
      // Read first: after the note is saved, nothing may fail, or the client would send it again.
      const earlier = await this.readPage(tenant, siteId, id, version);
      await this.#engine.insert('notes', [note]);
      return [note, ...earlier].slice(0, maxNotesReturned);
    });
  }
}
