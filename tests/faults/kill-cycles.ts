import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { NoteList } from '../../src/contract/resources.ts';
import { notesScope } from '../../src/contract/scopes.ts';
import { AdministrationError } from '../../src/host/admin/administration-error.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import {
  computeViewsAfter,
  findMiscounts,
  notesPathOf,
  recordsOf,
  viewPaths,
} from './kill-world.ts';
import { type KillableHost, startKillableHost, WrongResponse } from './killable-host.ts';
import { createRandom } from './random.ts';

/** Stays below the maximum number of notes per recommendation. */
const maxNotesPerCycle = 900;
/** Low, so that lists of keys stay short. */
const keysPerCycle = 5;
/**
 * The work that must be acknowledged before a kill; cycles use these entries in turn. Waiting for that work makes the
 * test independent of the machine's speed. A delayed kill follows after a random time of up to twice the duration of an
 * import.
 */
const killPoints: readonly {
  /** The minimum number of notes, and of reads. */
  notesAndReads: number;
  shouldAwaitImport: boolean;
  isDelayed: boolean;
}[] = [
  { notesAndReads: 0, shouldAwaitImport: false, isDelayed: true },
  { notesAndReads: 1, shouldAwaitImport: false, isDelayed: true },
  { notesAndReads: 3, shouldAwaitImport: false, isDelayed: true },
  { notesAndReads: 3, shouldAwaitImport: true, isDelayed: true },
  { notesAndReads: 0, shouldAwaitImport: false, isDelayed: false },
];

export interface KillReport {
  cycles: number;
  /** How many notes, keys and imports were acknowledged. */
  notes: number;
  keys: number;
  imports: number;
  /** How many unacknowledged imports turned out to be complete, and how many to be absent. */
  unacknowledgedWhole: number;
  unacknowledgedAbsent: number;
  /** Views read before the kills. */
  reads: number;
  /** Acknowledged data that is missing, partial or duplicated, and wrong totals. */
  faults: string[];
}

async function addNote(
  host: KillableHost,
  key: string,
  cycle: number,
  body: string,
): Promise<string[]> {
  const response = await fetch(host.url + notesPathOf(cycle), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  if (response.status !== 201)
    throw new WrongResponse(`Adding a note returned ${response.status}.`);
  return v.parse(NoteList, await response.json()).data.map((note) => note.body ?? '');
}

async function readView(host: KillableHost, key: string, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(host.url + path, { headers })).text();
}

const readViews = (host: KillableHost, key: string): Promise<string[]> =>
  Promise.all(viewPaths.map((path) => readView(host, key, path)));

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, n) => text === b[n]);

/** Repeats the work until the host is killed. */
async function repeatUntilKilled(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (error instanceof WrongResponse) throw error;
  }
}

/** Reports expected items that are missing, and whether any item exists twice. */
function findMissingOrDuplicated(
  noun: string,
  expectedItems: readonly string[],
  actualItems: readonly string[],
): string[] {
  const distinctItems = new Set(actualItems);
  const faults = expectedItems
    .filter((item) => !distinctItems.has(item))
    .map((item) => `${noun} ${item} is lost`);
  return distinctItems.size === actualItems.length
    ? faults
    : [...faults, `a ${noun} is duplicated`];
}

/** What was acknowledged in one cycle. */
interface AcknowledgedWork {
  notes: string[];
  keys: string[];
  isImported: boolean;
  reads: number;
}

interface CycleWork {
  host: KillableHost;
  key: string;
  cycle: number;
  file: string;
  /** The valid texts of all views: those before and those after the import. */
  views: readonly (readonly string[])[];
}

/**
 * Adds notes, creates keys, imports and reads concurrently, until the host is killed.
 * @param onProgress is called after each acknowledged note, each read and the import.
 */
async function workUntilKilled(
  { host, key, cycle, file, views }: CycleWork,
  onProgress: (progress: AcknowledgedWork) => void,
): Promise<AcknowledgedWork> {
  const progress: AcknowledgedWork = { notes: [], keys: [], isImported: false, reads: 0 };
  const newKey = { name: `key ${cycle}`, account: null, client: null, scopes: [] };
  await Promise.all([
    repeatUntilKilled(async () => {
      if (progress.notes.length >= maxNotesPerCycle) {
        await readView(host, key, viewPaths[0] ?? '');
        return;
      }
      const body = `note ${cycle} ${progress.notes.length}`;
      await addNote(host, key, cycle, body);
      progress.notes.push(body);
      onProgress(progress);
    }),
    (async () => {
      for (let created = 0; created < keysPerCycle; created += 1) {
        const { record } = await host.administration.run('keys/create', newKey);
        progress.keys.push(record.id);
      }
    })().catch(() => {}),
    repeatUntilKilled(async () => {
      const view = progress.reads % viewPaths.length;
      const text = await readView(host, key, viewPaths[view] ?? '');
      progress.reads += 1;
      onProgress(progress);
      if (!views.some((state) => state[view] === text)) {
        throw new WrongResponse(`In cycle ${cycle}, a view matched neither state: ${text}`);
      }
    }),
    host.administration.run('import', { path: file, account: null }).then(
      () => {
        progress.isImported = true;
        onProgress(progress);
      },
      (error: unknown) => {
        // An import fails with this error if its host is killed.
        if (!(error instanceof AdministrationError)) throw error;
      },
    ),
  ]);
  return progress;
}

