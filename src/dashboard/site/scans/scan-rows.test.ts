import { describe, expect, it } from 'vitest';
import type { MeasuredScan } from '../../../contract/sightline/resources.ts';
import type { ScanRun } from '../../../contract/sightline/scans.ts';
import { joinScans } from './scan-rows.ts';

const run = (id: string, startedAt: string): ScanRun => ({
  id,
  state: 'completed',
  scheduled: true,
  dueAt: null,
  requestedBy: '',
  createdAt: startedAt,
  startedAt,
  endedAt: null,
  durationMs: null,
  questions: 1,
  answered: 1,
  failed: 0,
  costUsd: 0,
  estimateUsd: 0,
  remainingMs: null,
  cancelling: false,
  notStoredSince: null,
  canRetry: false,
  remark: null,
  platforms: [],
});
const imported = (id: string, completedAt: string): MeasuredScan => ({
  id,
  status: 'completed',
  createdAt: completedAt,
  startedAt: completedAt,
  completedAt,
  answers: 1,
  updatedAt: completedAt,
  prompts: 1,
  platforms: [],
  regions: [],
  rules: null,
  models: [],
});
const idsOf = (...joined: Parameters<typeof joinScans>) =>
  joinScans(...joined).map(({ kind, id }) => `${kind} ${id}`);

const own = [run('b', '2026-01-20T08:00:00Z'), run('a', '2026-01-10T08:00:00Z')];
const files = [
  imported('y', '2026-01-15T08:00:00Z'),
  imported('B', '2026-01-20T08:30:00Z'),
  imported('x', '2026-01-05T08:00:00Z'),
];

describe('the list of scans', () => {
  it('has both kinds newest first, and lists a scan that the service ran once', () => {
    expect(idsOf(own, files, false)).toEqual(['run b', 'imported y', 'run a', 'imported x']);
  });

  it('leaves out imported scans that are older than what has been loaded', () => {
    expect(idsOf(own, files, true)).toEqual(['run b', 'imported y', 'run a']);
  });

  it('leaves out a scan of the service that is still to load, although it ended after the oldest loaded one', () => {
    const ended = {
      ...imported('c', '2026-01-10T09:00:00Z'),
      startedAt: '2026-01-10T07:00:00Z',
      createdAt: '2026-01-10T07:00:00Z',
    };
    expect(idsOf(own, [ended], true)).toEqual(['run b', 'run a']);
  });
});
