/**
 * Opens a store kept as a fixture and prints how it answers what it was asked then, or why it does not:
 * `node damage-process.ts DATA_DIR VERSION`.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { askAgain, type Expected, serviceOver } from '../store/ask-again.ts';

const [dataDir = '', version = ''] = process.argv.slice(2);
const kept = resolve(import.meta.dirname, `../store/fixtures/${version}.json`);
const expected: Expected = JSON.parse(readFileSync(kept, 'utf8'));

async function outcome(): Promise<{ refusal: string | null; wrong: string[] }> {
  const store = await openClickHouse({ dataDir });
  const { service } = serviceOver(store);
  const answers = await askAgain(service, expected);
  const refused = answers.find(({ status }) => status === 503);
  if (refused) return { refusal: JSON.stringify(refused.body), wrong: [] };
  const wrong = answers.filter((answer, at) => !isDeepStrictEqual(answer, expected.answers[at]));
  // An import has its turn after the sweep, and closing waits for the sweep after the import.
  await (await store.beginImport()).abort();
  await service.close();
  await store.close();
  return { refusal: null, wrong: wrong.map(({ path, status }) => `${path} gave ${status}`) };
}

const result = await outcome().catch((error: unknown) => ({ refusal: String(error), wrong: [] }));
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
