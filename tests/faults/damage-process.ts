/**
 * Opens a stored fixture and prints why it was refused, or which responses differ from the stored ones:
 * `node damage-process.ts DATA_DIR VERSION`.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import {
  createFixtureService,
  repeatRequests,
  type StoredFixture,
} from '../store/stored-responses.ts';

const [dataDir = '', version = ''] = process.argv.slice(2);
const responsesFile = resolve(import.meta.dirname, `../store/fixtures/${version}.json`);
const expected: StoredFixture = JSON.parse(readFileSync(responsesFile, 'utf8'));

async function readOutcome(): Promise<{ refusal: string | null; wrong: string[] }> {
  const store = await openClickHouse({ dataDir });
  const { service } = createFixtureService(store);
  const responses = await repeatRequests(service, expected);
  const refused = responses.find(({ status }) => status === 503);
  if (refused) return { refusal: JSON.stringify(refused.body), wrong: [] };
  const wrong = responses.filter(
    (response, at) => !isDeepStrictEqual(response, expected.responses[at]),
  );
  // The import waits for the cleanup at the start, and closing waits for the cleanup after the import.
  await (await store.beginImport()).abort();
  await service.close();
  await store.close();
  return { refusal: null, wrong: wrong.map(({ path, status }) => `${path} returned ${status}`) };
}

const result = await readOutcome().catch((error: unknown) => ({
  refusal: String(error),
  wrong: [],
}));
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
