import * as v from 'valibot';
import { maxNoteLength } from '../../contract/resources.ts';
import { noteAudiences } from '../../contract/sightline/recommendations.ts';
import { describeRecord, instant, string, uuid } from './description.ts';
import { id, nonEmptyString, oneOf, text } from './given-fields.ts';

/** The migration that lets notes be changed. */
const versionsSince = 14;

const described = describeRecord('note', 'siteId', {
  siteId: { ...uuid, given: id, since: 1 },
  recommendationId: { ...uuid, given: id, since: 1 },
  /** Its ID, which files call `id`. */
  activityId: { ...uuid, since: 1 },
  body: {
    ...string,
    given: v.pipe(
      nonEmptyString,
      v.check(
        (body) => [...body].length <= maxNoteLength,
        `must have at most ${maxNoteLength.toLocaleString('en')} characters`,
      ),
    ),
    since: 1,
  },
  createdAt: { ...instant, since: 1 },
  /** The name of the key that added the note; empty if unknown. */
  author: { given: text, type: 'String', since: 10, stored: v.optional(v.string(), '') },
  /** 0 if a key added the note, or has changed it. */
  import: { type: 'UInt64', since: 12 },
  /** For whom it is. Tenants limited to one client see only notes for the client too. */
  audience: {
    given: v.nullish(oneOf(noteAudiences), 'client' as const),
    type: "Enum8('client' = 0, 'team' = 1)",
    since: versionsSince,
    stored: v.optional(v.picklist(noteAudiences), 'client'),
  },
  /** The ID of the key that added the note; null if unknown. */
  authorKeyId: {
    type: 'Nullable(UUID)',
    since: versionsSince,
    stored: v.optional(v.nullable(v.string()), null),
  },
  /** Of the rows of a note, the one with the highest version counts; that of a deleted note is `removed`. */
  version: { type: 'Int64', since: versionsSince },
  removed: { type: 'Bool', since: versionsSince },
});

/** A note on a recommendation. Notes cannot be changed by an import. */
export const note = {
  ...described,
  Given: v.object({ type: v.literal('note'), id, ...v.omit(described.Given, ['type']).entries }),
};
