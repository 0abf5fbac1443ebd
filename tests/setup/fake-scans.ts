import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  OfferedPlatform,
  RunningScans,
  ScanRun,
  SiteScanSettings,
} from '../../src/contract/sightline/scans.ts';
import { measured, uuid } from '../service/small-world.ts';

type PlatformProgress = ScanRun['platforms'][number];

/** A platform that a service offers, connected unless `fields` say otherwise. */
export const offeredPlatform = (
  id: string,
  name: string,
  fields: Partial<OfferedPlatform> = {},
): OfferedPlatform => ({
  id,
  name,
  connected: true,
  missing: null,
  suggested: true,
  takesLocation: true,
  takesNoLocation: true,
  model: `${id}-1`,
  estimateUsd: 0.01,
  invented: false,
  ...fields,
});

export const platformProgress = (fields: Partial<PlatformProgress> = {}): PlatformProgress => ({
  platform: 'claude_api',
  model: 'claude-1',
  questions: 120,
  answered: 120,
  failed: 0,
  interrupted: 0,
  costUsd: 1,
  reasons: [],
  incompleteRegions: [],
  waiting: null,
  inFlight: 0,
  inFlightMs: null,
  ...fields,
});

/** A completed scan of 31 January 2026, 06:00 UTC, that a schedule started. */
export const scanRun = (fields: Partial<ScanRun> = {}): ScanRun => ({
  id: uuid(0x901),
  state: 'completed',
  scheduled: true,
  dueAt: '2026-01-31T06:00:00.000Z',
  requestedBy: '',
  createdAt: '2026-01-31T06:00:00.000Z',
  startedAt: '2026-01-31T06:00:01.000Z',
  endedAt: '2026-01-31T06:04:01.000Z',
  durationMs: 240_000,
  questions: 480,
  answered: 480,
  failed: 0,
  costUsd: 3,
  estimateUsd: 3.1,
  remainingMs: null,
  cancelling: false,
  notStoredSince: null,
  canRetry: false,
  remark: null,
  platforms: [platformProgress()],
  ...fields,
});

/** The same scan while it runs, started by a person. */
export const runningScan = (fields: Partial<ScanRun> = {}): ScanRun =>
  scanRun({
    state: 'running',
    scheduled: false,
    dueAt: null,
    requestedBy: 'Own key',
    endedAt: null,
    durationMs: null,
    answered: 312,
    failed: 2,
    costUsd: 1.84,
    remainingMs: 240_000,
    platforms: [platformProgress({ answered: 60, failed: 2 })],
    ...fields,
  });

export const siteScanSettings = (fields: Partial<SiteScanSettings> = {}): SiteScanSettings => ({
  siteId: measured.siteId,
  settings: {
    platforms: ['claude_api'],
    regions: ['DE'],
    runs: 1,
    schedule: null,
    scanCeilingUsd: 5,
    monthCeilingUsd: 20,
  },
  platforms: [offeredPlatform('claude_api', 'Claude API')],
  doubtfulRegions: [],
  runs: true,
  questions: 480,
  estimateUsd: 3.1,
  obstacle: null,
  nextDueAt: null,
  overdueSince: null,
  monthSpentUsd: 12.4,
  hostCeilingUsd: 100,
  costs: [],
  ...fields,
});

/** What the endpoints of scans respond. Tests change it as they go. */
export interface FakeScans {
  siteScanSettings: SiteScanSettings;
  scans: readonly ScanRun[];
  runningScans: RunningScans;
}

/** The handlers of requests that read: with these, a page finds a service that runs scans. */
export const scanHandlers = (fake: FakeScans): RequestHandler[] => [
  http.get('*/sightline/v1/collecting', () => HttpResponse.json(fake.runningScans)),
  http.get('*/sightline/v1/collection', () => {
    const { platforms, doubtfulRegions, runs, hostCeilingUsd } = fake.siteScanSettings;
    return HttpResponse.json({ platforms, doubtfulRegions, runs, hostCeilingUsd });
  }),
  http.get('*/sightline/v1/sites/:siteId/collection', () =>
    HttpResponse.json(fake.siteScanSettings),
  ),
  http.get('*/sightline/v1/sites/:siteId/collection/scans', () =>
    HttpResponse.json({ data: fake.scans, nextCursor: null }),
  ),
  http.get('*/sightline/v1/sites/:siteId/scans/:scanId', ({ params }) =>
    HttpResponse.json({
      ...fake.scans.find(({ id }) => id === params['scanId']),
      runs: 2,
      regions: ['DE', 'ZZ'],
      prompts: [{ id: uuid(0x9a1), text: 'Which shop is best?' }],
    }),
  ),
];

/** A service at which nothing runs and no scan has run. */
export const createFakeScans = (): FakeScans => ({
  siteScanSettings: siteScanSettings(),
  scans: [],
  runningScans: { running: [], lastEndedAt: null, problems: [] },
});

/** The entry of a running scan in the list of running scans. */
export const runningEntry = (scan: ScanRun): RunningScans['running'][number] => ({
  siteId: measured.siteId,
  siteName: 'Shop',
  clientId: null,
  scanId: scan.id,
  state: scan.state,
  questions: scan.questions,
  answered: scan.answered,
  failed: scan.failed,
  waitingFor: [],
});
