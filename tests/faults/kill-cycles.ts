import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { notesScope } from '../../src/contract/enums.ts';
import { NoteList } from '../../src/contract/resources.ts';
import type { Administration } from '../../src/host/admin/administration.ts';
import { connectControl } from '../../src/host/admin/control-client.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { startHostProcess } from '../host/host-process.ts';
import { miscounted, notesPathOf, recordsOf, viewPaths, viewsAfter } from './kill-world.ts';
import { randomFrom } from './random.ts';

/** Few keys a cycle, so that their lists stay short. */
const keysACycle = 5;
/**
 * What must be acknowledged before the host is killed, by turns, whatever the speed of the machine. It then
 * lives on for a random while, up to twice what an import takes alone, or not at all.
 */
const lives: readonly { notesAndReads: number; imported: boolean; livesOn: boolean }[] = [
  { notesAndReads: 0, imported: false, livesOn: true },
  { notesAndReads: 1, imported: false, livesOn: true },
  { notesAndReads: 3, imported: false, livesOn: true },
  { notesAndReads: 3, imported: true, livesOn: true },
  { notesAndReads: 0, imported: false, livesOn: false },
];

interface Host {
  url: string;
  administration: Administration;
  kill(): Promise<void>;
}

async function startHost(dataDir: string): Promise<Host> {
  const { url, end } = await startHostProcess(dataDir);
  const administration = await connectControl(dataDir);
  if (!administration) throw new Error('the host has no control socket');
  return { url, administration, kill: () => end('SIGKILL') };
}

export interface KillReport {
  cycles: number;
  /** What was acknowledged, all of which must still be there. */
  notes: number;
  keys: number;
  imports: number;
  /** Imports that were not acknowledged: found whole, and found absent. */
  unansweredWhole: number;
  unansweredAbsent: number;
  /** Timelines read while imports ran. */
  reads: number;
  lost: string[];
}

/** A wrong answer, as opposed to none, which is the point of the exercise. */
class WrongAnswer extends Error {
  override name = 'WrongAnswer';
}

async function addNote(host: Host, key: string, cycle: number, body: string): Promise<string[]> {
  const response = await fetch(host.url + notesPathOf(cycle), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  if (response.status !== 201) throw new WrongAnswer(`a note was answered ${response.status}`);
  return v.parse(NoteList, await response.json()).data.map((note) => note.body ?? '');
}

async function readView(host: Host, key: string, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(host.url + path, { headers })).text();
}

const readViews = (host: Host, key: string): Promise<string[]> =>
  Promise.all(viewPaths.map((path) => readView(host, key, path)));

const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, n) => text === others[n]);

/** Repeats the work until the host dies under it. */
async function untilDeath(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
  }
}

/** Says which of those that must be there once are not, and whether any is there twice. */
function notOnce(what: string, wanted: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found);
  const lost = wanted.filter((each) => !known.has(each)).map((each) => `${what} ${each} is lost`);
  return known.size === found.length ? lost : [...lost, `a ${what} is doubled`];
}

/** What was acknowledged in one cycle. */
interface Acknowledged {
  notes: string[];
  keys: string[];
  imported: boolean;
  reads: number;
}

interface Work {
  host: Host;
  key: string;
  cycle: number;
  file: string;
  /** What each view may show: as before the import, or as after. */
  views: readonly (readonly string[])[];
}

/**
 * Notes, keys, an import and a reader, all at once and each until it ends or the host dies.
 * @param onDone is told whenever a note, a read or the import was answered.
 */
async function workUntilDeath(
  { host, key, cycle, file, views }: Work,
  onDone: (done: Acknowledged) => void,
): Promise<Acknowledged> {
  const done: Acknowledged = { notes: [], keys: [], imported: false, reads: 0 };
  const newKey = { name: `key ${cycle}`, account: null, client: null, scopes: [] };
  await Promise.all([
    untilDeath(async () => {
      const body = `note ${cycle} ${done.notes.length}`;
      await addNote(host, key, cycle, body);
      done.notes.push(body);
      onDone(done);
    }),
    (async () => {
      for (let made = 0; made < keysACycle; made += 1) {
        const { record } = await host.administration.createKey(newKey);
        done.keys.push(record.id);
      }
    })().catch(() => {}),
    untilDeath(async () => {
      const view = done.reads % viewPaths.length;
      const seen = await readView(host, key, viewPaths[view] ?? '');
      done.reads += 1;
      onDone(done);
      if (!views.some((either) => either[view] === seen)) {
        throw new WrongAnswer(`in cycle ${cycle} a reader saw neither state: ${seen}`);
      }
    }),
    host.administration
      .importFile(file, null, () => {})
      .then(
        () => {
          done.imported = true;
          onDone(done);
        },
        () => {},
      ),
  ]);
  return done;
}

