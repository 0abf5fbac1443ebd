import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { sampleId, siteNumber } from '../../src/service/sample/ids.ts';
import { killGroup, launch, waitForAddress, waitForExit } from '../../tests/setup/launch.ts';

const siteId = sampleId('site', siteNumber(1, 0));
const headers = { Authorization: 'Bearer sample-agency', 'Content-Type': 'application/json' };
const msBetweenCalls = 100;
const msBetweenPolls = 50;
const runs = 3;

/** Brands to add: one that no answer names, and one that most answers name because it has common words as aliases. */
const changes = {
  'a brand that no answer names': { name: 'Quillfeather', role: 'competitor' },
  'a brand that many answers name': {
    name: 'Quillfeather',
    aliases: ['shop', 'tent', 'boots', 'pack'],
    role: 'competitor',
  },
};

const Job = v.object({
  state: v.string(),
  answersRead: v.number(),
  failure: v.nullable(v.string()),
});

interface Run {
  /** From the request until a poll sees that the job is done. */
  seconds: number;
  answers: number;
  /** The longest call of a timeline meanwhile, in milliseconds. */
  longestCall: number;
  calls: number;
}

/** Calls uncached timelines at a steady rate until the signal aborts. @returns how long each took, in milliseconds. */
async function callTimelines(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const openCalls: Promise<void>[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    const due = began + n * msBetweenCalls;
    await pause(Math.max(0, due - performance.now()));
    const day = new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10);
    const path = `${pathTo('timeline', { siteId })}?endDate=${day}`;
    openCalls.push(
      fetch(url + path, { headers }).then(async (response) => {
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`A timeline gave ${response.status}.`);
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(openCalls);
  return times;
}

/** Adds a brand and waits until every stored answer has been measured again. */
async function addBrand(url: string, brand: object): Promise<Pick<Run, 'seconds' | 'answers'>> {
  const began = performance.now();
  const body = JSON.stringify(brand);
  const response = await fetch(url + pathTo('addBrand', { siteId }), {
    method: 'POST',
    headers,
    body,
  });
  const jobPath = response.headers.get('Location');
  if (response.status !== 202 || jobPath === null) {
    throw new Error(`Adding a brand gave ${response.status}: ${await response.text()}`);
  }
  await response.arrayBuffer();
  for (;;) {
    await pause(msBetweenPolls);
    const poll = await fetch(url + jobPath, { headers });
    const job = v.parse(Job, await poll.json());
    if (job.state === 'failed') throw new Error(job.failure ?? 'The job failed.');
    if (job.state === 'done') {
      return { seconds: (performance.now() - began) / 1_000, answers: job.answersRead };
    }
  }
}

/** Starts a host with new sample data, and adds a brand to one of its sites. */
async function measureRun(brand: object): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const child = launch({ DATA_DIR: dataDir });
  try {
    const url = await waitForAddress(child);
    const warmUp = new AbortController();
    setTimeout(() => warmUp.abort(), 3_000);
    await callTimelines(url, warmUp.signal);
    const done = new AbortController();
    const calls = callTimelines(url, done.signal);
    const { seconds, answers } = await addBrand(url, brand);
    done.abort();
    const times = await calls;
    return { seconds, answers, longestCall: Math.max(...times), calls: times.length };
  } finally {
    const exit = waitForExit(child);
    child.kill('SIGTERM');
    await exit;
    killGroup(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures how fast stored answers are measured again after a change of brands, while others read timelines. */
export async function benchMeasureAgain(): Promise<{ table: string; results: unknown }> {
  const results: Record<string, Run[]> = {};
  for (const [name, brand] of Object.entries(changes)) {
    const measured: Run[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measureRun(brand));
    results[name] = measured;
  }
  const lines = Object.entries(results).flatMap(([name, measured]) =>
    measured.map(
      ({ seconds, answers, longestCall, calls }) =>
        `| ${name} | ${answers} | ${seconds.toFixed(2)} | ${Math.round(answers / seconds)} | ${calls} | ${longestCall.toFixed(0)} |`,
    ),
  );
  return {
    table: [
      '| added | answers | seconds | answers a second | calls | longest call, ms |',
      '|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
    results,
  };
}
