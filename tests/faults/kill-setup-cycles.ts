import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { SetupJob, setupScope } from '../../src/contract/sightline/setup.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordSource } from '../../src/service/import/source.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { type Area, areas, type Change, startRecords, type Target } from './kill-setup-world.ts';
import { type KillableHost, startKillableHost, WrongResponse } from './killable-host.ts';
import { createRandom } from './random.ts';

/** How a change was acknowledged: once it was stored, or as a job, and then by the end of that job. */
const acknowledgements = ['stored', 'accepted', 'ended'] as const;
type Acknowledgement = (typeof acknowledgements)[number];

/**
 * What must be acknowledged before a kill; cycles use these entries in turn. Waiting for that makes the test
 * independent of the machine's speed. A delayed kill follows after a random time of up to the duration of a save that
 * reads stored texts again.
 */
const killPoints: readonly (Readonly<Record<Acknowledgement, number>> & {
  /** The areas in which changes are sent at the same time. With several, most changes wait for another one. */
  areas: readonly Area[];
  isDelayed: boolean;
})[] = [
  { areas, stored: 0, accepted: 1, ended: 0, isDelayed: false },
  { areas: areas.slice(0, 1), stored: 0, accepted: 1, ended: 0, isDelayed: true },
  { areas: areas.slice(1, 2), stored: 1, accepted: 0, ended: 0, isDelayed: true },
  { areas: areas.slice(2), stored: 2, accepted: 0, ended: 0, isDelayed: true },
  { areas, stored: 0, accepted: 0, ended: 2, isDelayed: true },
];

export interface SetupKillReport {
  cycles: number;
  /** How many changes responded once they were stored, and how many became jobs. */
  stored: number;
  accepted: number;
  /** How many of these jobs were seen to end before a kill. */
  ended: number;
  /** How many unacknowledged changes turned out to be stored, and how many to be absent. */
  unacknowledgedWhole: number;
  unacknowledgedAbsent: number;
  /** Acknowledged changes that are missing, changes that are partly stored, and wrong figures. */
  faults: string[];
}

/** How long to wait before a job is read again, in milliseconds. */
const pollMs = 10;

/** Times at which clients and sites were created and changed, and cursors, which differ between services. */
const ignoredFields: readonly string[] = ['createdAt', 'updatedAt', 'nextCursor'];
const withoutIgnored = (key: string, value: unknown) =>
  ignoredFields.includes(key) ? undefined : value;

/** The views as texts. */
const readViews = (target: Target, paths: readonly string[]): Promise<string[]> =>
  Promise.all(
    paths.map(async (path) => {
      const body: unknown = JSON.parse(await target.read(path), withoutIgnored);
      return `${path}: ${JSON.stringify(body)}`;
    }),
  );

/** Where the first view that is not as expected differs; null if all are equal. */
function findDifference(actual: readonly string[], expected: readonly string[]): string | null {
  for (const [index, text] of actual.entries()) {
    const expectedText = expected[index] ?? '';
    if (text === expectedText) continue;
    const at = text.split('').findIndex((character, n) => character !== expectedText[n]);
    const clip = (whole: string) => whole.slice(Math.max(0, at - 60), at + 60);
    return `${text.slice(0, text.indexOf(': '))} has “${clip(text)}” instead of “${clip(expectedText)}”`;
  }
  return null;
}

const newKey = { name: 'kill', account: null, client: null, scopes: [setupScope] };
const headersWith = (key: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
});

/**
 * A service as a target.
 * @param send sends a request with a key
 */
function createTarget(
  send: (path: string, init: RequestInit) => Promise<Response>,
  importRecords: Target['import'],
  onAcknowledged: (acknowledgement: Acknowledgement) => void = () => {},
): Target {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await send(path, init);
    const { status, headers } = response;
    return { status, location: headers.get('Location') ?? '', text: await response.text() };
  };
  const waitForJob = async (path: string) => {
    for (;;) {
      const { status, text } = await call(path);
      if (status !== 200) throw new WrongResponse(`${path}: ${status} ${text}`);
      const job = v.parse(SetupJob, JSON.parse(text));
      if (job.state === 'failed') throw new WrongResponse(`The job failed: ${job.failure}`);
      if (job.state === 'done') return;
      await pause(pollMs);
    }
  };
  return {
    async change(method, path, body) {
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const { status, location, text } = await call(path, init);
      if (![200, 201, 202, 204].includes(status))
        throw new WrongResponse(`${method} ${path}: ${status} ${text}`);
      onAcknowledged(status === 202 ? 'accepted' : 'stored');
      if (status !== 202) return;
      await waitForJob(location);
      onAcknowledged('ended');
    },
    read: async (path) => (await call(path)).text,
    import: importRecords,
  };
}

/** The target that is never killed: a service on a store in memory. */
async function createUndisturbed(): Promise<Target> {
  const store = createMemoryStore();
  const importRecords = async (records: readonly object[]) => {
    await importMeasurements(store, recordSource('records', records));
  };
  await importRecords(startRecords);
  const service = createStrictService(store, { clock: Date.now });
  const { key } = await createAdministration(store).run('keys/create', newKey);
  const send = async (path: string, init: RequestInit) =>
    service.fetch(new Request(`http://x${path}`, { ...init, headers: headersWith(key) }));
  return createTarget(send, importRecords);
}

