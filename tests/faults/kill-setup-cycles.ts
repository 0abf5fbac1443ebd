import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import {
  type Acknowledgement,
  acknowledgements,
  createTarget,
  createUndisturbed,
  findDifference,
  headersWith,
  newKey,
  readViews,
} from './kill-setup-targets.ts';
import { type Area, areas, type Change, startRecords, type Target } from './kill-setup-world.ts';
import { type KillableHost, startKillableHost, WrongResponse } from './killable-host.ts';
import { createRandom } from './random.ts';

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
