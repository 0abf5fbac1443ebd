import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandOf, launch, waitForExit } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const at = '2026-01-01T12:00:00Z';
const recordsWith = (urls: readonly string[]) => [
  { type: 'client', id: uuid(1), name: 'Client', createdAt: at },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt: at },
  { type: 'prompt', id: uuid(4), siteId, text: 'Who is best?' },
  { type: 'scan', id: uuid(5), siteId, status: 'completed', createdAt: at, completedAt: at },
  {
    type: 'answer',
    scanId: uuid(5),
    promptId: uuid(4),
    platform: 'gemini_app',
    region: 'DE',
    text: 'Acme.',
    citations: urls.map((url) => ({ url })),
  },
];

it.each<[string[], string[]]>([
  [['https://a.example/'], []],
  [['', 'https://a.example/'], ['1 citation was skipped, since it is not a web address.']],
  [
    ['', 'about:blank', 'javascript:x'],
    ['3 citations were skipped, since they are not web addresses.'],
  ],
])('the import of the citations %j says which were skipped', async (urls, lines) => {
  const dataDir = await createTemporaryFolder();
  const file = join(dataDir, 'records.ndjson');
  const records = recordsWith(urls).map((record) => JSON.stringify(record));
  await writeFile(file, records.join('\n'));
  const environment = { DATA_DIR: dataDir, SAMPLE: 'off' };
  const { code, out, err } = await waitForExit(
    launch(environment, commandOf('commands/import.ts', file)),
  );
  expect(code, err).toBe(0);
  expect(out.split('\n').slice(1, -1)).toEqual(lines);
});
