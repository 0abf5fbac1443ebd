import { isTimestamp } from '../../../contract/fields.ts';
import type { Note } from '../../../contract/resources.ts';

const instantOf = ({ createdAt }: Note): number =>
  createdAt !== null && isTimestamp(createdAt) ? Date.parse(createdAt) : Number.NaN;

/**
 * Notes known before and notes of a new answer, each id once, as the newer answer has it: newest first,
 * those without a readable time last.
 */
export function mergedNotes(known: readonly Note[], answered: readonly Note[]): Note[] {
  const byId = new Map<string, Note>();
  for (const note of [...answered, ...known]) {
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
