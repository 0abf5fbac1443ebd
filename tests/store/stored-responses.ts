import { createService } from '../../src/service/app.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import { now } from '../service/small-world.ts';
import { createTestScanRunner } from '../setup/test-scan-runner.ts';

/** The keys of a stored fixture, by name, and the responses recorded when it was written. */
export interface StoredFixture {
  keys: Record<string, string>;
  responses: readonly { key: string; path: string; status: number; body: unknown }[];
}

/** Creates a service on a store, and a list of the failures that the service reports. */
export function createFixtureService(store: Store): { service: Service; failures: unknown[] } {
  const failures: unknown[] = [];
  const service = createService({
    store,
    clock: () => now,
    scanRunner: createTestScanRunner(store, () => now),
    cursorSecret: new Uint8Array(32).fill(1),
    mayUseSampleKeys: () => true,
    onError: ({ error }) => failures.push(error),
  });
  return { service, failures };
}

/** Sends the requests of a stored fixture again and returns the current responses. */
export async function repeatRequests(service: Service, { keys, responses }: StoredFixture) {
  const repeatedResponses: StoredFixture['responses'][number][] = [];
  for (const { key, path } of responses) {
    const headers = { Authorization: `Bearer ${keys[key]}` };
    const response = await service.fetch(new Request(`http://store.test${path}`, { headers }));
    repeatedResponses.push({ key, path, status: response.status, body: await response.json() });
  }
  return repeatedResponses;
}
