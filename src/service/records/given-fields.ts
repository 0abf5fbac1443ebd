import * as v from 'valibot';
import { canonicalRegion } from '../../contract/canonical-region.ts';
import { isTimestamp, isUuid, maxNameLength } from '../../contract/fields.ts';
import { maxTextLength } from '../../contract/record-limits.ts';
import { isAcceptedCountry } from '../../contract/region-codes.ts';
import { completeWebAddress } from '../../contract/web-address.ts';
import { wellFormed } from '../../contract/well-formed.ts';
import { storedRegionOf } from '../regions/stored-region.ts';

/** Schemas of fields as an import file gives them, which several types of records share. */

/** The first and last instants that stores can hold: ClickHouse counts UTC days from 1970 in 16 bits. */
const firstInstant = 0;
const lastInstant = Date.UTC(2149, 5, 7) - 1;

/** The maximum number of characters of a value that a message repeats. */
const maxShownLength = 40;

export const atMost = (length: number) =>
  v.maxLength<string, number, string>(
    length,
    `must have at most ${length.toLocaleString('en')} characters`,
  );
export const atMostEntries = (count: number) => `must have at most ${count} entries`;

/** Text that UTF-8 can encode: half of a surrogate pair would make the engine refuse the whole import. */
export const string = v.pipe(v.string(), wellFormed);
/** A value in quotes, shortened and reduced to printable ASCII to fit on one line of a message. */
const quote = (text: string) => {
  const line = text.slice(0, maxShownLength).replace(/[^\x20-\x7e]/g, '?');
  return `"${line}${text.length > maxShownLength ? '…' : ''}"`;
};
export const describeUnknownWord = (value: string, words: readonly string[]) =>
  `is ${quote(value)}, but must be one of ${words.join(', ')}`;

/** Accepts only a few words. Any other value is unlikely to be private, so the message shows it. */
export const oneOf = <T extends string>(words: readonly T[]) =>
  v.pipe(
    string,
    v.guard(
      (value): value is T => words.some((word) => word === value),
      ({ input }) => describeUnknownWord(input, words),
    ),
  );

export const id = v.pipe(
  v.string(),
  v.check(isUuid, 'must be a UUID'),
  v.transform((text): string => text.toLowerCase()),
);
export const instant = v.pipe(
  v.string(),
  v.check(isTimestamp, 'must be an ISO 8601 date-time with a zone'),
  v.transform((text): number => Date.parse(text)),
  v.check(
    (at) => at >= firstInstant && at <= lastInstant,
    'must be from 1970-01-01 to 2149-06-06 in UTC',
  ),
);
export const nonEmptyString = v.pipe(string, v.minLength(1, 'must not be empty'));
export const name = v.pipe(nonEmptyString, atMost(maxNameLength));
/** A text that may be missing, and is empty then. */
export const optionalText = (length: number) => v.nullish(v.pipe(string, atMost(length)), '');
export const text = optionalText(maxTextLength);
/** A web address, to which `https://` is added if it has no scheme. */
export const address = v.nullish(
  v.pipe(string, atMost(maxTextLength), v.transform(completeWebAddress)),
  '',
);

const countryOf = (code: string): string => code.slice(0, 2);
/** Whether a region has the form of US-CA. One that is known is stored under its name. */
const isSubdivisionCode = (code: string): boolean => code[2] === '-';
export const isAcceptedRegion = (code: string): boolean =>
  isAcceptedCountry(countryOf(code)) && !isSubdivisionCode(code);
export const region = v.pipe(
  string,
  v.regex(
    /^[A-Z]{2}(?::.+|-[A-Z\d]{1,3})?$/,
    'must be a country code of two capital letters, optionally followed by ":" and an area, such as US:California, or a code of ISO 3166-2, such as US-CA',
  ),
  atMost(maxNameLength),
  v.check(
    (code) => !isSubdivisionCode(storedRegionOf(code)),
    'must be a code of ISO 3166-2 if it has no ":", such as US-CA',
  ),
  v.check(
    (code) => isAcceptedCountry(canonicalRegion(countryOf(code))),
    ({ input }) =>
      `has the country code ${quote(countryOf(input))}, but must have one from ISO 3166, such as GB, or EU, UN, XK or ZZ (no location)`,
  ),
);
