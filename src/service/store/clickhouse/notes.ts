import * as v from 'valibot';
import { notesPerRecommendation, notesReturned } from '../../../contract/resources.ts';
import { NoteRecord } from '../records.ts';
import type { NoteRefusal, PageRequest, Tenant } from '../store.ts';
import type { Engine } from './engine.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { pagedBy, pageParams } from './page.ts';
import { readRecommendation } from './reads.ts';
import { ofTenantSite, siteParams } from './tenant.ts';

const { pageOrder, pageStart } = pagedBy('createdAt', 'activityId');

const CountRow = v.object({ n: v.number() });

const ofRecommendation = `notes WHERE ${ofTenantSite}
  AND recommendationId = {id:UUID}`;

/** Notes on recommendations. Reads never load more of them than needed. */
export class NoteTable {
  readonly #engine: Engine;
  /** Adds one note at a time per recommendation, which makes the limit exact on this host and saves memory. */
  readonly #adding = new OneAtATime();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** As `Store.notes` specifies. */
  page(
    tenant: Tenant,
    siteId: string,
    recommendationId: string,
    version: number,
    page: PageRequest = { after: null, limit: notesReturned },
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
    return this.#adding.run(`${siteId} ${id}`, async () => {
      const [kept] = await this.#engine.rows(
        CountRow,
        `SELECT count() AS n FROM (SELECT 1 FROM ${ofRecommendation} LIMIT ${notesPerRecommendation})`,
        { ...siteParams(tenant, siteId, version), id },
      );
      if ((kept?.n ?? 0) >= notesPerRecommendation) return 'full';
      // Read first: after the note is saved, nothing may fail, or the client would send it again.
      const earlier = await this.page(tenant, siteId, id, version);
      await this.#engine.insert('notes', [note]);
      return [note, ...earlier].slice(0, notesReturned);
    });
  }
}
