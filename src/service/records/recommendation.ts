import { maxNameLength } from '../../contract/fields.ts';
import { describeRecord, optionalInstant, removed, string, uuid } from './description.ts';
import { id, optionalText, text } from './given-fields.ts';

export const recommendation = describeRecord('recommendation', 'siteId', {
  id: { ...uuid, given: id, since: 1 },
  siteId: { ...uuid, given: id, since: 1 },
  title: { ...string, given: text, since: 1 },
  body: { ...string, given: text, since: 5 },
  /** As imported; empty if unknown. */
  status: { ...string, given: optionalText(maxNameLength), since: 5 },
  /** Null if unknown. */
  createdAt: { ...optionalInstant, since: 5 },
  removed,
});
