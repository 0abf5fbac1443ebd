import { isTimestamp } from '../../../contract/fields.ts';
import type { Note } from '../../../contract/resources.ts';

const instantOf = ({ createdAt }: Note): number =>
  createdAt !== null && isTimestamp(createdAt) ? Date.parse(createdAt) : Number.NaN;

/**
 * Merges known notes with those of a new response, which replace known ones with the same ID.
 * @returns the notes, newest first; those without a valid time come last
 */
export function mergeNotes(known: readonly Note[], received: readonly Note[]): Note[] {
  const byId = new Map<string, Note>();
  for (const note of [...received, ...known]) {
    if (!byId.has(note.activityId)) byId.set(note.activityId, note);
  }
  return [...byId.values()].sort((a, b) => {
    const [one, other] = [instantOf(a), instantOf(b)];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    }
    return other - one;
  });
}
