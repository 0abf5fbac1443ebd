import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { BrandRecord } from '../store/records.ts';
import { type FindIn, type TaskName, textTasks } from './text-tasks.ts';
import type { TextRequest, TextResponse } from './text-thread.ts';

/** The entry point of the thread that works on texts: see `text-thread.ts`. */

/** How many calls of each task can take turns before the search for their brands has to be prepared again. */
const maxPrepared = 4;
const createCache = <N extends TaskName>(): LRUCache<number, FindIn<N>> =>
  new LRUCache({ max: maxPrepared });

/** What is prepared, by the number of the call. */
const prepared: { readonly [N in TaskName]: LRUCache<number, FindIn<N>> } = {
  language: createCache(),
  listedAnswer: createCache(),
  answer: createCache(),
  nearMisses: createCache(),
};

function prepare<N extends TaskName>(
  name: N,
  call: number,
  brands: readonly BrandRecord[],
): FindIn<N> {
  const find = prepared[name].get(call) ?? textTasks[name].prepare(brands);
  prepared[name].set(call, find);
  return find;
}

parentPort?.on('message', ({ name, call, brands, items, reply }: TextRequest<TaskName>) => {
  let response: TextResponse<TaskName>;
  try {
    response = { results: prepare(name, call, brands)(items) };
  } catch (error) {
    response = { error };
  }
  reply.postMessage(response);
  reply.close();
});
