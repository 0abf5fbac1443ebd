import { isTimestamp } from '../../../contract/fields.ts';
import type { KnownNote } from '../../api/notes.ts';

/** When a note was created, in milliseconds since 1970; NaN without a valid time. */
const instantOf = ({ createdAt }: KnownNote): number =>
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
