import * as v from 'valibot';
import {
  type ClassificationValues,
  labelledClassifications,
  plainClassifications,
} from '../../contract/classifications.ts';
import { maxNameLength } from '../../contract/fields.ts';
import { maxClassifications, maxTextLength } from '../../contract/record-limits.ts';
import { describeRecord, removed, string, uuid } from './description.ts';
import {
  atMost,
  atMostEntries,
  string as givenString,
  id,
  name,
  nonEmptyString,
  optionalText,
} from './given-fields.ts';

const tooManyValues = atMostEntries(maxClassifications);
const plainValues = {
  given: v.nullish(
    v.pipe(v.array(name), v.maxLength(maxClassifications, tooManyValues), v.readonly()),
    [],
  ),
  type: 'Array(String)',
  stored: v.pipe(v.array(v.string()), v.readonly()),
};
const labelledValues = {
  given: v.nullish(
    v.pipe(
      v.array(
        v.pipe(
          v.object({
            value: name,
            label: v.nullish(v.pipe(givenString, atMost(maxNameLength))),
          }),
          v.transform(({ value, label }) => ({ value, label: label ?? value })),
        ),
      ),
      v.maxLength(maxClassifications, tooManyValues),
      v.readonly(),
    ),
    [],
  ),
  type: 'Array(Tuple(value String, label String))',
  stored: v.pipe(v.array(v.object({ value: v.string(), label: v.string() })), v.readonly()),
};

/** The migrations that add the columns of the classifications. */
const since: Readonly<Record<keyof ClassificationValues, number>> = {
  tags: 1,
  products: 1,
  personas: 1,
  journeyStages: 1,
};

export const prompt = describeRecord('prompt', 'siteId', {
  id: { ...uuid, given: id, since: 1 },
  siteId: { ...uuid, given: id, since: 1 },
  /** Stands for its ID in the rows of answers. */
  number: { type: 'UInt32', since: 1 },
  text: { ...string, given: v.pipe(nonEmptyString, atMost(maxTextLength)), since: 1 },
  category: { ...string, given: optionalText(maxNameLength), since: 1 },
  ...plainClassifications.byField((field) => ({ ...plainValues, since: since[field] })),
  ...labelledClassifications.byField((field) => ({ ...labelledValues, since: since[field] })),
  /** Whether the text mentions the site's tracked brand, as determined by the import; false if there is none. */
  mentionsTracked: { type: 'Bool', since: 1, stored: v.boolean() },
  /** Whether it is no longer asked. Its answers still count. A file without it keeps the stored value. */
  retired: {
    given: v.nullish(v.boolean(), null),
    type: 'Bool',
    since: 11,
    stored: v.optional(v.boolean(), false),
  },
  removed,
});
