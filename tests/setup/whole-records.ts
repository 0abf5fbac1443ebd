import * as v from 'valibot';
import { brandRoles, platformIds, scanStatuses } from '../../src/contract/enums.ts';
import { noteAudiences } from '../../src/contract/sightline/recommendations.ts';
import { type RecordType, schemas } from '../../src/service/import/records.ts';
import { accountKinds } from '../../src/service/records/account.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';

export const idOfType = (type: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(type).toString('hex').slice(0, 12).padStart(12, '0')}`;

/** Values whose form their schema does not tell. */
const values: Readonly<Record<string, unknown>> = {
  websiteUrl: 'https://acme.example/',
  url: 'https://acme.example/page',
  domains: ['acme.example'],
  collection: {
    platforms: ['claude_api'],
    regions: ['GB'],
    runs: 2,
    schedule: { days: [1], time: '06:30', zone: 'Europe/Berlin' },
    scanCeilingUsd: 2.5,
    monthCeilingUsd: 40,
  },
};

/** Texts of every form that a field may require. */
const textsOf = (name: string): string[] => [
  `The ${name}`,
  '2026-03-04T10:00:00.123Z',
  'GB',
  '#7a4b2a',
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  ...[...accountKinds, ...brandRoles, ...platformIds, ...scanStatuses.toReversed()],
  ...noteAudiences,
];

/** A value that a schema accepts, other than the default for a missing field. */
function createValue(schema: v.GenericSchema, name: string): unknown {
  if (name in values) return values[name];
  if ('wrapped' in schema) return createValue(schema.wrapped as v.GenericSchema, name);
  if ('entries' in schema) {
    const entries = Object.entries(schema.entries as v.ObjectEntries);
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, createValue(entry as v.GenericSchema, key)]),
    );
  }
  if ('item' in schema) return [createValue(schema.item as v.GenericSchema, name)];
  if ('literal' in schema) return schema.literal;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number') return 2;
  const reference = /^(.+)Id$/.exec(name)?.[1];
  if (reference !== undefined) return idOfType(reference);
  return textsOf(name).find((text) => v.is(schema, text));
}

/** A record of a type with every field of its schema, as a file gives it. */
export function createWholeRecord(type: RecordType): Record<string, unknown> {
  const entries = Object.entries<v.GenericSchema>(schemas[type].entries);
  return Object.fromEntries(
    entries.map(([field, schema]) => [
      field,
      field === 'id' ? idOfType(type) : createValue(schema, field),
    ]),
  );
}
