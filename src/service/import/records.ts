import * as v from 'valibot';
import { canonicalRegion } from '../../contract/canonical-region.ts';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { decode } from '../../contract/decode.ts';
import { brandRoles, platformIds, scanStatuses } from '../../contract/enums.ts';
import { isTimestamp, isUuid, maxNameLength } from '../../contract/fields.ts';
import {
  maxAliases,
  maxAliasLength,
  maxClassifications,
  maxDomains,
  maxLocationLength,
  maxQueries,
  maxQueryLength,
  maxSources,
  maxSourceTitleLength,
  maxTextLength,
} from '../../contract/record-limits.ts';
import { isAcceptedCountry } from '../../contract/region-codes.ts';
import { maxNoteLength } from '../../contract/resources.ts';
import { noteAudiences } from '../../contract/sightline/recommendations.ts';
import { ScanSettings } from '../../contract/sightline/scans.ts';
import { completeWebAddress } from '../../contract/web-address.ts';
import { wellFormed } from '../../contract/well-formed.ts';
import { readOwnDomain } from '../addresses/own-domain.ts';
import { findFieldFault } from '../branding/branding-fault.ts';
import { scanJson } from '../json/scan-json.ts';
import { storedRegionOf, storedRegionsOf } from '../regions/stored-region.ts';
import { accountKinds, type ClientBranding } from '../store/records.ts';
import { firstInstant, lastInstant } from '../store/scan-day.ts';
import { sentimentScale } from '../store/store.ts';

/** The import format: one schema for each record type. Unknown fields are ignored. */

/** The maximum number of characters of a value that a message repeats. */
const maxShownLength = 40;

const atMost = (length: number) =>
  v.maxLength<string, number, string>(
    length,
    `must have at most ${length.toLocaleString('en')} characters`,
  );

/** Text that UTF-8 can encode: half of a surrogate pair would make the engine refuse the whole import. */
const string = v.pipe(v.string(), wellFormed);
/** A value in quotes, shortened and reduced to printable ASCII to fit on one line of a message. */
const quote = (text: string) => {
  const line = text.slice(0, maxShownLength).replace(/[^\x20-\x7e]/g, '?');
  return `"${line}${text.length > maxShownLength ? '…' : ''}"`;
};
const describeUnknownWord = (value: string, words: readonly string[]) =>
  `is ${quote(value)}, but must be one of ${words.join(', ')}`;

/** Accepts only a few words. Any other value is unlikely to be private, so the message shows it. */
const oneOf = <T extends string>(words: readonly T[]) =>
  v.pipe(
    string,
    v.guard(
      (value): value is T => words.some((word) => word === value),
      ({ input }) => describeUnknownWord(input, words),
    ),
  );

const id = v.pipe(
  v.string(),
  v.check(isUuid, 'must be a UUID'),
  v.transform((text): string => text.toLowerCase()),
);
const instant = v.pipe(
  v.string(),
  v.check(isTimestamp, 'must be an ISO 8601 date-time with a zone'),
  v.transform((text): number => Date.parse(text)),
  v.check(
    (at) => at >= firstInstant && at <= lastInstant,
    'must be from 1970-01-01 to 2149-06-06 in UTC',
  ),
);
const nonEmptyString = v.pipe(string, v.minLength(1, 'must not be empty'));
const name = v.pipe(nonEmptyString, atMost(maxNameLength));
const text = v.nullish(v.pipe(string, atMost(maxTextLength)), '');
/** A web address, to which `https://` is added if it has no scheme. */
const address = v.nullish(
  v.pipe(string, atMost(maxTextLength), v.transform(completeWebAddress)),
  '',
);
const alias = v.pipe(nonEmptyString, atMost(maxAliasLength));
const countryOf = (region: string): string => region.slice(0, 2);
/** Whether a region has the form of US-CA. One that is known is stored under its name. */
const isSubdivisionCode = (region: string): boolean => region[2] === '-';
const isAcceptedRegion = (region: string): boolean =>
  isAcceptedCountry(countryOf(region)) && !isSubdivisionCode(region);
