/** Opens the store in a folder and prints what it answers, or why it does not: `node damage-process.ts DATA_DIR`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createService } from '../../src/service/app.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';

const [dataDir = ''] = process.argv.slice(2);
const fixture: {
  keys: Record<string, string>;
  answers: { key: string; path: string; status: number; body: unknown }[];
} = JSON.parse(readFileSync(resolve(import.meta.dirname, '../store/fixtures/1.json'), 'utf8'));
const finish = (result: object) =>
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
try {
  const store = await openClickHouse({ dataDir });
  const failures: string[] = [];
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32).fill(1),
    sampleKeysAllowed: () => true,
    onError: ({ error }) => failures.push(String(error)),
  });
  const wrong: object[] = [];
  const refused: object[] = [];
  for (const { key, path, status, body } of fixture.answers) {
    const response = await service.fetch(
      new Request(`http://x${path}`, { headers: { Authorization: `Bearer ${fixture.keys[key]}` } }),
    );
    const json = await response.json();
    if (response.status === 503) refused.push(json);
    else if (
      response.status !== status ||
      JSON.stringify(json).replace(/"nextCursor":"[^"]*"/g, '') !==
        JSON.stringify(body).replace(/"nextCursor":"[^"]*"/g, '')
    )
      wrong.push({ path, status: response.status, was: status });
  }
  finish({ wrong, refused: refused.length, failures: [...new Set(failures)] });
} catch (error) {
  finish({ error: String(error), code: (error as { code?: unknown }).code });
}
