import { GivenAnswer, sentimentScale, toFileEvidence } from '../records/answer.ts';
import { type RecordDescription, toFileFields } from '../records/description.ts';
import { noEvidence, type StoredAnswer } from '../store/store.ts';

/** Records as lines of an import file, without line feeds. */

/** Fields come in the order of the schema, without those that are null. */
function toLine({ entries }: { entries: object }, record: object): string {
  const fields = Object.keys(entries).flatMap((field) => {
    const value: unknown = Reflect.get(record, field);
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return JSON.stringify(Object.fromEntries(fields));
}

/** A stored record other than an answer. */
export const toRecordLine = (description: RecordDescription, stored: object): string =>
  toLine(description.Given, toFileFields(description, stored));

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
  return toLine(GivenAnswer, {
    type: 'answer',
    ...{ scanId, promptId, platform, region, run },
    ...toFileEvidence(evidence),
    ...((evidence.areMentionsGiven || text === null) && { mentions }),
  });
}
