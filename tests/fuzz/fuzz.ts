import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { EndpointName } from '../../src/contract/every-endpoint.ts';
import { ApiError } from '../../src/dashboard/api/errors.ts';
import { createQueryClient } from '../../src/dashboard/api/query-client.ts';
import { getTimeline } from '../../src/dashboard/api/reports.ts';
import { request } from '../../src/dashboard/api/request.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { loadSmallLedger } from '../service/small-ledger.ts';
import { branches, loadSmallWorld, measured, now } from '../service/small-world.ts';
import { callPathOf, everyOperation } from '../setup/endpoints.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { createTestScanRunner } from '../setup/test-scan-runner.ts';
import { createRandomIntegers, mutations } from './bodies.ts';
import { findShapeFault, shapes } from './shapes.ts';

const { siteId } = measured;
const clientId = branches.first.ids.clientId ?? '';
const recommendationId = measured.recommendations[0] ?? '';

const caller = { session: null, paging: { cursor: 'cursor', limit: 'limit' } };
/** Requests a timeline as the queries of the timeline page do. */
const requestTimeline = (): Promise<unknown> =>
  getTimeline(
    { signal: new AbortController().signal, client: createQueryClient(caller, () => {}) },
    {
      siteId,
      request: {
        groupBy: 'platform',
      },
    },
  );
/** Returns a function that requests a path and reads the response with a schema. */
const createReader =
  (schema: v.GenericSchema) =>
  (path: string): Promise<unknown> =>
    request({ method: 'GET', path, session: null }, schema);

/** Endpoints without a reader of their own are read with the schema of their response. */
const readers: Partial<Record<EndpointName, (path: string) => Promise<unknown>>> = {
  timeline: requestTimeline,
};
const readerOf = (name: EndpointName) => {
  const { response } = everyOperation[name];
  return readers[name] ?? createReader(response?.schema ?? v.never());
};

/** The IDs in the paths; the scans that the service runs and their answers are of another site. */
const measuredIds = {
  clientId,
  siteId,
  recommendationId,
  promptId: measured.prompts.shoes,
  scanId: measured.scans.first,
};
const branchEndpoints: readonly EndpointName[] = [
  'answer',
  'collectedScans',
  'collectedScan',
  'rawResponse',
];
const pathOfCall = (name: keyof typeof shapes): string => {
  // A job comes from saving a set-up.
  if (name === 'setupJob') return callPathOf('saveSetup', measuredIds);
  const path = callPathOf(name, branchEndpoints.includes(name) ? branches.first.ids : measuredIds);
  return name === 'timeline' ? `${path}?groupBy=platform` : path;
};

// Object.keys widens the names to string.
const endpoints = (Object.keys(shapes) as (keyof typeof shapes)[]).map(
  (name) => [name, pathOfCall(name), readerOf(name)] as const,
);

/** The body of a request that changes a set-up. */
const changeOf = (setup: string): string => JSON.stringify({ ...JSON.parse(setup), name: 'New' });

/** Requests each of `endpoints` from the built-in service. Returns the response bodies as text, by endpoint name. */
async function requestValidBodies(): Promise<ReadonlyMap<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-fuzz-'));
  const store = await openClickHouse({ dataDir });
  const key = await loadSmallWorld(store);
  await loadSmallLedger(store);
  const scanRunner = createTestScanRunner(store, () => now);
  const service = createStrictService(store, { clock: () => now, scanRunner });
  const headers = { Authorization: `Bearer ${key('agency')}`, 'Content-Type': 'application/json' };
  const bodies = new Map<string, string>();
  for (const [name, path] of endpoints) {
    const requests: Partial<Record<string, RequestInit>> = {
      notes: { method: 'POST', body: '{"body":"Seen."}' },
      setupJob: { method: 'PUT', body: changeOf(bodies.get('setup') ?? '{}') },
    };
    // While another import is in progress, a change of a set-up gives a job.
    const writer = name === 'setupJob' ? await store.beginImport() : null;
    const request = new Request(`http://x${path}`, { headers, ...requests[name] });
    const response = await service.fetch(request);
    if (!response.ok) throw new Error(`${name} returned ${response.status}.`);
    bodies.set(name, await response.text());
    await writer?.abort();
  }
  // Waits for the job, which would fail if the service closed.
  await (await store.beginImport()).abort();
  await service.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  return bodies;
}

const statuses = [200, 200, 200, 200, 201, 206, 400, 404, 422, 500, 503] as const;

export interface FuzzReport {
  cases: number;
  /** The number of bodies that gave a value of the right shape. */
  values: number;
  /** The number of bodies that gave an `ApiError`, by kind. */
  errors: Record<string, number>;
}

/**
 * Feeds mutated bodies to the dashboard's API layer. Each must give an `ApiError` or, if its status is below 400, a
 * value of the right shape.
 * @throws Error with seed, case and body for the first body that gives anything else or changes `Object.prototype`.
 */
export async function fuzz({ cases, seed }: { cases: number; seed: number }): Promise<FuzzReport> {
  const bodies = await requestValidBodies();
  const random = createRandomIntegers(seed);
  const kinds = Object.entries(mutations);
  const report: FuzzReport = { cases: 0, values: 0, errors: {} };
  const originalFetch = globalThis.fetch;
  let body: Uint8Array<ArrayBuffer> = new Uint8Array();
  let status = 200;
  globalThis.fetch = async () => new Response(body, { status });
  try {
    for (; report.cases < cases; report.cases += 1) {
      const endpoint = endpoints[report.cases % endpoints.length];
      if (!endpoint) throw new Error('There are no endpoints.');
      const [name, path, read] = endpoint;
      const [mutation, mutate] = kinds[random(kinds.length)] ?? kinds[0] ?? ['', () => body];
      body = mutate(random, bodies.get(name) ?? '');
      status = statuses[random(statuses.length)] ?? 200;
      const createFailure = (reason: string): Error =>
        new Error(
          `seed ${seed}, case ${report.cases}, ${name}, ${mutation}, status ${status}: ${reason}\n${new TextDecoder().decode(body.slice(0, 2_000))}`,
        );
      try {
        const value = await read(path);
        const fault =
          status < 400 ? findShapeFault(value, shapes[name]) : 'an error status gave a value';
        if (fault !== null) throw createFailure(fault);
        report.values += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error instanceof Error && error.message.startsWith('seed ')
            ? error
            : createFailure(String(error));
        }
        report.errors[error.kind] = (report.errors[error.kind] ?? 0) + 1;
      }
      if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) {
        throw createFailure('the prototype of all objects was changed');
      }
    }
  } finally {
    globalThis.fetch = originalFetch;
  }
  return report;
}
