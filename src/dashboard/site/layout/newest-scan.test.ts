import { expect, it } from 'vitest';
import { describeNewestScan } from './newest-scan.ts';

const now = Date.parse('2026-02-01T12:00:00Z');
const createScan = (id: string, status: string, completedAt: string | null = null) => ({
  id,
  status,
  createdAt: '2026-02-01T08:00:00Z',
  startedAt: null,
  completedAt,
  updatedAt: null,
  answers: 0,
  prompts: 0,
  platforms: [],
  regions: [],
  rules: null,
  models: [],
});
const last = createScan('LAST', 'completed', '2026-01-31T10:00:00Z');
const failed = createScan('new', 'failed', '2026-02-01T10:00:00Z');

it.each([
  ['that failed', [failed, last], 'the latest scan failed 2 hours ago'],
  [
    'that failed at an unknown time',
    [{ ...failed, completedAt: 'then', createdAt: null }, last],
    'the latest scan failed',
  ],
  [
    'that failed without an end time',
    [{ ...failed, completedAt: null }, last],
    'the latest scan failed 4 hours ago',
  ],
  [
    'that is queued after a failed one',
    [createScan('q', 'queued'), failed, last],
    'a new scan is queued',
  ],
  ['that is running', [createScan('r', 'running'), last], 'a new scan is running'],
])('describes a newest scan %s', (_, scans, expected) => {
  expect(describeNewestScan(scans, 'last', now)).toBe(expected);
});

it.each([
  ['that is the last in view', [last]],
  ['with an unknown status', [createScan('x', 'paused'), last]],
  ['after a completed one that is not in view', [failed, createScan('other', 'completed'), last]],
])('returns null for a newest scan %s', (_, scans) => {
  expect(describeNewestScan(scans, 'last', now)).toBeNull();
});

it('describes the newest scan of a site that has no completed scans', () => {
  expect(describeNewestScan([failed], null, now)).toBe('the latest scan failed 2 hours ago');
});

it('returns null for a site without scans', () => {
  expect(describeNewestScan([], null, now)).toBeNull();
});

it('returns null if the last scan in view has no ID', () => {
  expect(describeNewestScan([failed, last], null, now)).toBeNull();
});
