import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExportRoots, readExport } from '../../src/service/export/export-records.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { type RecordType, schemas } from '../../src/service/import/records.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { createWholeRecord, idOfType } from '../setup/whole-records.ts';

const types = Object.keys(schemas) as RecordType[];
const { text, mentions, ...answer } = createWholeRecord('answer');
/** A record of each type with every field; two answers, since places are only given without a text. */
const given = [
  ...types.filter((type) => type !== 'answer').map(createWholeRecord),
  { ...answer, text, mentions: [{ brandId: idOfType('brand'), sentiment: 2 }] },
  { ...answer, mentions, run: 3 },
];

describe('every field of every record', () => {
  const folders: string[] = [];
  /** The lines of two exports: of what was given, and of a copy made from the first one. */
  const exports: string[] = [];

  /** Imports records into an empty store, and exports its client. */
  async function importAndExport(records: readonly (object | string)[]): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
    folders.push(dataDir);
    const store = await openClickHouse({ dataDir });
    await importMeasurements(store, recordInput('whole', records));
    const subject = { kind: 'client', id: idOfType('client') } as const;
    const roots = await findExportRoots(store, { ...subject, isForClient: false });
    if (!roots) throw new Error('The client was not stored.');
    const counts = {
      ...{ answers: 0, scans: 0, accountRecords: 0, clients: 0, sites: 0, brands: 0 },
      ...{ prompts: 0, recommendations: 0, notes: 0 },
    };
    const { signal } = new AbortController();
    const chunks: string[] = [];
    for await (const chunk of readExport(store, roots, { isForClient: false }, counts, signal))
      chunks.push(chunk);
    await store.close();
    return chunks.join('');
  }

  beforeAll(async () => {
    exports.push(await importAndExport(given));
    exports.push(await importAndExport((exports[0] ?? '').trimEnd().split('\n')));
  }, 60_000);
  afterAll(() =>
    Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))),
  );

  it('has a value in the records here', () => {
    for (const [type, { entries }] of Object.entries(schemas)) {
      const records = given.filter((record) => Reflect.get(record, 'type') === type);
      for (const field of Object.keys(entries))
        expect([
          type,
          field,
          records.some((record) => Reflect.get(record, field) !== undefined),
        ]).toEqual([type, field, true]);
    }
  });

  it('comes back from the store as it was given', () => {
    const exported = (exports[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const sort = (records: readonly object[]) =>
      records.map((record) => JSON.stringify(Object.entries(record).toSorted())).toSorted();
    expect(sort(exported)).toEqual(sort(given));
  });

  it('is the same, byte for byte, in the export of a copy', () => {
    expect(exports[1]).toBe(exports[0]);
  });
});
