import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/endpoints.ts';
import { notesScope } from '../../src/contract/enums.ts';
import { NoteList } from '../../src/contract/resources.ts';
import { type Administration, administrationOf } from '../../src/host/administration.ts';
import { connectControl } from '../../src/host/control-client.ts';
import { createService } from '../../src/service/app.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { fileSource } from '../../src/service/import/source.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';

const uuid = (n: number) => `0c1dc1e5-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const siteId = uuid(2);
/** Each cycle writes its notes to a recommendation of its own, so that their lists stay short. */
const recommendationOf = (cycle: number) => uuid(100_000 + cycle);
const notesPathOf = (cycle: number) =>
  pathTo('notes', { siteId, recommendationId: recommendationOf(cycle) });
/** Keys made in one cycle, for the same reason. */
const keysACycle = 5;
const timelinePath = `${pathTo('timeline', { siteId })}?metric=sentiment`;
const at = '2026-01-01T00:00:00.000Z';
const scans = [0, 1, 2];
const prompts = Array.from({ length: 100 }, (_, n) => n);
const platforms = ['chatgpt_app', 'gemini_app', 'perplexity_app', 'claude_api'];

/** A small random number generator (mulberry32), so that a seed repeats the moments of death. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The whole site with every answer's sentiment set by the variant: two variants never look the same. */
function fileText(variant: number, recommendations: number): string {
  const records: object[] = [
    { type: 'client', id: uuid(1), name: 'Client', createdAt: at },
    { type: 'site', id: siteId, clientId: uuid(1), name: `Site ${variant}`, createdAt: at },
    ...Array.from({ length: recommendations }, (_, cycle) => ({
      type: 'recommendation',
      id: recommendationOf(cycle),
      siteId,
      title: `Of cycle ${cycle}`,
    })),
    { type: 'brand', id: uuid(4), siteId, name: `Brand ${variant}`, role: 'tracked' },
    ...prompts.map((n) => ({ type: 'prompt', id: uuid(1_000 + n), siteId, text: `Prompt ${n}` })),
    ...scans.map((n) => ({
      type: 'scan',
      id: uuid(100 + n),
      siteId,
      status: 'completed',
      createdAt: at,
      completedAt: `2026-01-0${n + 1}T12:00:00.000Z`,
    })),
  ];
  for (const scan of scans) {
    for (const prompt of prompts) {
      for (const platform of platforms) {
        const mentions = [{ brandId: uuid(4), sentiment: (variant * 7.3) % 100 }];
        records.push({
          type: 'answer',
          scanId: uuid(100 + scan),
          promptId: uuid(1_000 + prompt),
          platform,
          region: 'US',
          mentions,
        });
      }
    }
  }
  return records.map((record) => JSON.stringify(record)).join('\n');
}

/** What the timeline says when the variant and nothing else is stored, by the memory store. */
async function timelineOf(file: string): Promise<string> {
  const store = createMemoryStore();
  await importMeasurements(store, fileSource(file));
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32),
    sampleKeysAllowed: () => false,
    onError: ({ error }) => {
      throw error;
    },
  });
  const request = { name: 'k', account: null, client: null, scopes: [] };
  const { key } = await administrationOf(store).createKey(request);
  const headers = { Authorization: `Bearer ${key}` };
  const response = await service.fetch(new Request(`http://x${timelinePath}`, { headers }));
  return response.text();
}

interface RunningHost {
  url: string;
  administration: Administration;
  kill(): Promise<void>;
}

