import { expect, it } from 'vitest';
import { timelineEndpoint } from '../../contract/endpoints/reports.ts';
import {
  StoreDamaged,
  StoreFull,
  StoreUnavailable,
  StoreUncertain,
} from '../../service/store/store.ts';
import { createMetrics } from './metrics.ts';

it('counts store failures by their most specific kind, and unknown ones as "other"', async () => {
  const metrics = createMetrics();
  metrics.countStoreError(new StoreFull('full'));
  metrics.countStoreError(new StoreUnavailable('gone'));
  metrics.countStoreError(new StoreUnavailable('gone'));
  // StoreUncertain and StoreDamaged are subclasses of StoreUnavailable.
  metrics.countStoreError(new StoreUncertain('perhaps saved'));
  for (let n = 0; n < 3; n += 1) metrics.countStoreError(new StoreDamaged('a file is missing'));
  metrics.countStoreError(new TypeError('x'));
  metrics.countStoreError('no error at all');
  const text = await metrics.text();
  expect(text).toContain('sightline_store_errors_total{kind="full"} 1');
  expect(text).toContain('sightline_store_errors_total{kind="unavailable"} 2');
  expect(text).toContain('sightline_store_errors_total{kind="uncertain"} 1');
  expect(text).toContain('sightline_store_errors_total{kind="damaged"} 3');
  expect(text).toContain('sightline_store_errors_total{kind="other"} 2');
});

it('shows the phase, lines and answers of an import while it runs, and removes them afterwards', async () => {
  const metrics = createMetrics();
  const bytesRead = { bytes: 10, size: 20 };
  metrics.setImportProgress({ phase: 'checking', lines: 2_000, answers: 1_500, ...bytesRead });
  metrics.setImportProgress({ phase: 'measuring', lines: 1_000, answers: 700, ...bytesRead });
  const during = await metrics.text();
  expect(during).toContain('sightline_import_running 1');
  expect(during).toContain('sightline_import_lines{phase="measuring"} 1000');
  expect(during).toContain('sightline_import_answers{phase="measuring"} 700');
  expect(during).not.toContain('phase="checking"');
  metrics.setImportProgress(null);
  const after = await metrics.text();
  expect(after).toContain('sightline_import_running 0');
  expect(after).not.toContain('phase=');
});

it('shows what scans asked and spent, by platform', async () => {
  const metrics = createMetrics();
  expect(await metrics.text()).toContain('sightline_scan_schedule_age_seconds Nan');
  const questions = [
    { platform: 'claude_api', outcome: 'answered', questions: 40 },
    { platform: 'claude_api', outcome: 'failed', questions: 2 },
  ];
  metrics.setScanFiguresReader(() => ({
    questions,
    spent: [{ platform: 'claude_api', usd: 1.25 }],
    running: 1,
    scheduleAgeMs: 90_000,
  }));
  await metrics.text();
  const text = await metrics.text();
  const series = 'sightline_scan_questions_total{platform="claude_api",outcome';
  expect(text).toContain(`${series}="answered"} 40`);
  expect(text).toContain(`${series}="failed"} 2`);
  expect(text).toContain('sightline_scan_spend_usd_total{platform="claude_api"} 1.25');
  expect(text).toContain('sightline_scans_running 1');
  expect(text).toContain('sightline_scan_schedule_age_seconds 90');
});

it('keeps the number of series independent of paths, IDs and methods', async () => {
  const metrics = createMetrics();
  const countSeries = async () => (await metrics.text()).split('\n').length;
  const countRequests = (n: number) => {
    const count = (method: string, path: string, status: number, endpoint?: { path: string }) =>
      metrics.countRequest({ method, path, endpoint, status, seconds: 0.01 });
    count(`METHOD${n}`, `/v1/sites/${n}/reports/timeline`, 200);
    count('GET', `/v1/sites/${n}/reports/timeline`, 200, timelineEndpoint);
    count('GET', `/clients/${n}`, 200);
    count('GET', `/assets/${n}.js`, 200);
    count('GET', `/v1/${n}`, 404);
  };
  countRequests(0);
  const before = await countSeries();
  for (let n = 1; n < 1_000; n += 1) countRequests(n);
  expect(await countSeries()).toBe(before);
});

it('has no gauge with the suffix _total, which Prometheus keeps for counters', async () => {
  const text = await createMetrics().text();
  const totals = [...text.matchAll(/^# TYPE (\S+_total) (\S+)$/gm)];
  expect(totals.length).toBeGreaterThan(0);
  expect(totals.filter(([, , type]) => type !== 'counter').map(([, name]) => name)).toEqual([]);
  expect(text).toContain('# TYPE sightline_nodejs_active_handles gauge');
});
