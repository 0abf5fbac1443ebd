import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecord, recordFields } from './records.ts';

const id = '00000000-0000-4000-8000-000000000001';
const at = '2026-03-01T10:00:00Z';
const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
const labelled = [{ value: 'value', label: 'Label' }];

/** A record of each type with every field filled in. */
const records: readonly Record<string, unknown>[] = [
  { type: 'account', id, name: 'Name', kind: 'agency' },
  {
    type: 'client',
    id,
    accountId: id,
    name: 'Name',
    websiteUrl: 'https://x.example',
    industry: 'Industry',
    description: 'Description',
    createdAt: at,
    updatedAt: at,
    logo,
    accent: '#00875A',
    reportName: 'Report',
  },
  {
    type: 'site',
    id,
    clientId: id,
    accountId: id,
    name: 'Name',
    url: 'https://x.example',
    active: true,
    createdAt: at,
    updatedAt: at,
    collection: {
      platforms: ['claude_api'],
      regions: ['GB', 'ZZ'],
      runs: 2,
      schedule: { days: [1, 7], time: '06:30', zone: 'Europe/Berlin' },
      scanCeilingUsd: 2.5,
      monthCeilingUsd: null,
    },
  },
  {
    type: 'brand',
    id,
    siteId: id,
    name: 'Name',
    aliases: ['Alias', 'Other'],
    role: 'tracked',
    domains: ['name.example'],
  },
  {
    type: 'prompt',
    id,
    siteId: id,
    text: 'Text',
    category: 'Category',
    tags: ['a', 'b'],
    products: labelled,
    personas: labelled,
    journeyStages: labelled,
    retired: true,
  },
  {
    type: 'scan',
    id,
    siteId: id,
    status: 'completed',
    createdAt: at,
    startedAt: at,
    completedAt: at,
    updatedAt: at,
  },
  {
    type: 'recommendation',
    id,
    siteId: id,
    title: 'Title',
    body: 'Body',
    status: 'Open',
    createdAt: at,
  },
  {
    type: 'note',
    id,
    siteId: id,
    recommendationId: id,
    body: 'Body',
    createdAt: at,
    author: 'Author',
    audience: 'team',
  },
  {
    type: 'answer',
    scanId: id,
    promptId: id,
    platform: 'chatgpt_app',
    region: 'GB:London',
    run: 1,
    text: 'Text',
    mentions: [{ brandId: id, sentiment: 50, place: 1 }],
    citations: [{ url: 'https://x.example/page', title: 'Title' }],
    model: 'Model',
    searched: true,
    queries: ['Search', 'Other search'],
    retrieved: [{ url: 'https://x.example/found', title: 'Found' }],
    location: 'London, GB',
  },
];

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
