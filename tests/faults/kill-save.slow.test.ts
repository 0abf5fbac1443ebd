import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { isSoak } from '../setup/soak.ts';
import { createServiceTarget, createUndisturbed, readViews } from './kill-setup-targets.ts';
import { savedArea, startRecords } from './kill-setup-world.ts';
import { runInCopy, Sent } from './run-in-copy.ts';

const home = mkdtempSync(join(tmpdir(), 'sightline-kill-save-'));
const intactDir = join(home, 'intact');
const paths = savedArea.viewPaths(0);
let [before, after]: (readonly string[])[] = [[], []];

beforeAll(async () => {
  const store = await openClickHouse({ dataDir: intactDir });
  await importMeasurements(store, recordInput('records', startRecords));
  await store.close();
  const undisturbed = await createUndisturbed();
  before = await readViews(undisturbed, paths);
  const save = await savedArea.createChange(0, undisturbed);
  await save(undisturbed);
  after = await readViews(undisturbed, paths);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const saveInCopy = (count: number | null) =>
  runInCopy('kill-save-process.ts', { intactDir, home }, count);

/** The numbers of statements after which to kill: some before the save is published, and one after it. */
function chooseCounts({ published, total }: Sent): number[] {
  if (isSoak) return Array.from({ length: total }, (_, count) => count);
  return [Math.floor(Math.random() * (published - 1)), published - 1, published];
}

/** Each kill needs a process, a start and a comparison. */
const timeout = 900_000;

it('a kill at any statement of a save leaves the whole set-up as before or as after, with all its figures', {
  timeout,
}, async () => {
  const sent = v.parse(Sent, JSON.parse(saveInCopy(null).text));
  expect(sent.total).toBeGreaterThan(sent.published);
  for (const count of new Set(chooseCounts(sent))) {
    const { dataDir, signal, text } = saveInCopy(count);
    expect(signal, text).toBe('SIGKILL');
    const store = await openClickHouse({ dataDir });
    const target = await createServiceTarget(store);
    const views = await readViews(target, paths);
    expect(views, `statement ${count}`).toEqual(count < sent.published ? before : after);
    expect((await store.check()).faults, `statement ${count}`).toEqual([]);
    await target.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
