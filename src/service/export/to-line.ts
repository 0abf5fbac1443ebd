import { recordFields } from '../import/records.ts';
import { type Citation, noEvidence, type StoredAnswer, sentimentScale } from '../store/store.ts';

/** Records as lines of an import file, without line feeds. */

const instantFields: readonly string[] = ['createdAt', 'updatedAt', 'startedAt', 'completedAt'];

/** The value of a field as an import file has it; instants are stored as numbers. */
const toFileValue = (field: string, value: unknown): unknown =>
  typeof value === 'number' && instantFields.includes(field)
    ? new Date(value).toISOString()
    : value;

/**
 * A record other than an answer. Fields come in the order of the import format, without those that are null.
 * @param record as an import reads it.
 */
export function toLine(record: { type: string }): string {
  const fields = recordFields.get(record.type) ?? [];
  const values = fields.flatMap((field) => {
    const value: unknown = toFileValue(field, Reflect.get(record, field));
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return JSON.stringify({ type: record.type, ...Object.fromEntries(values) });
}

const toFileSources = (sources: readonly Citation[]) =>
  sources.map(({ url, title }) => ({ url, ...(title !== '' && { title }) }));

/** An answer, without mentions if the import finds the same ones in its text. */
export function toAnswerLine(answer: StoredAnswer): string {
  const { scanId, promptId, platform, region, run, brandIds, sentiments } = answer;
  const evidence = answer.evidence ?? noEvidence;
  const { text, citations, model, searched, queries, retrieved, location } = evidence;
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
  return JSON.stringify({
    type: 'answer',
    scanId,
    promptId,
    platform,
    region,
    run,
    ...(text !== null && { text }),
    ...((evidence.areMentionsGiven || text === null) && { mentions }),
    ...(citations.length > 0 && { citations: toFileSources(citations) }),
    ...(model !== '' && { model }),
    ...(searched !== null && { searched }),
    ...(queries.length > 0 && { queries }),
    ...(retrieved.length > 0 && { retrieved: toFileSources(retrieved) }),
    ...(location !== '' && { location }),
  });
}
