import * as v from 'valibot';
import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import type { NoteRecord } from '../records.ts';
import type { NoteRefusal } from '../store.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { notesOfRecommendation, readNotes } from './reads/note-rows.ts';
import { readRecommendation } from './reads/reads.ts';
import { siteParamsOf, type TenantReads } from './reads/tenant.ts';

const CountRow = v.object({ n: v.number() });

/** Adds notes, one at a time per recommendation, which makes the limit exact on this host and saves memory. */
export class NoteQueue {
  readonly #queue = new KeyedQueue();

  /** Implements `Store.addNote`. */
  async add(reads: TenantReads, note: NoteRecord): Promise<readonly NoteRecord[] | NoteRefusal> {
    const { engine } = reads;
    const { siteId, recommendationId: id } = note;
    if (!(await readRecommendation(reads, siteId, id))) return 'absent';
    return this.#queue.run(`${siteId} ${id}`, async () => {
      const [count] = await engine.rows(
        CountRow,
        `SELECT count() AS n FROM (SELECT 1 FROM ${notesOfRecommendation} LIMIT ${maxNotesPerRecommendation})`,
        { ...siteParamsOf(reads, siteId), id },
      );
      if ((count?.n ?? 0) >= maxNotesPerRecommendation) return 'full';
      // Read first, so that nothing can fail after the note is saved; a client that got an error might send the note
      // again.
      const earlier = await readNotes(reads, siteId, id);
      await engine.insert('notes', [note]);
      return [note, ...earlier].slice(0, maxNotesReturned);
    });
  }
}
