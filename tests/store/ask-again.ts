import { createService } from '../../src/service/app.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';

/** What a store answered when it was kept. */
export interface Expected {
  keys: Record<string, string>;
  answers: readonly { key: string; path: string; status: number; body: unknown }[];
}

/** A service over a store, which remembers what failed. */
export function serviceOver(store: Store): { service: Service; failures: unknown[] } {
  const failures: unknown[] = [];
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32).fill(1),
    sampleKeysAllowed: () => true,
    onError: ({ error }) => failures.push(error),
  });
  return { service, failures };
}

/** What a service answers now to everything that was asked of the kept store. */
export async function askAgain(service: Service, { keys, answers }: Expected) {
  const again: Expected['answers'][number][] = [];
  for (const { key, path } of answers) {
    const headers = { Authorization: `Bearer ${keys[key]}` };
    const response = await service.fetch(new Request(`http://store.test${path}`, { headers }));
    again.push({ key, path, status: response.status, body: await response.json() });
  }
  return again;
}
