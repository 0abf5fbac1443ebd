import * as v from 'valibot';
import { describeRecord, removed, string, uuid } from './description.ts';
import { id, name, oneOf } from './given-fields.ts';

export const accountKinds = ['agency', 'business'] as const;
export type AccountKind = (typeof accountKinds)[number];

export const account = describeRecord('account', 'id', {
  id: { ...uuid, given: id, since: 1 },
  name: { ...string, given: name, since: 1 },
  kind: {
    given: oneOf(accountKinds),
    type: 'LowCardinality(String)',
    since: 1,
    stored: v.picklist(accountKinds),
  },
  /** Whether the data is sample data: only sample keys give access to it, and they give access to nothing else. */
  sample: { type: 'Bool', since: 1, stored: v.boolean() },
  removed,
});
