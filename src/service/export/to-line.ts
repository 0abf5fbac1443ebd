import { recordFields } from '../import/records.ts';
import { sentimentScale, toFileEvidence } from '../records/answer.ts';
import { noEvidence, type StoredAnswer } from '../store/store.ts';

/** Records as lines of an import file, without line feeds. */

const instantFields: readonly string[] = ['createdAt', 'updatedAt', 'startedAt', 'completedAt'];

/** The value of a field as an import file has it; instants are stored as numbers. */
const toFileValue = (field: string, value: unknown): unknown =>
  typeof value === 'number' && instantFields.includes(field)
    ? new Date(value).toISOString()
    : value;

/**
 * A record as an import reads it. Fields come in the order of the import format, without those that are null.
 */
export function toLine(record: { type: string }): string {
  const fields = recordFields.get(record.type) ?? [];
  const values = fields.flatMap((field) => {
    const value: unknown = toFileValue(field, Reflect.get(record, field));
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return JSON.stringify({ type: record.type, ...Object.fromEntries(values) });
}

/** An answer, without mentions if the import finds the same ones in its text. */
export function toAnswerLine(answer: StoredAnswer): string {
  const { scanId, promptId, platform, region, run, brandIds, sentiments } = answer;
  const evidence = answer.evidence ?? noEvidence;
  const { text } = evidence;
  const mentions = brandIds.map((brandId, index) => {
    const sentiment = sentiments[index] ?? null;
    // If there is a text, the import finds the places in it.
    const place = text === null ? answer.places?.[index] : undefined;
    return {
      brandId,
      ...(sentiment !== null && { sentiment: sentiment / sentimentScale }),
      ...(place !== undefined && { place }),
    };
  });
  return toLine({
    type: 'answer',
    ...{ scanId, promptId, platform, region, run },
    ...toFileEvidence(evidence),
    ...((evidence.areMentionsGiven || text === null) && { mentions }),
  });
}