/**
 * Leaves out variants that later ones replace completely. Returns the first variant, and the last one of each half of
 * the prompts.
 */
function selectVisibleVariants(history: readonly number[]): readonly number[] {
  const lastOf = (half: number) => history.findLast((variant) => variant % 2 === half);
  return history.filter((n) => n === 0 || n === lastOf(0) || n === lastOf(1));
}

/**
 * Kills a host repeatedly, each time while a client adds notes, creates keys, reads, and imports replacements
 * for half of the answers. Whatever was acknowledged must exist afterwards, exactly once.
 * @param options.seed determines the delays before the kills.
 */
export async function runKillCycles(options: {
  cycles: number;
  seed: number;
}): Promise<KillReport> {
  const random = createRandom(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-kill-'));
  const report: KillReport = {
    cycles: 0,
    notes: 0,
    keys: 0,
    imports: 0,
    unacknowledgedWhole: 0,
    unacknowledgedAbsent: 0,
    reads: 0,
    faults: [],
  };
  const file = join(dataDir, 'variant.ndjson');
  const writeRecords = (records: readonly object[]) =>
    writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const notes: string[][] = [];
  const keys: string[] = [];
  const history = [0];
  let host = await startKillableHost(dataDir);
  try {
    await writeRecords(recordsOf(0, options.cycles + 1));
    const startedAt = performance.now();
    await host.administration.run('import', { path: file, account: null });
    const importMs = performance.now() - startedAt;
    const request = { name: 'kill', account: null, client: null, scopes: [notesScope] };
    const { key } = await host.administration.run('keys/create', request);
    let before = await computeViewsAfter(history);
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await writeRecords(recordsOf(cycle));
      const after = await computeViewsAfter(selectVisibleVariants([...history, cycle]));
      const { promise: killPointReached, resolve: reachKillPoint } = Promise.withResolvers<void>();
      const killPoint = killPoints[cycle % killPoints.length];
      if (!killPoint) throw new Error('There are no kill points.');
      const onProgress = (done: AcknowledgedWork) => {
        const notesAndReads = Math.min(done.notes.length, done.reads);
        const hasReachedImport = done.isImported || !killPoint.shouldAwaitImport;
        if (notesAndReads >= killPoint.notesAndReads && hasReachedImport) reachKillPoint();
      };
      onProgress({ notes: [], keys: [], isImported: false, reads: 0 });
      const delayMs = killPoint.isDelayed ? random() * 2 * importMs : 0;
      const kill = killPointReached.then(() => pause(delayMs)).then(() => host.kill());
      const work = { host, key, cycle, file, views: [before, after] };
      const [done] = await Promise.all([
        workUntilKilled(work, onProgress).finally(reachKillPoint),
        kill,
      ]);
      notes[cycle] = done.notes;
      keys.push(...done.keys);
      report.notes += done.notes.length;
      report.keys += done.keys.length;
      report.reads += done.reads;

      host = await startKillableHost(dataDir);
      const views = await readViews(host, key);
      const isWhole = areEqual(views, after);
      if (!isWhole && (done.isImported || !areEqual(views, before))) {
        report.faults.push(
          `cycle ${cycle}: the import is ${done.isImported ? 'lost' : 'only partly there'}`,
        );
      }
      if (done.isImported) report.imports += 1;
      else if (isWhole) report.unacknowledgedWhole += 1;
      else report.unacknowledgedAbsent += 1;
      if (isWhole) history.push(cycle);
      if (isWhole) before = after;
      const storedNotes = await addNote(host, key, cycle, `after ${cycle}`);
      report.faults.push(...findMissingOrDuplicated('note', done.notes, storedNotes));
      const listedKeys = await host.administration.run('keys/list', {});
      const ids = listedKeys.map(({ id }) => id);
      report.faults.push(...findMissingOrDuplicated('key', keys, ids));
      report.cycles += 1;
    }
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      const storedNotes = await addNote(host, key, cycle, 'at the end');
      report.faults.push(...findMissingOrDuplicated('note', notes[cycle] ?? [], storedNotes));
    }
    await host.kill();
    const store = await openClickHouse({ dataDir });
    report.faults.push(...(await findMiscounts(store)));
    await store.close();
    return report;
  } finally {
    await host.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
