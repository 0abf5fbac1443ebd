import { createService } from '../../src/service/app.ts';
import type { Service, ServiceOptions } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createTestScanRunner } from '../setup/test-scan-runner.ts';
import { faultOf } from './openapi-check.ts';
import { type KeyName, loadSmallWorld, now } from './small-world.ts';

/** Marks a request as received over loopback. */
export const loopbackHeader = 'X-Test-Loopback';

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. */
  json: unknown;
}

export interface TestClient {
  store: Store;
  service: Service;
  /** Failures reported by the service. */
  failures: { route: string; error: unknown }[];
  key(name: KeyName): string;
  /** Calls the service with a key over loopback. */
  callAs(name: KeyName, path: string, init?: RequestInit): Promise<TestResponse>;
  /** Calls the service with exactly these headers, and rejects if the response contradicts its OpenAPI document. */
  call(path: string, init?: RequestInit): Promise<TestResponse>;
  /** Adds a note with a key. */
  addNote(name: KeyName, path: string, body: string): Promise<TestResponse>;
}

async function readResponse(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

/** Loads the small world into a store and opens a service on it. */
export async function openTestClient(
  store: Store,
  more: Partial<ServiceOptions> = {},
): Promise<TestClient> {
  const key = await loadSmallWorld(store);
  const failures: TestClient['failures'] = [];
  // Scans requested one after the other have different times.
  let requestedScans = 0;
  const scanClock = () => {
    requestedScans += 1;
    return now + requestedScans;
  };
  const service = createService({
    store,
    clock: () => now,
    scanRunner: createTestScanRunner(store, scanClock),
    cursorSecret: new Uint8Array(32).fill(1),
    mayUseSampleKeys: (request) => request.headers.get(loopbackHeader) === 'yes',
    onError: (failure) => failures.push(failure),
    ...more,
  });

  const call: TestClient['call'] = async (path, init) => {
    const request = new Request(`http://service.test${path}`, init);
    const { method } = request;
    const response = await service.fetch(request);
    const type = response.headers.get('Content-Type') ?? '';
    const received = await readResponse(response);
    const operation = { method, path: new URL(request.url).pathname };
    const { status } = received;
    const fault = status === 204 ? null : faultOf(operation, { status, type, json: received.json });
    if (fault !== null) throw new Error(fault);
    return received;
  };
  const callAs: TestClient['callAs'] = (name, path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${key(name)}`);
    headers.set(loopbackHeader, 'yes');
    return call(path, { ...init, headers });
  };
  return {
    store,
    service,
    failures,
    key,
    callAs,
    call,
    addNote: (name, path, body) =>
      callAs(name, path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
  };
}