/** Variants that still show: the first, and the last of either half of the prompts. */
function showing(history: readonly number[]): readonly number[] {
  const lastOf = (half: number) => history.findLast((variant) => variant % 2 === half);
  return history.filter((n) => n === 0 || n === lastOf(0) || n === lastOf(1));
}

/**
 * Kills a working host again and again: each time while notes, keys and an import that replaces half of the
 * answers are on their way and a reader watches. What was acknowledged must be there afterwards, once.
 * @param seed decides the moments of death.
 */
export async function killCycles(options: { cycles: number; seed: number }): Promise<KillReport> {
  const random = randomFrom(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-kill-'));
  const unanswered = { unansweredWhole: 0, unansweredAbsent: 0 };
  const report: KillReport = {
    ...{ cycles: 0, notes: 0, keys: 0, imports: 0, ...unanswered, reads: 0 },
    lost: [],
  };
  const file = join(dataDir, 'variant.ndjson');
  const write = (records: readonly object[]) =>
    writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const notes: string[][] = [];
  const keys: string[] = [];
  const history = [0];
  let host = await startHost(dataDir);
  try {
    await write(recordsOf(0, options.cycles + 1));
    const started = performance.now();
    await host.administration.importFile(file, null, () => {});
    const importTakes = performance.now() - started;
    const asked = { name: 'kill', account: null, client: null, scopes: [notesScope] };
    const { key } = await host.administration.createKey(asked);
    let before = await viewsAfter(history);
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await write(recordsOf(cycle));
      const after = await viewsAfter(showing([...history, cycle]));
      const { promise: lived, resolve: hasLived } = Promise.withResolvers<void>();
      const life = lives[cycle % lives.length];
      if (!life) throw new Error('there is no life to live');
      const onDone = (done: Acknowledged) => {
        const answered = Math.min(done.notes.length, done.reads);
        if (answered >= life.notesAndReads && (done.imported || !life.imported)) hasLived();
      };
      onDone({ notes: [], keys: [], imported: false, reads: 0 });
      const lifeAfter = life.livesOn ? random() * 2 * importTakes : 0;
      const death = lived.then(() => pause(lifeAfter)).then(() => host.kill());
      const work = { host, key, cycle, file, views: [before, after] };
      const [done] = await Promise.all([workUntilDeath(work, onDone).finally(hasLived), death]);
      notes[cycle] = done.notes;
      keys.push(...done.keys);
      report.notes += done.notes.length;
      report.keys += done.keys.length;
      report.reads += done.reads;

      host = await startHost(dataDir);
      const now = await readViews(host, key);
      const whole = same(now, after);
      if (!whole && (done.imported || !same(now, before))) {
        report.lost.push(
          `cycle ${cycle}: the import is ${done.imported ? 'lost' : 'there in part'}`,
        );
      }
      if (done.imported) report.imports += 1;
      else if (whole) report.unansweredWhole += 1;
      else report.unansweredAbsent += 1;
      if (whole) history.push(cycle);
      if (whole) before = after;
      const noted = await addNote(host, key, cycle, `after ${cycle}`);
      report.lost.push(...notOnce('note', done.notes, noted));
      const listed = await host.administration.listKeys();
      const ids = listed.map(({ id }) => id);
      report.lost.push(...notOnce('key', keys, ids));
      report.cycles += 1;
    }
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      const found = await addNote(host, key, cycle, 'at the end');
      report.lost.push(...notOnce('note', notes[cycle] ?? [], found));
    }
    await host.kill();
    const store = await openClickHouse({ dataDir });
    report.lost.push(...(await miscounted(store)));
    await store.close();
    return report;
  } finally {
    await host.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