async function startHost(dataDir: string): Promise<RunningHost> {
  const main = resolve(import.meta.dirname, '../../src/host/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, SAMPLE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const address = /Sightline is at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) found(address);
    });
    child.once('exit', (code) => failed(new Error(`the host ended with ${code}: ${said}`)));
  });
  const administration = await connectControl(dataDir);
  if (!administration) throw new Error('the host has no control socket');
  return {
    url,
    administration,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
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

async function addNote(
  host: RunningHost,
  key: string,
  cycle: number,
  body: string,
): Promise<string[]> {
  const response = await fetch(host.url + notesPathOf(cycle), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  if (response.status !== 201) throw new Error(`a note was answered with ${response.status}`);
  return v.parse(NoteList, await response.json()).data.map((note) => note.body ?? '');
}

async function readTimeline(host: RunningHost, key: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(host.url + timelinePath, { headers });
  return response.text();
}

/** Repeats the work until the host dies under it. */
async function untilDeath(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    // A broken connection is the point of the exercise; a wrong answer is not.
    if (error instanceof Error && /was answered with|neither/.test(error.message)) throw error;
  }
}

/**
 * Kills a working host again and again: each time while notes, keys and an import that replaces everything
 * are on their way and a reader watches. What was acknowledged must be there afterwards, once.
 * @param seed decides the moments of death.
 */
export async function killCycles(options: {
  cycles: number;
  seed: number;
  onCycle?: (report: KillReport) => void;
}): Promise<KillReport> {
  const random = randomFrom(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-kill-'));
  const report: KillReport = {
    cycles: 0,
    notes: 0,
    keys: 0,
    imports: 0,
    unansweredWhole: 0,
    unansweredAbsent: 0,
    reads: 0,
    lost: [],
  };
  const fileOf = async (variant: number) => {
    const file = join(dataDir, 'variant.ndjson');
    await writeFile(file, fileText(variant, variant === 0 ? options.cycles + 1 : 0));
    return file;
  };
  const acknowledged: string[][] = [];
  const checkNotes = (cycle: number, found: readonly string[]) => {
    const counts = Map.groupBy(found, (body) => body);
    for (const body of acknowledged[cycle] ?? []) {
      if (counts.get(body)?.length !== 1) report.lost.push(body);
    }
    if (counts.size !== found.length) report.lost.push(`a note of cycle ${cycle} is doubled`);
  };
  const keys: string[] = [];
  try {
    let host = await startHost(dataDir);
    let file = await fileOf(0);
    await host.administration.importFile(file, null, () => {});
    const { key } = await host.administration.createKey({
      name: 'kill',
      account: null,
      client: null,
      scopes: [notesScope],
    });
    let state = await timelineOf(file);
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      file = await fileOf(cycle);
      const next = await timelineOf(file);
      const { administration } = host;
      const running = host;
      const notes: string[] = [];
      acknowledged[cycle] = notes;
      let imported = false;
      let made = 0;
      const work = [
        untilDeath(async () => {
          const body = `note ${cycle} ${report.notes}`;
          await addNote(running, key, cycle, body);
          notes.push(body);
          report.notes += 1;
        }),
        untilDeath(async () => {
          if (made >= keysACycle) throw new Error('enough keys');
          made += 1;
          const { record } = await administration.createKey({
            name: `key ${cycle}`,
            account: null,
            client: null,
            scopes: [],
          });
          keys.push(record.id);
        }),
        untilDeath(async () => {
          const seen = await readTimeline(running, key);
          report.reads += 1;
          if (seen !== state && seen !== next) throw new Error(`a reader saw neither: ${seen}`);
        }),
        administration
          .importFile(file, null, () => {})
          .then(
            () => {
              imported = true;
            },
            () => {},
          ),
      ];
      await pause(random() * 700);
      await host.kill();
      await Promise.all(work);

      host = await startHost(dataDir);
      const now = await readTimeline(host, key);
      if (imported) report.imports += 1;
      else if (now === next) report.unansweredWhole += 1;
      else report.unansweredAbsent += 1;
      if (now !== next && (imported || now !== state))
        report.lost.push(`timeline of cycle ${cycle}`);
      state = now;
      checkNotes(cycle, await addNote(host, key, cycle, `after ${cycle}`));
      const listed = (await host.administration.listKeys()).map((each) => each.id);
      const counts = Map.groupBy(listed, (id) => id);
      for (const id of keys) if (counts.get(id)?.length !== 1) report.lost.push(`key ${id}`);
      report.cycles += 1;
      options.onCycle?.(report);
    }
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      checkNotes(cycle, await addNote(host, key, cycle, 'at the end'));
    }
    await host.kill();
    return { ...report, keys: keys.length };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