/** @param file where to write the records, for the host to read. */
async function importFile(host: KillableHost, file: string, records: readonly object[]) {
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await host.administration.run('import', { path: file, account: null });
}

/** An area, the number of its next change, and that change once a kill has left it unacknowledged. */
interface Progress {
  area: Area;
  n: number;
  pending: Change | null;
}

/** Sends one change after the other to a host, until it is killed, and each acknowledged one to the other service. */
async function changeUntilKilled(
  progress: Progress,
  host: Target,
  undisturbed: Target,
  isKilled: () => boolean,
): Promise<void> {
  for (;;) {
    const change = await progress.area.createChange(progress.n, undisturbed);
    try {
      await change(host);
    } catch (error) {
      if (error instanceof WrongResponse || !isKilled()) throw error;
      progress.pending = change;
      return;
    }
    await change(undisturbed);
    progress.n += 1;
  }
}

/**
 * Compares an area of a host with the undisturbed service, and sends the change that a kill has left unacknowledged to
 * that service if the host has stored it.
 * @returns whether it is stored, or what is neither as before the change nor as after it.
 */
async function compareArea(
  progress: Progress,
  host: Target,
  undisturbed: Target,
): Promise<'whole' | 'absent' | { fault: string }> {
  const { area, pending } = progress;
  const paths = area.viewPaths(progress.n);
  const views = await readViews(host, paths);
  const difference = findDifference(views, await readViews(undisturbed, paths));
  progress.pending = null;
  if (difference === null) return 'absent';
  if (pending === null) return { fault: `${area.name}: ${difference}` };
  await pending(undisturbed);
  progress.n += 1;
  const otherDifference = findDifference(views, await readViews(undisturbed, paths));
  if (otherDifference === null) return 'whole';
  return { fault: `${area.name}: neither ${difference}, nor ${otherDifference}` };
}

/**
 * Kills a host repeatedly, each time while set-ups are changed. Whatever was acknowledged must be stored afterwards, and
 * every other change wholly or not at all. Set-ups and figures must equal those of a service that was never killed.
 * @param options.seed determines the delays before the kills.
 */
export async function runSetupKillCycles(options: {
  cycles: number;
  seed: number;
}): Promise<SetupKillReport> {
  const random = createRandom(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-kill-setup-'));
  const file = join(dataDir, 'records.ndjson');
  const report: SetupKillReport = {
    cycles: 0,
    stored: 0,
    accepted: 0,
    ended: 0,
    unacknowledgedWhole: 0,
    unacknowledgedAbsent: 0,
    faults: [],
  };
  const undisturbed = await createUndisturbed();
  const everyProgress = areas.map((area): Progress => ({ area, n: 0, pending: null }));
  let host = await startKillableHost(dataDir);
  try {
    await importFile(host, file, startRecords);
    const { key } = await host.administration.run('keys/create', newKey);
    const createHostTarget = (onAcknowledged?: (acknowledgement: Acknowledgement) => void) =>
      createTarget(
        (path, init) => fetch(host.url + path, { ...init, headers: headersWith(key) }),
        (records) => importFile(host, file, records),
        onAcknowledged,
      );
    const startedAt = performance.now();
    const [saved] = everyProgress;
    if (!saved) throw new Error('There are no areas.');
    const save = await saved.area.createChange(saved.n, undisturbed);
    await save(createHostTarget());
    await save(undisturbed);
    saved.n += 1;
    const saveMs = performance.now() - startedAt;

    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      const killPoint = killPoints[cycle % killPoints.length];
      if (!killPoint) throw new Error('There are no kill points.');
      const { promise: killPointReached, resolve: reachKillPoint } = Promise.withResolvers<void>();
      const acknowledged = { stored: 0, accepted: 0, ended: 0 };
      const target = createHostTarget((acknowledgement) => {
        acknowledged[acknowledgement] += 1;
        const isReached = acknowledgements.every((kind) => acknowledged[kind] >= killPoint[kind]);
        if (isReached) reachKillPoint();
      });
      let isKilled = false;
      const kill = async () => {
        await killPointReached;
        if (killPoint.isDelayed) await pause(random() * saveMs);
        isKilled = true;
        await host.kill();
      };
      const changes = everyProgress
        .filter(({ area }) => killPoint.areas.includes(area))
        .map((progress) => changeUntilKilled(progress, target, undisturbed, () => isKilled));
      // After a wrong response, the kill point may never be reached.
      await Promise.all([...changes.map((changing) => changing.finally(reachKillPoint)), kill()]);
      for (const kind of acknowledgements) report[kind] += acknowledged[kind];

      host = await startKillableHost(dataDir);
      for (const progress of everyProgress) {
        const isPending = progress.pending !== null;
        const outcome = await compareArea(progress, createHostTarget(), undisturbed);
        if (typeof outcome === 'object') report.faults.push(`cycle ${cycle}, ${outcome.fault}`);
        else if (outcome === 'whole') report.unacknowledgedWhole += 1;
        else if (isPending) report.unacknowledgedAbsent += 1;
      }
      // What follows a fault would differ too.
      if (report.faults.length > 0) return report;
      report.cycles += 1;
    }
    await host.kill();
    const store = await openClickHouse({ dataDir });
    report.faults.push(...(await store.check()).faults);
    await store.close();
    return report;
  } finally {
    await host.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