const region = v.pipe(
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
const tooManyEntries = `must have at most ${maxClassifications} entries`;
const plainValues = v.nullish(
  v.pipe(v.array(name), v.maxLength(maxClassifications, tooManyEntries), v.readonly()),
  [],
);
const labelledValues = v.nullish(
  v.pipe(
    v.array(
      v.pipe(
        v.object({ value: name, label: v.nullish(v.pipe(string, atMost(maxNameLength))) }),
        v.transform(({ value, label }) => ({ value, label: label ?? value })),
      ),
    ),
    v.maxLength(maxClassifications, tooManyEntries),
    v.readonly(),
  ),
  [],
);
const run = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be 1 or more'),
  v.maxValue(65_535, 'must be at most 65535'),
);
/** The place of a brand in the order of first mention; 0 for a brand that the text does not name. */
const place = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(65_535, 'must be at most 65535'),
);
/** A number from 0 to 100, with 50 as neutral, which is converted to whole millionths. */
const sentiment = v.pipe(
  v.number(),
  v.minValue(0, 'must be from 0 to 100'),
  v.maxValue(100, 'must be from 0 to 100'),
  v.transform((value): number => Math.round(value * sentimentScale)),
);

const AccountRecord = v.object({
  type: v.literal('account'),
  id,
  name,
  kind: oneOf(accountKinds),
});
/** If the field is missing or null, the stored value stays; if it is empty, the stored value is removed. */
const brandingField = (field: keyof ClientBranding) =>
  v.nullish(
    v.pipe(
      string,
      v.check(
        (value) => findFieldFault(field, value) === null,
        ({ input }) => findFieldFault(field, input) ?? '',
      ),
      v.transform((value): string => (field === 'accent' ? value.toLowerCase() : value)),
    ),
    null,
  );

const ClientRecord = v.object({
  type: v.literal('client'),
  id,
  accountId: v.nullish(id, null),
  name,
  websiteUrl: address,
  industry: text,
  description: text,
  createdAt: instant,
  updatedAt: v.nullish(instant, null),
  logo: brandingField('logo'),
  accent: brandingField('accent'),
  reportName: brandingField('reportName'),
});
const collection = v.object({
  ...ScanSettings.entries,
  regions: v.pipe(
    ScanSettings.entries.regions,
    v.checkItems(
      (code) => isAcceptedRegion(storedRegionOf(code)),
      'must have a country code from ISO 3166, such as GB, or be ZZ or a code of ISO 3166-2, such as US-CA',
    ),
    v.transform((codes) => storedRegionsOf(codes)),
  ),
});

const SiteRecord = v.object({
  type: v.literal('site'),
  id,
  clientId: v.nullish(id, null),
  accountId: v.nullish(id, null),
  name,
  url: address,
  active: v.nullish(v.boolean(), true),
  createdAt: instant,
  updatedAt: v.nullish(instant, null),
  /** Null keeps the stored value. */
  collection: v.nullish(collection, null),
});
/** A domain that a brand owns, which is converted to its stored form; `www.` is removed. */
const ownDomain = v.pipe(
  string,
  atMost(maxTextLength),
  v.check(
    (domain) => readOwnDomain(domain) !== null,
    'must be a host name such as example.com, or one with a path such as github.com/acme',
  ),
  v.transform((domain): string => readOwnDomain(domain) ?? domain),
);

