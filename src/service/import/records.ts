import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { decode } from '../../contract/decode.ts';
import { brandRoles, scanStatuses } from '../../contract/enums.ts';
import { maxNameLength } from '../../contract/fields.ts';
import {
  maxAliases,
  maxAliasLength,
  maxClassifications,
  maxDomains,
  maxTextLength,
} from '../../contract/record-limits.ts';
import { maxNoteLength } from '../../contract/resources.ts';
import { noteAudiences } from '../../contract/sightline/recommendations.ts';
import { ScanSettings } from '../../contract/sightline/scans.ts';
import { readOwnDomain } from '../addresses/own-domain.ts';
import { findFieldFault } from '../branding/branding-fault.ts';
import { scanJson } from '../json/scan-json.ts';
import { GivenAnswer } from '../records/answer.ts';
import {
  address,
  atMost,
  atMostEntries,
  describeUnknownWord,
  id,
  instant,
  isAcceptedRegion,
  name,
  nonEmptyString,
  oneOf,
  optionalText,
  string,
  text,
} from '../records/given-fields.ts';
import { storedRegionOf, storedRegionsOf } from '../regions/stored-region.ts';
import { accountKinds, type ClientBranding } from '../store/records.ts';

/** The import format: one schema for each record type. Unknown fields are ignored. */

const tooManyEntries = atMostEntries(maxClassifications);
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
      v.array(v.pipe(nonEmptyString, atMost(maxAliasLength))),
      v.maxLength(maxAliases, atMostEntries(maxAliases)),
      v.readonly(),
    ),
    null,
  ),
  role: oneOf(brandRoles),
  domains: v.nullish(
    v.pipe(v.array(ownDomain), v.maxLength(maxDomains, atMostEntries(maxDomains)), v.readonly()),
    [],
  ),
});
const PromptRecord = v.object({
  type: v.literal('prompt'),
  id,
  siteId: id,
  text: v.pipe(nonEmptyString, atMost(maxTextLength)),
  category: optionalText(maxNameLength),
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
  status: optionalText(maxNameLength),
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
/** What a file can give of each type of record. */
export const schemas = {
  account: AccountRecord,
  client: ClientRecord,
  site: SiteRecord,
  brand: BrandRecord,
  prompt: PromptRecord,
  scan: ScanRecord,
  recommendation: RecommendationRecord,
  note: NoteRecord,
  answer: GivenAnswer,
} as const;
type Schemas = typeof schemas;
export type RecordType = keyof Schemas;

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
