import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as v from 'valibot';
import { pathTo } from '../../src/contract/endpoints.ts';
import { ClientPage, SitePage } from '../../src/contract/portfolio.ts';
import { FilterOptions, NoteList, Prompt, Scan } from '../../src/contract/resources.ts';
import { Answer, ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { DomainsReport } from '../../src/contract/sightline/domains.ts';
import { sightlinePathTo } from '../../src/contract/sightline/endpoints.ts';
import { PagesReport } from '../../src/contract/sightline/pages.ts';
import { PromptPage } from '../../src/contract/sightline/prompts.ts';
import { PromptsReport } from '../../src/contract/sightline/prompts-report.ts';
import { NotePage, RecommendationPage } from '../../src/contract/sightline/recommendations.ts';
import {
  CountsReport,
  Discovery,
  ListedSitePage,
  MatrixReport,
  MeasuredScanPage,
  OverviewPage,
  SiteDetails,
} from '../../src/contract/sightline/resources.ts';
import { scanPathTo } from '../../src/contract/sightline/scan-endpoints.ts';
import {
  RawResponse,
  RunningScans,
  ScanOptions,
  ScanRunDetails,
  ScanRunPage,
  SiteScanSettings,
} from '../../src/contract/sightline/scans.ts';
import { SearchesReport } from '../../src/contract/sightline/searches.ts';
import {
  ClientDetails,
  SetupJob,
  SetupMentions,
  SiteSetup,
} from '../../src/contract/sightline/setup.ts';
import { setupPathTo } from '../../src/contract/sightline/setup-endpoints.ts';
import { SourcesReport } from '../../src/contract/sightline/sources.ts';
import { ApiError } from '../../src/dashboard/api/errors.ts';
import { createQueryClient } from '../../src/dashboard/api/query-client.ts';
import { getTimeline } from '../../src/dashboard/api/reports.ts';
import { request } from '../../src/dashboard/api/request.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { loadSmallLedger } from '../service/small-ledger.ts';
import { branches, loadSmallWorld, measured, now } from '../service/small-world.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { createTestScanRunner } from '../setup/test-scan-runner.ts';
import { createRandomIntegers, mutations } from './bodies.ts';
import { findShapeFault, shapes } from './shapes.ts';

const { siteId } = measured;
const clientId = branches.first.ids.clientId ?? '';
const { answerId, siteId: answerSiteId } = branches.first.ids;
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

const endpoints = [
  ['timeline', `${pathTo('timeline', { siteId })}?groupBy=platform`, requestTimeline],
  ['filters', pathTo('filters', { siteId }), createReader(FilterOptions)],
  ['clients', pathTo('clients', {}), createReader(ClientPage)],
  ['clientSites', pathTo('clientSites', { clientId }), createReader(SitePage)],
  ['prompt', pathTo('prompt', { siteId, promptId: measured.prompts.shoes }), createReader(Prompt)],
  ['scan', pathTo('scan', { siteId, scanId: measured.scans.first }), createReader(Scan)],
  ['notes', pathTo('notes', { siteId, recommendationId }), createReader(NoteList)],
  ['discovery', sightlinePathTo('discovery', {}), createReader(Discovery)],
  ['sites', sightlinePathTo('sites', {}), createReader(ListedSitePage)],
  ['site', sightlinePathTo('site', { siteId }), createReader(SiteDetails)],
  ['overview', sightlinePathTo('overview', {}), createReader(OverviewPage)],
  ['scans', sightlinePathTo('scans', { siteId }), createReader(MeasuredScanPage)],
  ['counts', sightlinePathTo('counts', { siteId }), createReader(CountsReport)],
  ['matrix', sightlinePathTo('matrix', { siteId }), createReader(MatrixReport)],
  ['answers', sightlinePathTo('answers', { siteId }), createReader(ListedAnswerPage)],
  ['answer', sightlinePathTo('answer', { siteId: answerSiteId, answerId }), createReader(Answer)],
  ['sources', sightlinePathTo('sources', { siteId }), createReader(SourcesReport)],
  ['domains', sightlinePathTo('domains', { siteId }), createReader(DomainsReport)],
  [
    'pages',
    `${sightlinePathTo('pages', { siteId })}?domain=acme.example`,
    createReader(PagesReport),
  ],
  ['searches', sightlinePathTo('searches', { siteId }), createReader(SearchesReport)],
  [
    'recommendations',
    sightlinePathTo('recommendations', { siteId }),
    createReader(RecommendationPage),
  ],
  [
    'recommendationNotes',
    sightlinePathTo('recommendationNotes', { siteId, recommendationId }),
    createReader(NotePage),
  ],
  ['prompts', sightlinePathTo('prompts', { siteId }), createReader(PromptPage)],
  ['promptsReport', sightlinePathTo('promptsReport', { siteId }), createReader(PromptsReport)],
  ['client', setupPathTo('client', { clientId }), createReader(ClientDetails)],
  ['setup', setupPathTo('setup', { siteId }), createReader(SiteSetup)],
  ['setupMentions', setupPathTo('setupMentions', { siteId }), createReader(SetupMentions)],
  ['setupJob', setupPathTo('setup', { siteId }), createReader(SetupJob)],
  ['accountCollection', scanPathTo('accountCollection', {}), createReader(ScanOptions)],
  ['collection', scanPathTo('collection', { siteId }), createReader(SiteScanSettings)],
  ['collecting', scanPathTo('collecting', {}), createReader(RunningScans)],
  [
    'collectedScans',
    scanPathTo('collectedScans', { siteId: answerSiteId }),
    createReader(ScanRunPage),
  ],
  [
    'collectedScan',
    scanPathTo('collectedScan', { siteId: answerSiteId, scanId: branches.first.ids.scanId }),
    createReader(ScanRunDetails),
  ],
  [
    'rawResponse',
    scanPathTo('rawResponse', { siteId: answerSiteId, answerId }),
    createReader(RawResponse),
  ],
] as const satisfies readonly (readonly [
  keyof typeof shapes,
  string,
  (path: string) => Promise<unknown>,
])[];

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
      const [name, path, read] = endpoints[report.cases % endpoints.length] ?? endpoints[0];
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