const BrandRecord = v.object({
  type: v.literal('brand'),
  id,
  siteId: id,
  name,
  aliases: v.nullish(
    v.pipe(
      v.array(alias),
      v.maxLength(maxAliases, `must have at most ${maxAliases} entries`),
      v.readonly(),
    ),
    null,
  ),
  role: oneOf(brandRoles),
  domains: v.nullish(
    v.pipe(
      v.array(ownDomain),
      v.maxLength(maxDomains, `must have at most ${maxDomains} entries`),
      v.readonly(),
    ),
    [],
  ),
});
const PromptRecord = v.object({
  type: v.literal('prompt'),
  id,
  siteId: id,
  text: v.pipe(nonEmptyString, atMost(maxTextLength)),
  category: v.nullish(v.pipe(string, atMost(maxNameLength)), ''),
  ...plainClassifications.byField(() => plainValues),
  ...labelledClassifications.byField(() => labelledValues),
  /** Null keeps the stored value. */
  retired: v.nullish(v.boolean(), null),
});
const ScanRecord = v.object({
  type: v.literal('scan'),
  id,
  siteId: id,
  status: oneOf(scanStatuses),
  createdAt: instant,
  startedAt: v.nullish(instant, null),
  completedAt: v.nullish(instant, null),
  updatedAt: v.nullish(instant, null),
});
const RecommendationRecord = v.object({
  type: v.literal('recommendation'),
  id,
  siteId: id,
  title: text,
  body: text,
  status: v.nullish(v.pipe(string, atMost(maxNameLength)), ''),
  createdAt: v.nullish(instant, null),
});
const NoteRecord = v.object({
  type: v.literal('note'),
  id,
  siteId: id,
  recommendationId: id,
  body: v.pipe(
    nonEmptyString,
    v.check(
      (body) => [...body].length <= maxNoteLength,
      `must have at most ${maxNoteLength.toLocaleString('en')} characters`,
    ),
  ),
  createdAt: instant,
  author: text,
  audience: v.nullish(oneOf(noteAudiences), 'client' as const),
});
const sources = v.nullish(
  v.pipe(
    v.array(
      v.object({
        // Any text, since a source that is not a web address is skipped instead of refused.
        url: v.nullish(v.string(), ''),
        title: v.nullish(v.pipe(string, atMost(maxSourceTitleLength)), ''),
      }),
    ),
    v.maxLength(maxSources, `must have at most ${maxSources} entries`),
  ),
  [],
);
const AnswerRecord = v.object({
  type: v.literal('answer'),
  scanId: id,
  promptId: id,
  platform: oneOf(platformIds),
  region,
  run: v.nullish(run, 1),
  text: v.nullish(string, null),
  mentions: v.nullish(
    v.array(
      v.object({
        brandId: id,
        sentiment: v.nullish(sentiment, null),
        place: v.nullish(place, null),
      }),
    ),
    null,
  ),
  citations: sources,
  model: v.nullish(v.pipe(string, atMost(maxNameLength)), ''),
  searched: v.nullish(v.boolean(), null),
  queries: v.nullish(
    v.pipe(
      v.array(v.pipe(string, atMost(maxQueryLength))),
      v.maxLength(maxQueries, `must have at most ${maxQueries} entries`),
    ),
    [],
  ),
  retrieved: sources,
  location: v.nullish(v.pipe(string, atMost(maxLocationLength)), ''),
});

const schemas = {
  account: AccountRecord,
  client: ClientRecord,
  site: SiteRecord,
  brand: BrandRecord,
  prompt: PromptRecord,
  scan: ScanRecord,
  recommendation: RecommendationRecord,
  note: NoteRecord,
  answer: AnswerRecord,
} as const;
type Schemas = typeof schemas;
type RecordType = keyof Schemas;

/** The schemas of records that change only the fields they name. */
const patchSchemas = {
  account: v.object({ ...v.partial(AccountRecord).entries, type: v.literal('account'), id }),
  client: v.object({ ...v.partial(ClientRecord).entries, type: v.literal('client'), id }),
  site: v.object({ ...v.partial(SiteRecord).entries, type: v.literal('site'), id }),
  brand: v.object({ ...v.partial(BrandRecord).entries, type: v.literal('brand'), id }),
  prompt: v.object({ ...v.partial(PromptRecord).entries, type: v.literal('prompt'), id }),
  scan: v.object({ ...v.partial(ScanRecord).entries, type: v.literal('scan'), id }),
  recommendation: v.object({
    ...v.partial(RecommendationRecord).entries,
    type: v.literal('recommendation'),
    id,
  }),
} as const;
/** The fields of each record type, without `type`. */
export const recordFields: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(schemas).map(([type, { entries }]) => [
    type,
    Object.keys(entries).filter((field) => field !== 'type'),
  ]),
);
export type ImportRecord = { [T in RecordType]: v.InferOutput<Schemas[T]> }[RecordType];
export type RecordOf<T extends RecordType> = v.InferOutput<Schemas[T]>;

