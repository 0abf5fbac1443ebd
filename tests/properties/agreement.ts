import fc from 'fast-check';
import * as v from 'valibot';
import { createService } from '../../src/service/app.ts';
import type { Service } from '../../src/service/service.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { faultOf } from '../service/openapi-check.ts';
import { checkBesideTimeline } from './beside-timeline.ts';
import { Draw } from './draw.ts';
import { drawQuestions } from './random-questions.ts';
import { type Batch, drawWorld, load, mostSteps, together, type World } from './random-world.ts';

export interface Agreement {
  worlds: number;
  /** Pairs of answers compared; pages that a first answer led to are among them. */
  pairs: number;
  /** Pairs by status: a comparison of nothing but refusals would prove little. */
  statuses: Map<string, number>;
}

/** One world with the store that is its own; the other store holds it among many. */
interface Side {
  world: World;
  store: Store;
  /** The step of its imports after which most questions come. */
  askAfter: number;
  /** Asked after every step until then, so that nothing kept from before an import outlives it. */
  standing: Question[];
}

interface Question {
  side: Side;
  path: string;
  key: string;
}

const Page = v.object({ nextCursor: v.string() });

function serviceOver(store: Store, failures: unknown[]): Service {
  return createService({
    store,
    clock: () => Date.UTC(2026, 2, 20),
    cursorSecret: new Uint8Array(32).fill(7),
    sampleKeysAllowed: () => false,
    onError: ({ error }) => failures.push(error),
  });
}

/** Status and bytes of an answer. It has to be one that the OpenAPI document knows. */
async function answerOf(service: Service, path: string, key: string) {
  const request = new Request(`http://service.test${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const response = await service.fetch(request);
  const text = await response.text();
  const type = response.headers.get('Content-Type') ?? '';
  const asked = { method: 'GET', path: new URL(request.url).pathname };
  const json: unknown = JSON.parse(text);
  const fault = faultOf(asked, { status: response.status, type, json });
  if (fault !== null) throw new Error(fault);
  return { status: String(response.status), whole: `${response.status} ${text}`, json };
}

const withCursor = (path: string, cursor: string) =>
  `${path.replace(/&cursor=.*/, '')}&cursor=${encodeURIComponent(cursor)}`;

/**
 * Makes random worlds, loads them step by step into both stores, asks both services the same random
 * questions and throws, with the seed to repeat it, at the first two answers that are not the same bytes, and at the
 * first that disagrees with the v1 timeline.
 * @param clickhouse holds all worlds, under ids that never meet.
 * @param options.group worlds that are imported together, since an import costs more than a question.
 */
export async function agree(
  clickhouse: Store,
  options: { worlds: number; questions: number; seed: number; group?: number },
): Promise<Agreement> {
  const { worlds, questions, seed, group = 10 } = options;
  const seen: Agreement = { worlds: 0, pairs: 0, statuses: new Map() };
  const failures: unknown[] = [];
  const inClickHouse = serviceOver(clickhouse, failures);

  async function compare({ side, path, key }: Question): Promise<void> {
    // A new service has kept nothing.
    const askAlone = (of: string) => answerOf(serviceOver(side.store, failures), of, key);
    const one = await askAlone(path);
    const other = await answerOf(inClickHouse, path, key);
    if (one.whole !== other.whole || failures.length > 0) {
      throw new Error(
        `${path}\nmemory:     ${one.whole.slice(0, 2_000)}\nclickhouse: ${other.whole.slice(0, 2_000)}\n${failures.map(String).join('\n')}`,
      );
    }
    if (one.status === '200') await checkBesideTimeline(path, one.json, askAlone);
    seen.pairs += 1;
    seen.statuses.set(one.status, (seen.statuses.get(one.status) ?? 0) + 1);
    const page = v.safeParse(Page, one.json);
    if (page.success) await compare({ side, path: withCursor(path, page.output.nextCursor), key });
  }

  function openSide(draw: Draw): Side {
    seen.worlds += 1;
    const world = drawWorld(draw, seed * 1_000 + seen.worlds);
    const store = createMemoryStore();
    const last = world.batches.length - 1;
    const askAfter = draw.chance(3) ? draw.whole(0, last) : last;
    return { world, store, askAfter, standing: [] };
  }

  /** What a side is asked after a step. */
  function questionsAt(draw: Draw, side: Side, step: number): Question[] {
    const { world, askAfter, standing } = side;
    const fresh = (count: number): Question[] =>
      drawQuestions(draw, world, count).map((question) => ({ side, ...question }));
    if (step > askAfter) return [];
    if (step === askAfter) return [...standing, ...fresh(questions - standing.length)];
    if (step === 0) standing.push(...fresh(3));
    return standing;
  }

  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const draw = new Draw(gen);
    const sides = Array.from({ length: group }, () => openSide(draw));
    for (const { world, store } of sides) {
      for (const { record } of world.askings) {
        await store.putKey(record);
        await clickhouse.putKey(record);
      }
    }
    for (let step = 0; step < mostSteps; step += 1) {
      const batches: Batch[] = [];
      for (const { world, store, askAfter } of sides) {
        const batch = step <= askAfter ? world.batches[step] : undefined;
        if (batch === undefined) continue;
        await load(store, batch);
        batches.push(batch);
      }
      if (batches.length > 0) await load(clickhouse, together(batches));
      const asked = sides.map((side) => [...questionsAt(draw, side, step)]);
      await Promise.all(
        asked.map(async (ofSide) => {
          for (const question of ofSide) await compare(question);
        }),
      );
    }
  });
  // Shrinking would load hundreds of worlds more; the seed repeats the one that failed.
  await fc.assert(property, {
    numRuns: Math.ceil(worlds / group),
    seed,
    endOnFailure: true,
  });
  return seen;
}
