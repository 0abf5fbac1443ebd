import { isTimestamp } from '../../../contract/fields.ts';
import type { Note } from '../../../contract/resources.ts';

/** A note, and who wrote it where the service says so: v1 does not. */
export type KnownNote = Note & { author?: string | null };

/** When a note was created, in milliseconds since 1970; NaN without a valid time. */
const instantOf = ({ createdAt }: Note): number =>
  createdAt !== null && isTimestamp(createdAt) ? Date.parse(createdAt) : Number.NaN;

/**
 * Merges two lists of notes. A received note replaces a known one with the same ID.
 * @returns the notes, newest first; those without a valid time come last
 */
export function mergeNotes(
  known: readonly KnownNote[],
  received: readonly KnownNote[],
): KnownNote[] {
  const byId = new Map<string, KnownNote>();
  for (const note of [...received, ...known]) {
    if (!byId.has(note.activityId)) byId.set(note.activityId, note);
  }
  return [...byId.values()].sort((a, b) => {
    const [instantA, instantB] = [instantOf(a), instantOf(b)];
    if (Number.isNaN(instantA) || Number.isNaN(instantB)) {
      return Number(Number.isNaN(instantA)) - Number(Number.isNaN(instantB));
    }
    return instantB - instantA;
  });
}
