import * as v from 'valibot';
import { brandRoles } from '../../contract/enums.ts';
import {
  maxAliases,
  maxAliasLength,
  maxDomains,
  maxTextLength,
} from '../../contract/record-limits.ts';
import { readOwnDomain } from '../addresses/own-domain.ts';
import { describeRecord, removed, string, uuid } from './description.ts';
import {
  atMost,
  atMostEntries,
  string as givenString,
  id,
  name,
  nonEmptyString,
  oneOf,
} from './given-fields.ts';

/** A domain that a brand owns, which is converted to its stored form; `www.` is removed. */
const ownDomain = v.pipe(
  givenString,
  atMost(maxTextLength),
  v.check(
    (domain) => readOwnDomain(domain) !== null,
    'must be a host name such as example.com, or one with a path such as github.com/acme',
  ),
  v.transform((domain): string => readOwnDomain(domain) ?? domain),
);
const strings = {
  type: 'Array(String)',
  stored: v.pipe(v.array(v.string()), v.readonly()),
} as const;

export const brand = describeRecord('brand', 'siteId', {
  id: { ...uuid, given: id, since: 1 },
  siteId: { ...uuid, given: id, since: 1 },
  /** Stands for its ID in the rows of answers. */
  number: { type: 'UInt16', since: 1 },
  name: { ...string, given: name, since: 1 },
  /** If they are missing, the name is the only one. */
  aliases: {
    ...strings,
    given: v.nullish(
      v.pipe(
        v.array(v.pipe(nonEmptyString, atMost(maxAliasLength))),
        v.maxLength(maxAliases, atMostEntries(maxAliases)),
        v.readonly(),
      ),
      null,
    ),
    since: 1,
  },
  role: {
    given: oneOf(brandRoles),
    type: 'LowCardinality(String)',
    since: 1,
    stored: v.picklist(brandRoles),
  },
  /** The brand's own host names, in lower case. */
  domains: {
    ...strings,
    given: v.nullish(
      v.pipe(v.array(ownDomain), v.maxLength(maxDomains, atMostEntries(maxDomains)), v.readonly()),
      [],
    ),
    since: 5,
  },
  removed,
});
