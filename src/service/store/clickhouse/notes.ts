import * as v from 'valibot';
import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import { type Instant, NoteRecord } from '../records.ts';
import type { NoteChange, NoteIdentity, NoteRefusal } from '../store.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { notesOfRecommendation, readNoteRow, readNotes } from './reads/note-rows.ts';
import { readRecommendation } from './reads/reads.ts';
import { siteParamsOf, type TenantReads } from './reads/tenant.ts';

const CountRow = v.object({ n: v.number() });
const VersionedNote = v.object({ ...NoteRecord.entries, version: v.number() });

/** Whether a recommendation already has the maximum number of notes for this audience. */
async function isFull(
  reads: TenantReads,
  { siteId, recommendationId: id, audience }: NoteRecord,
): Promise<boolean> {
  const [count] = await reads.engine.rows(
    CountRow,
    `SELECT count() AS n FROM ${notesOfRecommendation} AND audience = {audience:String}`,
    { ...siteParamsOf(reads, siteId), id, audience },
  );
  return (count?.n ?? 0) >= maxNotesPerRecommendation;
}

/**
 * Adds, changes and removes notes, one at a time per recommendation, which makes the limit exact on this host and saves
 * memory.
 */
export class NoteQueue {
  readonly #queue = new KeyedQueue();

  #run<T>(
    { siteId, recommendationId }: Omit<NoteIdentity, 'activityId'>,
    task: () => Promise<T>,
  ): Promise<T> {
    return this.#queue.run(`${siteId} ${recommendationId}`, task);
  }

  /** Implements `Store.addNote`. */
  async add(reads: TenantReads, note: NoteRecord): Promise<readonly NoteRecord[] | NoteRefusal> {
    const { siteId, recommendationId: id } = note;
    if (!(await readRecommendation(reads, siteId, id))) return 'absent';
    return this.#run(note, async () => {
      if (await isFull(reads, note)) return 'full';
      // Read first, so that nothing can fail after the note is saved; a client that got an error might send the note
      // again.
      const earlier = await readNotes(reads, siteId, id);
      await reads.engine.insert('notes', [note]);
      return [note, ...earlier].slice(0, maxNotesReturned);
    });
  }

  /** Implements `Store.changeNote`. */
  change(
    reads: TenantReads,
    identity: NoteIdentity,
    change: NoteChange,
    at: Instant,
  ): Promise<NoteRecord | NoteRefusal> {
    return this.#run(identity, async () => {
      const stored = await readNoteRow(reads, identity, VersionedNote);
      if (!stored) return 'absent';
      const { version, ...earlier } = stored;
      const note: NoteRecord = { ...earlier, ...change };
      if (note.audience !== earlier.audience && (await isFull(reads, note))) return 'full';
      await reads.engine.insert('notes', [{ ...note, version: Math.max(at, version + 1) }]);
      return note;
    });
  }

  /** Implements `Store.removeNote`. */
  remove(reads: TenantReads, identity: NoteIdentity, at: Instant): Promise<boolean> {
    return this.#run(identity, async () => {
      const stored = await readNoteRow(reads, identity, VersionedNote);
      if (!stored) return false;
      const { activityId, siteId, recommendationId, createdAt, version } = stored;
      const row = { activityId, siteId, recommendationId, createdAt };
      await reads.engine.insert('notes', [
        { ...row, removed: true, version: Math.max(at, version + 1) },
      ]);
      return true;
    });
  }
}