/** The types of records that can be changed in part. An answer has no ID to find it by, and an import changes no note. */
export type PatchableType = keyof typeof patchSchemas;
/** The fields to change of the record with this type and ID. Fields that are absent stay as they are. */
export type PatchOf<T extends PatchableType> = v.InferOutput<(typeof patchSchemas)[T]>;
export type RecordPatch = { [T in PatchableType]: PatchOf<T> }[PatchableType];

/** The record to remove. */
export interface RecordRemoval {
  type: PatchableType;
  id: string;
}

/** A fault in a line. */
export interface LineFault {
  /** Empty if the fault is in the line as a whole. */
  field: string;
  /** Shows no content except values that should be one of a few words, and the names of disallowed parts of a logo. */
  reason: string;
}

const isType = (type: unknown): type is RecordType =>
  typeof type === 'string' && Object.hasOwn(schemas, type);

function parse(line: string): { value: unknown } | LineFault {
  const { refusal } = scanJson(line);
  if (refusal !== null) return { field: '', reason: refusal };
  try {
    const value: unknown = JSON.parse(line);
    return { value };
  } catch {
    // The parser's message is not used, since it quotes the line.
    const hasByteOrderMark = line.startsWith('\uFEFF');
    return {
      field: '',
      reason: hasByteOrderMark ? 'begins with a byte order mark' : 'is not JSON',
    };
  }
}

const isPatchable = (type: RecordType): type is PatchableType => Object.hasOwn(patchSchemas, type);

/** Reads a record with `"patch": true`. */
function readPatch(type: RecordType, value: object): { patch: RecordPatch } | LineFault {
  if (!isPatchable(type)) {
    return { field: 'patch', reason: `is not possible for ${type} records; give the whole record` };
  }
  const result = decode<v.GenericSchema<unknown, RecordPatch>>(patchSchemas[type], value);
  return result.ok ? { patch: result.value } : toLineFault(result);
}

const RemovedId = v.object({ id });

/** Reads a record with `"removed": true`. */
function readRemoval(type: RecordType, value: object): { removal: RecordRemoval } | LineFault {
  if (!isPatchable(type)) {
    return { field: 'removed', reason: `is not possible for ${type} records; remove their scan` };
  }
  const result = decode(RemovedId, value);
  return result.ok ? { removal: { type, id: result.value.id } } : toLineFault(result);
}

const toLineFault = ({ path, reason }: { path: string; reason: string }): LineFault => ({
  field: path.replace(/^\$\.?/, ''),
  reason,
});

/**
 * Reads a line, which must not be blank, and returns its record, the fields to change of a record, the record to remove,
 * or its first fault.
 */
export function readRecord(
  line: string,
): { record: ImportRecord } | { patch: RecordPatch } | { removal: RecordRemoval } | LineFault {
  const parsed = parse(line);
  if ('reason' in parsed) return parsed;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { field: '', reason: 'is not a JSON object' };
  }
  const type: unknown = Reflect.get(value, 'type');
  if (!isType(type)) {
    const types = Object.keys(schemas);
    if (typeof type === 'string')
      return { field: 'type', reason: describeUnknownWord(type, types) };
    return { field: 'type', reason: `must be one of ${types.join(', ')}` };
  }
  const patch: unknown = Reflect.get(value, 'patch') ?? false;
  if (typeof patch !== 'boolean') return { field: 'patch', reason: 'must be true or false' };
  const removed: unknown = Reflect.get(value, 'removed') ?? false;
  if (typeof removed !== 'boolean') return { field: 'removed', reason: 'must be true or false' };
  if (removed) return readRemoval(type, value);
  if (patch) return readPatch(type, value);
  const result = decode<v.GenericSchema<unknown, ImportRecord>>(schemas[type], value);
  if (!result.ok) return toLineFault(result);
  if (
    result.value.type === 'answer' &&
    result.value.text === null &&
    result.value.mentions === null
  ) {
    return {
      field: 'text',
      reason: 'is missing, and so is "mentions". Give at least one of them',
    };
  }
  return { record: result.value };
}
