import fc from 'fast-check';
import * as v from 'valibot';
import { createService } from '../../src/service/app.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { faultOf } from '../service/openapi-check.ts';
import { createTestScanRunner } from '../setup/test-scan-runner.ts';
import { checkAgainstTimeline } from './check-against-timeline.ts';
import { Draw } from './draw.ts';
import { drawRequests } from './random-requests.ts';
import {
  type Batch,
  drawWorld,
  importBatch,
  maxSteps,
  mergeBatches,
  type World,
} from './random-world.ts';

export interface Agreement {
  worlds: number;
  /** Number of pairs of responses compared, including follow-up pages. */
  pairs: number;
  /** Number of pairs by status, because comparing only errors would prove little. */
  statuses: Map<string, number>;
}

/** One world with its own memory store; the ClickHouse store contains all worlds. */
interface LoadedWorld {
  world: World;
  store: Store;
  /** Index of the last batch to load; most requests are sent after it. */
  lastStep: number;
  /** Sent after every step, to find caches that an import does not invalidate. */
  repeatedRequests: ApiRequest[];
}

interface ApiRequest {
  loadedWorld: LoadedWorld;
  path: string;
  key: string;
}

const Page = v.object({ nextCursor: v.string() });

function createServiceOver(store: Store, failures: unknown[]): Service {
  return createService({
    store,
    scanRunner: createTestScanRunner(store, () => 0),
    clock: () => Date.UTC(2026, 2, 20),
    cursorSecret: new Uint8Array(32).fill(7),
    mayUseSampleKeys: () => false,
    onError: ({ error }) => failures.push(error),
  });
}

/** Sends a request and checks the response against the OpenAPI document. */
async function send(service: Service, path: string, key: string) {
  const request = new Request(`http://service.test${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const response = await service.fetch(request);
  const text = await response.text();
  const type = response.headers.get('Content-Type') ?? '';
  const operation = { method: 'GET', path: new URL(request.url).pathname };
  const json: unknown = JSON.parse(text);
  const fault = faultOf(operation, { status: response.status, type, json });
  if (fault !== null) throw new Error(fault);
  return { status: String(response.status), statusAndBody: `${response.status} ${text}`, json };
}

const withCursor = (path: string, cursor: string) =>
  `${path.replace(/&cursor=.*/, '')}&cursor=${encodeURIComponent(cursor)}`;

/**
 * Generates random worlds, loads them step by step into memory stores and the ClickHouse store, and sends the same
 * random requests to services on both. Throws, with the seed that reproduces the run, at the first pair of responses
 * that differ, and at the first response that contradicts the OpenAPI document or the responses of v1.
 * @param clickhouse receives all worlds, whose IDs never collide.
 * @param options.requests number of requests per world after its last step.
 * @param options.group number of worlds imported together, because an import is slower than a request.
 */
export async function checkAgreement(
  clickhouse: Store,
  options: { worlds: number; requests: number; seed: number; group?: number },
): Promise<Agreement> {
  const { worlds, requests, seed, group = 10 } = options;
  const agreement: Agreement = { worlds: 0, pairs: 0, statuses: new Map() };
  const failures: unknown[] = [];
  const clickhouseService = createServiceOver(clickhouse, failures);

  async function compare({ loadedWorld, path, key }: ApiRequest): Promise<void> {
    // A new service for each request, so that no response comes from a cache.
    const sendToMemory = (requestPath: string) =>
      send(createServiceOver(loadedWorld.store, failures), requestPath, key);
    const inMemory = await sendToMemory(path);
    const inClickHouse = await send(clickhouseService, path, key);
    if (inMemory.statusAndBody !== inClickHouse.statusAndBody || failures.length > 0) {
      throw new Error(
        `${path}\nmemory:     ${inMemory.statusAndBody.slice(0, 2_000)}\nclickhouse: ${inClickHouse.statusAndBody.slice(0, 2_000)}\n${failures.map(String).join('\n')}`,
      );
    }
    if (inMemory.status === '200') await checkAgainstTimeline(path, inMemory.json, sendToMemory);
    agreement.pairs += 1;
    agreement.statuses.set(inMemory.status, (agreement.statuses.get(inMemory.status) ?? 0) + 1);
    const page = v.safeParse(Page, inMemory.json);
    if (page.success) {
      await compare({ loadedWorld, path: withCursor(path, page.output.nextCursor), key });
    }
  }

  function openWorld(draw: Draw): LoadedWorld {
    agreement.worlds += 1;
    const world = drawWorld(draw, seed * 1_000 + agreement.worlds);
    const store = createMemoryStore();
    const last = world.batches.length - 1;
    const lastStep = draw.chance(3) ? draw.biasedInteger(0, last) : last;
    return { world, store, lastStep, repeatedRequests: [] };
  }

  /** Chooses the requests to send for a world after a step. */
  function chooseRequests(draw: Draw, loadedWorld: LoadedWorld, step: number): ApiRequest[] {
    const { world, lastStep, repeatedRequests } = loadedWorld;
    const drawFresh = (count: number): ApiRequest[] =>
      drawRequests(draw, world, count).map((request) => ({ loadedWorld, ...request }));
    if (step > lastStep) return [];
    if (step === lastStep)
      return [...repeatedRequests, ...drawFresh(requests - repeatedRequests.length)];
    if (step === 0) repeatedRequests.push(...drawFresh(3));
    return repeatedRequests;
  }

  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const draw = new Draw(gen);
    const loadedWorlds = Array.from({ length: group }, () => openWorld(draw));
    const records = loadedWorlds.map(({ world }) => world.issuedKeys.map(({ record }) => record));
    await clickhouse.putKeys(...records.flat());
    for (const [n, { store }] of loadedWorlds.entries()) await store.putKeys(...(records[n] ?? []));
    for (let step = 0; step < maxSteps; step += 1) {
      const batches: Batch[] = [];
      for (const { world, store, lastStep } of loadedWorlds) {
        const batch = step <= lastStep ? world.batches[step] : undefined;
        if (batch === undefined) continue;
        await importBatch(store, batch);
        batches.push(batch);
      }
      if (batches.length > 0) await importBatch(clickhouse, mergeBatches(batches));
      const requestsByWorld = loadedWorlds.map((loadedWorld) => [
        ...chooseRequests(draw, loadedWorld, step),
      ]);
      await Promise.all(
        requestsByWorld.map(async (worldRequests) => {
          for (const request of worldRequests) await compare(request);
        }),
      );
    }
  });
  // Shrinking would load hundreds of worlds; the seed reproduces the failure instead.
  await fc.assert(property, {
    numRuns: Math.ceil(worlds / group),
    seed,
    endOnFailure: true,
  });
  return agreement;
}
