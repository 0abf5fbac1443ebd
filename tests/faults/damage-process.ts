/**
 * Opens a store unpacked from a fixture, and prints as JSON why the store refused to serve, or which responses differ
 * from those of the fixture:
 * `node damage-process.ts DATA_DIR VERSION`.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { now } from '../service/small-world.ts';
import {
  createFixtureService,
  repeatRequests,
  type StoredFixture,
} from '../store/stored-responses.ts';

const [dataDir = '', version = ''] = process.argv.slice(2);
const responsesFile = resolve(import.meta.dirname, `../store/fixtures/${version}.json`);
const expected: StoredFixture = JSON.parse(readFileSync(responsesFile, 'utf8'));

async function testStore(): Promise<{ refusal: string | null; faults: string[] }> {
  const store = await openClickHouse({ dataDir, now: () => now });
  const { service } = createFixtureService(store);
  const responses = await repeatRequests(service, expected);
  const refusedResponse = responses.find(({ status }) => status === 503);
  if (refusedResponse) return { refusal: JSON.stringify(refusedResponse.body), faults: [] };
  const wrongResponses = responses.filter(
    (response, at) => !isDeepStrictEqual(response, expected.responses[at]),
  );
  // The import waits for the cleanup at the start, and closing waits for the cleanup after the import.
  await (await store.beginImport()).abort();
  await service.close();
  await store.close();
  const faults = wrongResponses.map(({ path, status }) => `${path} differs (status ${status})`);
  return { refusal: null, faults };
}

const result = await testStore().catch((error: unknown) => ({
  refusal: String(error),
  faults: [],
}));
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
