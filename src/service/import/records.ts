import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { scanJson } from '../json/scan-json.ts';
import { account } from '../records/account.ts';
import { GivenAnswer } from '../records/answer.ts';
import { brand } from '../records/brand.ts';
import type { CatalogueTable } from '../records/catalogue.ts';
import { client } from '../records/client.ts';
import { toPatchSchema } from '../records/description.ts';
import { describeUnknownWord, id } from '../records/given-fields.ts';
import { note } from '../records/note.ts';
import { prompt } from '../records/prompt.ts';
import { recommendation } from '../records/recommendation.ts';
import { scan } from '../records/scan.ts';
import { site } from '../records/site.ts';

/** The import format: one schema for each record type. Unknown fields are ignored. */

export const schemas = {
  account: account.Given,
  client: client.Given,
  site: site.Given,
  brand: brand.Given,
  prompt: prompt.Given,
  scan: scan.Given,
  recommendation: recommendation.Given,
  note: note.Given,
  answer: GivenAnswer,
} as const;
type Schemas = typeof schemas;
export type RecordType = keyof Schemas;

/** The schemas of records that change only the fields they name. */
const patchSchemas = {
  account: toPatchSchema(account.Given),
  client: toPatchSchema(client.Given),
  site: toPatchSchema(site.Given),
  brand: toPatchSchema(brand.Given),
  prompt: toPatchSchema(prompt.Given),
  scan: toPatchSchema(scan.Given),
  recommendation: toPatchSchema(recommendation.Given),
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
export const patchableTypes = Object.keys(patchSchemas) as readonly PatchableType[];
/** The table of the records of a type. */
export const tableOf = (type: PatchableType) => `${type}s` as const satisfies CatalogueTable;
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
  // A record in memory may name a field that it leaves out.
  const given = Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  );
  const result = decode<v.GenericSchema<unknown, RecordPatch>>(patchSchemas[type], given);
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
 * Reads a line, which must not be blank, or a record with the fields of one. Returns its record, the fields to change of a
 * record, the record to remove, or its first fault.
 */
export function readRecord(
  entry: string | object,
): { record: ImportRecord } | { patch: RecordPatch } | { removal: RecordRemoval } | LineFault {
  const parsed = typeof entry === 'string' ? parse(entry) : { value: entry };
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
