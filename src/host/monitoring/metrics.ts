import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bearerOf } from '../../contract/bearer.ts';
import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import type { ImportProgress } from '../../service/import/import.ts';
import type { ReportCacheStats } from '../../service/reports/report-cache.ts';
import type { ScanFigures } from '../../service/scans/create-scan-runner.ts';
import { EngineError } from '../../service/store/clickhouse/engine/engine-errors.ts';
import {
  StoreDamaged,
  StoreFull,
  StoreUnavailable,
  StoreUncertain,
} from '../../service/store/store.ts';
import { isDirectLoopback, isLoopbackName } from '../http/loopback.ts';
import { peerAddressOf } from '../http/peer.ts';
import { createWrongMethodResponse } from '../http/problems.ts';

interface CountedRequest {
  method: string;
  path: string;
  /** The endpoint that it was for, with the names of its path parameters; undefined if there is none. */
  endpoint: { path: string } | undefined;
  status: number;
  seconds: number;
}

/** Metrics for operators. Labels come from closed lists: never IDs, keys or addresses. */
export interface Metrics {
  countRequest(request: CountedRequest): void;
  countSignIn(status: number): void;
  countStoreError(error: unknown): void;
  /** @param progress null when the import has ended. */
  setImportProgress(progress: ImportProgress | null): void;
  /** Sets the function that reads the report cache's figures. */
  setReportCacheReader(readStats: () => ReportCacheStats): void;
  /** Sets the function that reads the figures of what runs scans. */
  setScanFiguresReader(readFigures: () => ScanFigures): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const ownPaths = new Set([
  '/healthz',
  '/session',
  '/metrics',
  '/',
  '/v1/openapi.json',
  '/sightline/v1/openapi.json',
]);

/** The route template under which a request is counted. */
function routeOf({ path, endpoint }: CountedRequest): string {
  if (endpoint) return endpoint.path;
  if (ownPaths.has(path)) return path;
  if (path.startsWith('/assets/')) return '/assets/*';
  if (/^\/sightline(?:\/|$)/.test(path)) return '/sightline/*';
  return path.startsWith('/v1') ? '/v1/*' : 'page';
}

const knownMethods = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']);

/** The kinds of store failures. The first class that matches an error decides its kind. */
const storeErrorKinds = [
  [StoreDamaged, 'damaged'],
  [StoreUncertain, 'uncertain'],
  [StoreUnavailable, 'unavailable'],
  [StoreFull, 'full'],
  [EngineError, 'refused'],
] as const;

const kindOf = (error: unknown): string =>
  storeErrorKinds.find(([errorClass]) => error instanceof errorClass)?.[1] ?? 'other';

/** Histogram bounds in seconds: from the time that a cached report takes to the time limit of a read. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'sightline_' });
  // Gauges that Prometheus would take for counters. The metrics without `_total` hold the same numbers by type.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`sightline_nodejs_active_${kind}_total`);
  }
  const requests = new Counter({
    name: 'sightline_requests_total',
    help: 'Responses by route template, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'sightline_request_seconds',
    help: 'Seconds until a response was ready, by route template.',
    labelNames: ['route'],
    buckets,
    registers,
  });
  const signIns = new Counter({
    name: 'sightline_sign_ins_total',
    help: 'Sign-ins by HTTP status: that of the service, 429 if too many keys were rejected, or 422 if the key is too long for a cookie.',
    labelNames: ['status'],
    registers,
  });
  const errors = new Counter({
    name: 'sightline_store_errors_total',
    help: 'Store failures by kind: damaged, unavailable, uncertain, full, refused, other.',
    labelNames: ['kind'],
    registers,
  });
  let readCacheStats: (() => ReportCacheStats) | null = null;
  for (const figure of ['hits', 'misses'] as const) {
    new Counter({
      name: `sightline_report_cache_${figure}_total`,
      help: `Report cache ${figure}.`,
      registers,
      collect() {
        this.reset();
        this.inc(readCacheStats?.()[figure] ?? 0);
      },
    });
  }
  for (const figure of ['entries', 'bytes'] as const) {
    new Gauge({
      name: `sightline_report_cache_${figure}`,
      help: `Report cache ${figure}.`,
      registers,
      collect() {
        this.set(readCacheStats?.()[figure] ?? 0);
      },
    });
  }
  let readScanFigures: (() => ScanFigures) | null = null;
  new Counter({
    name: 'sightline_scan_questions_total',
    help: 'Questions of scans that this host sent, by platform and how they ended: answered, failed, refused (by the platform before any work) or interrupted.',
    labelNames: ['platform', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { platform, outcome, questions } of readScanFigures?.().questions ?? [])
        this.inc({ platform, outcome }, questions);
    },
  });
  new Counter({
    name: 'sightline_scan_spend_usd_total',
    help: 'US dollars that this host spent on scans, by platform.',
    labelNames: ['platform'],
    registers,
    collect() {
      this.reset();
      for (const { platform, usd } of readScanFigures?.().spent ?? []) this.inc({ platform }, usd);
    },
  });
  new Gauge({
    name: 'sightline_scans_running',
    help: 'Scans that this host runs and that have not ended.',
    registers,
    collect() {
      this.set(readScanFigures?.().running ?? 0);
    },
  });
  new Gauge({
    name: 'sightline_scan_schedule_age_seconds',
    help: 'Age of the newest completed scan of the schedule for which it is the oldest. NaN if this host runs no schedule.',
    registers,
    collect() {
      const age = readScanFigures?.().scheduleAgeMs ?? null;
      this.set(age === null ? Number.NaN : age / 1000);
    },
  });
  const runningImport = new Gauge({
    name: 'sightline_import_running',
    help: '1 while an import runs through this host.',
    registers,
  });
  const lines = new Gauge({
    name: 'sightline_import_lines',
    help: 'Lines read by the running import, by phase (checking reads all lines, measuring reads them again).',
    labelNames: ['phase'],
    registers,
  });
  const answers = new Gauge({
    name: 'sightline_import_answers',
    help: 'Answers read by the running import, by phase.',
    labelNames: ['phase'],
    registers,
  });

  return {
    countRequest(request) {
      const { method, status, seconds } = request;
      const route = routeOf(request);
      requests.inc({ route, method: knownMethods.has(method) ? method : 'other', status });
      durations.observe({ route }, seconds);
    },
    countSignIn(status) {
      signIns.inc({ status });
    },
    countStoreError(error) {
      errors.inc({ kind: kindOf(error) });
    },
    setImportProgress(progress) {
      runningImport.set(progress === null ? 0 : 1);
      lines.reset();
      answers.reset();
      if (progress === null) return;
      lines.set({ phase: progress.phase }, progress.lines);
      answers.set({ phase: progress.phase }, progress.answers);
    },
    setReportCacheReader(readStats) {
      readCacheStats = readStats;
    },
    setScanFiguresReader(readFigures) {
      readScanFigures = readFigures;
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Whether the tokens are equal. Compares digests, so that the time taken does not reveal even the token's length. */
function isSameToken(sentToken: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sentToken ?? ''), digest(token));
}

const createRefusalResponse = (): Response =>
  createProblemResponse(
    401,
    problemTypes.unauthenticated,
    'Not allowed',
    'Send the value of METRICS_TOKEN as a bearer token. If METRICS_TOKEN is not set, metrics can be read only on the machine that runs the host.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

/** `GET /metrics` in Prometheus text: with the token if one is set, otherwise only from this machine. */
export function createMetricsRoute(metrics: Metrics, token: string | null): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => {
    const isAllowed =
      token === null
        ? isDirectLoopback(c.req.raw) && isLoopbackName(peerAddressOf(c))
        : isSameToken(bearerOf(c.req.raw.headers), token);
    if (!isAllowed) return createRefusalResponse();
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
  routes.all('/', () => createWrongMethodResponse('GET, HEAD'));
  return routes;
}
