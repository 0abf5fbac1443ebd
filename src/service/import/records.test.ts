import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWholeRecord } from '../../../tests/setup/whole-records.ts';
import { type RecordType, readRecord, recordFields, schemas } from './records.ts';

const types = Object.keys(schemas) as RecordType[];
/** A record of each type with every field filled in. */
const records: readonly Record<string, unknown>[] = types.map(createWholeRecord);

type Path = readonly (string | number)[];

/** The paths of all strings in a value. */
function stringPathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    stringPathsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy of the value in which the string at the path is changed. */
function replaceString(
  value: unknown,
  [key, ...rest]: Path,
  change: (text: string) => string,
): unknown {
  if (key === undefined) return change(String(value));
  if (Array.isArray(value)) {
    return value.map((part, n) => (n === key ? replaceString(part, rest, change) : part));
  }
  return { ...Object(value), [key]: replaceString(Reflect.get(Object(value), key), rest, change) };
}

const nameOf = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

const fields = records.flatMap((record) =>
  stringPathsIn(record).map((path): [string, Path, object] => [
    `${nameOf(path)} of ${String(record['type'])}`,
    path,
    record,
  ]),
);

it('the records here are valid and have every field of every type', () => {
  const types = new Map(records.map((record) => [String(record['type']), record]));
  for (const [type, names] of recordFields) {
    const present = Object.keys(types.get(type) ?? {}).filter((name) => name !== 'type');
    expect(present.sort()).toEqual([...names].sort());
    expect(readRecord(JSON.stringify(types.get(type)))).toHaveProperty('record');
  }
});

const unpairedSurrogate = fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800');

/** Fields that may hold any text, since the record is accepted without what they describe. */
const lenientFields = ['citations[0].url of answer', 'retrieved[0].url of answer'];

describe.each(fields.filter(([name]) => !lenientFields.includes(name)))('%s', (_, path, record) => {
  it('is named in the fault when it contains half of a surrogate pair anywhere', () => {
    fc.assert(
      fc.property(unpairedSurrogate, fc.nat(), (surrogate, position) => {
        const malformed = replaceString(record, path, (text) => {
          const cut = position % (text.length + 1);
          return text.slice(0, cut) + surrogate + text.slice(cut);
        });
        const line = JSON.stringify(malformed);
        expect(line).toContain('\\ud');
        const result = readRecord(line);
        expect(result).not.toHaveProperty('record');
        expect(result).toHaveProperty('field', nameOf(path));
      }),
      { numRuns: 20 },
    );
  });
});

it('half of a surrogate pair is refused with an explanation, and a whole pair is accepted', () => {
  const [account] = records;
  const readNamed = (name: string) => readRecord(JSON.stringify({ ...account, name }));
  expect(readNamed('Shop \ud83d')).toEqual({
    field: 'name',
    reason: expect.stringContaining('contains half of a surrogate pair, such as \\ud800'),
  });
  expect(readNamed('Shop \ud83d\ude00')).toHaveProperty('record.name', 'Shop 😀');
});
