import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandOf, launch, waitForExit } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';

const uuid = (n: number) => `7e870000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const at = '2026-01-01T10:00:00Z';
const measurements = [
  { type: 'client', id: uuid(1), name: 'Client', createdAt: at },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt: at },
  { type: 'brand', id: uuid(3), siteId, name: 'Acme', role: 'tracked' },
  { type: 'prompt', id: uuid(4), siteId, text: 'Prompt' },
  {
    type: 'scan',
    id: uuid(5),
    siteId,
    status: 'completed',
    createdAt: at,
    completedAt: '2026-01-01T12:00:00Z',
  },
  {
    type: 'answer',
    scanId: uuid(5),
    promptId: uuid(4),
    platform: 'chatgpt_app',
    region: 'US',
    text: 'Acme and Bolt are both good.',
  },
];
const laterBrand = [{ type: 'brand', id: uuid(6), siteId, name: 'Bolt', role: 'competitor' }];

/** Imports the measurements, then a brand that their answer mentions. Returns the output of the second import. */
async function importBrandLater(setting: Record<string, string>): Promise<string> {
  const dataDir = await createTemporaryFolder();
  const runImport = async (records: readonly object[]) => {
    const file = join(dataDir, 'records.ndjson');
    await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
    const environment = { DATA_DIR: dataDir, SAMPLE: 'off', ...setting };
    const { code, out, err } = await waitForExit(
      launch(environment, commandOf('commands/import.ts', file)),
    );
    expect(code, err).toBe(0);
    return out;
  };
  await runImport(measurements);
  return runImport(laterBrand);
}

it.each([
  ['no setting', {}, true],
  ['ANSWER_TEXT=off', { ANSWER_TEXT: 'off' }, false],
  ['ANSWER_DAYS=30 and an older answer', { ANSWER_DAYS: '30' }, false],
  ['ANSWER_DAYS=99999', { ANSWER_DAYS: '99999' }, true],
])(
  'with %s, a later import measures a new brand only in answers stored with their text',
  async (_, setting, isTextStored) => {
    const output = await importBrandLater(setting);
    expect(output.split('\n').slice(1)).toEqual([
      isTextStored
        ? 'Brands changed, so the import measured 1 stored answer again.'
        : 'Scans on 1 day keep their old figures for the brands that changed, because some of their answers are stored without text. Days affected: 2026-01-01.',
      '',
    ]);
  },
);
