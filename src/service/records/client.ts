import * as v from 'valibot';
import { findFieldFault } from '../branding/branding-fault.ts';
import { describeRecord, instant, optionalInstant, removed, string, uuid } from './description.ts';
import { address, string as givenString, id, name, text } from './given-fields.ts';

/** If the field is missing or null, the stored value stays; if it is empty, the stored value is removed. */
const brandingField = (field: 'logo' | 'accent' | 'reportName') => ({
  ...string,
  given: v.nullish(
    v.pipe(
      givenString,
      v.check(
        (value) => findFieldFault(field, value) === null,
        ({ input }) => findFieldFault(field, input) ?? '',
      ),
      v.transform((value): string => (field === 'accent' ? value.toLowerCase() : value)),
    ),
    null,
  ),
  since: 6,
});

export const client = describeRecord('client', 'accountId', {
  id: { ...uuid, given: id, since: 1 },
  /** If it is missing, the import chooses it. */
  accountId: { ...uuid, given: v.nullish(id, null), since: 1 },
  name: { ...string, given: name, since: 1 },
  websiteUrl: { ...string, given: address, since: 1 },
  industry: { ...string, given: text, since: 1 },
  description: { ...string, given: text, since: 1 },
  createdAt: { ...instant, since: 1 },
  updatedAt: { ...instant, given: optionalInstant.given, since: 1 },
  /** How its reports look: a data URL that `findLogoFault` accepts, #rrggbb in lower case, and a name; empty for none. */
  logo: brandingField('logo'),
  accent: brandingField('accent'),
  reportName: brandingField('reportName'),
  removed,
});
