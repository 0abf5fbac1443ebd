import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { endedStates } from '../../src/contract/sightline/scans.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { RemoteStubs } from '../../tests/platforms/stub-server.ts';
import { timingOf } from '../measure.ts';
import { fillStore, startHost } from '../service/host-process.ts';
import { ids, scanDayOf } from '../service/world.ts';
import { recordsOfSite } from './records.ts';
import { environmentOf } from './stub-environment.ts';

/** The site whose timelines are read has 601,200 answers. */
const scansOfReader = 334;
/** Each scan asks every prompt in two regions on three platforms. */
const prompts = 20;
const rounds = 7;
const msBetweenCalls = 100;
/** As often as the page of scans. */
const msBetweenPolls = 2_000;

/** Times of calls of another account's key, in milliseconds. */
interface Calls {
  median: number;
  calls: number;
}

export interface TimelinesBesideScans {
  rest: Calls;
  scan: Calls;
  /** The median during the scan over that without one, by round; and their median. */
  ratios: number[];
  ratio: number;
}

const toHeaders = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Stores an account with a site that scans ask about, and returns the site and a key that may run scans. */
async function addScannableSite(dataDir: string): Promise<{ siteId: string; key: string }> {
  const store = await openClickHouse({ dataDir });
  const [accountId, siteId] = [randomUUID(), randomUUID()];
  await importMeasurements(
    store,
    recordInput('the site', recordsOfSite({ accountId, siteId }, prompts)),
  );
  const { key } = await createAdministration(store).run('keys/create', {
    ...{ name: 'scans', account: accountId, client: null, scopes: ['scans:create'] },
  });
  await store.close();
  return { siteId, key };
}

/**
 * Calls uncached timelines at a steady rate until a promise settles.
 * @param nextDay returns a day that no earlier call has used
 * @returns how long each took, in milliseconds
 */
async function callTimelines(
  { url, key }: { url: string; key: string },
  nextDay: () => string,
  until: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const path = `${pathTo('timeline', { siteId: ids.site })}?startDate=2010-01-01&endDate=${nextDay()}`;
    const response = await fetch(url + path, { headers: toHeaders(key) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A timeline gave ${response.status}.`);
    times.push(performance.now() - began);
    await pause(msBetweenCalls);
  }
  await over;
  return times;
}

const Requested = v.object({ id: v.string() });
const Progress = v.object({ state: v.string() });

/** Runs a scan from the request to its import. */
async function runScan(url: string, { siteId, key }: { siteId: string; key: string }) {
  const headers = toHeaders(key);
  const response = await fetch(url + pathTo('runScan', { siteId }), {
    method: 'POST',
    headers,
  });
  if (!response.ok) throw new Error(`Run now gave ${response.status}: ${await response.text()}`);
  const { id: scanId } = v.parse(Requested, await response.json());
  for (;;) {
    const poll = await fetch(url + pathTo('collectedScan', { siteId, scanId }), { headers });
    const { state } = v.parse(Progress, await poll.json());
    if (state === 'completed') return;
    if (endedStates.includes(state)) throw new Error(`The scan is ${state}.`);
    await pause(msBetweenPolls);
  }
}

/**
 * Times another account's timelines during scans and without any, in rounds of alternating order.
 * @param stubs must answer as slowly as platforms do
 */
export async function benchTimelines(stubs: RemoteStubs): Promise<TimelinesBesideScans> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-beside-'));
  try {
    const [readerKey = ''] = await fillStore(dataDir, scansOfReader, 1);
    const site = await addScannableSite(dataDir);
    const host = await startHost(dataDir, { ...environmentOf(stubs), SCAN_BUDGET: '1000000' });
    try {
      const reader = { url: host.url, key: readerKey };
      let day = 20_000;
      const nextDay = () => {
        day += 1;
        return scanDayOf(day);
      };
      const askedBefore = (await stubs.questions()).length;
      await callTimelines(reader, nextDay, pause(5_000));
      const rest: number[][] = [];
      const scan: number[][] = [];
      let scanMs = 40_000;
      const phases = [
        async () => rest.push(await callTimelines(reader, nextDay, pause(scanMs))),
        async () => {
          const began = performance.now();
          scan.push(await callTimelines(reader, nextDay, runScan(host.url, site)));
          scanMs = performance.now() - began;
        },
      ];
      for (let round = 0; round < rounds; round += 1)
        for (const phase of round % 2 === 0 ? phases : phases.toReversed()) await phase();
      const asked = (await stubs.questions()).length - askedBefore;
      if (asked !== rounds * prompts * 6)
        throw new Error(`The stubs were asked ${asked} questions.`);
      const medianOf = (times: readonly number[]) => timingOf(times).median;
      const toCalls = (times: readonly number[]): Calls => ({
        median: medianOf(times),
        calls: times.length,
      });
      const ratios = scan.map((times, n) => medianOf(times) / medianOf(rest[n] ?? []));
      return {
        ...{ rest: toCalls(rest.flat()), scan: toCalls(scan.flat()) },
        ...{ ratios, ratio: medianOf(ratios) },
      };
    } finally {
      await host.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
