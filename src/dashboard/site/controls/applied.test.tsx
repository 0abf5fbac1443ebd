import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import type { TimelineReport } from '../../../contract/resources.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { readSearch, requestInView, type TimelineRequest } from '../search/search.ts';
import { differencesOf } from './applied.ts';
import { AppliedNotice } from './applied-notice.tsx';

afterEach(cleanup);

const acme = 'b4f1c3a2-0000-4000-8000-00000000000a';
const beta = 'b4f1c3a2-0000-4000-8000-00000000000b';

const requestFor = (raw: Record<string, string | string[]>): TimelineRequest => {
  const { dropped, ...search } = readSearch(raw);
  expect(dropped).toEqual([]);
  return requestInView(search, '2026-11-08');
};
type AppliedFilters = Partial<NonNullable<TimelineReport['filters']>>;
const reportWith = (filters: AppliedFilters | null, overrides: Partial<TimelineReport> = {}) =>
  columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: acme, name: 'Acme' },
    series: [],
    filters: filters && { platform: [], region: [], startDate: null, endDate: null, ...filters },
    ...overrides,
  });
const differences = (raw: Record<string, string | string[]>, report: ReportColumns) =>
  differencesOf(report, requestFor(raw), 'en-GB');

describe('the query that the service applied', () => {
  it('does not differ if values are reordered or repeated', () => {
    const raw = { region: ['US', 'DE'], platform: ['chatgpt_app', 'claude_api'] };
    const report = reportWith({
      region: ['DE', 'US', 'US'],
      platform: ['claude_api', 'chatgpt_app'],
    });
    expect(differences(raw, report)).toEqual([]);
  });

  it.each([
    ['UK', 'GB'],
    ['UK', 'UK'],
    ['UK:London', 'GB:London'],
  ])('does not differ if the service applied the region %s as %s', (requested, applied) => {
    expect(differences({ region: requested }, reportWith({ region: [applied] }))).toEqual([]);
  });

  it.each([
    [
      'a country instead of an area',
      { region: 'US:California' },
      { region: ['US'] },
      'You asked for United States · California; the service used United States.',
    ],
    [
      'a country instead of an area, beside another country',
      { region: ['DE', 'US:California'] },
      { region: ['US', 'DE'] },
      'You asked for United States · California; the service used United States.',
    ],
    [
      'all instead of one',
      { platform: 'chatgpt_app' },
      {},
      'You asked for ChatGPT; the service used all platforms.',
    ],
    [
      'some instead of all',
      {},
      { platform: ['claude_api', 'next_year_api'] },
      'You asked for all platforms; the service used Claude API, next_year_api.',
    ],
    [
      'one fewer',
      { region: ['DE', 'US'] },
      { region: ['US'] },
      'The service did not apply: Germany.',
    ],
    ['one more', { region: 'DE' }, { region: ['DE', 'FR'] }, 'The service also applied: France.'],
    [
      'a later start',
      { startDate: '2026-11-01' },
      { startDate: '2026-11-02' },
      'You asked for days from Sun, 1 Nov 2026; the service used days from Mon, 2 Nov 2026.',
    ],
    [
      'an end where none was requested',
      {},
      { endDate: '2026-11-02' },
      'You asked for days up to the latest scan; the service used days up to Mon, 2 Nov 2026.',
    ],
    [
      'days other than the rolling range',
      { range: '7d' },
      { startDate: '2026-11-02', endDate: '2026-11-07' },
      'You asked for days up to Sun, 8 Nov 2026; the service used days up to Sat, 7 Nov 2026.',
    ],
  ])('differs by %s', (_, raw, applied, sentence) => {
    expect(differences(raw, reportWith(applied))).toEqual([sentence]);
  });

  it('has its differences described in sentences of limited length, whatever the service echoes', () => {
    const codes = Array.from({ length: 50_000 }, (_, n) => `${n} ${'x'.repeat(200)}`);
    const [sentence = ''] = differences({ region: 'US' }, reportWith({ region: codes }));
    expect(sentence).toMatch(
      /^You asked for United States; the service used 0 x+, .* and 49990 more\.$/,
    );
    expect(sentence.length).toBeLessThan(1_200);
  });

  it('is not compared in the parts that the service does not echo', () => {
    const raw = {
      metric: 'gap',
      groupBy: 'region',
      brandId: beta,
      region: 'US:California',
      startDate: '2026-11-01',
    };
    const unechoed = { metric: 'gap', groupBy: 'region', brand: null };
    expect(differences(raw, reportWith(null, unechoed))).toEqual([]);
    expect(differences(raw, reportWith({ platform: null, region: null }, unechoed))).toEqual([]);
    const lists = { platform: null, region: ['US:California'] };
    expect(differences(raw, reportWith(lists, unechoed))).toEqual([]);
  });

  it('differs by a requested first day that was not applied, if the service echoes the filters', () => {
    expect(differences({ startDate: '2026-11-01' }, reportWith({}))).toEqual([
      'You asked for days from Sun, 1 Nov 2026; the service used days from the first scan onward.',
    ]);
  });

  it('is compared by metric and grouping, and also by brand unless it is grouped by brand', () => {
    const raw = { metric: 'gap', groupBy: 'region', brandId: beta };
    expect(differences(raw, reportWith({}, { groupBy: 'region' }))).toEqual([
      'You asked for Gap; the service used Visibility.',
      `You asked for brand ${beta}; the service used Acme.`,
    ]);
    expect(differences(raw, reportWith({}, { metric: 'gap', groupBy: 'brand' }))).toEqual([
      'You asked for grouping by region; the service used grouping by brand.',
    ]);
    expect(differences({ brandId: beta }, reportWith({}))).toEqual([]);
  });

  it('matches a requested brand ID in another letter case', () => {
    const report = reportWith(
      {},
      { groupBy: 'region', brand: { id: beta.toUpperCase(), name: 'B' } },
    );
    expect(differences({ groupBy: 'region', brandId: beta }, report)).toEqual([]);
  });
});

describe('the notice of differences', () => {
  it('shows all differences together', () => {
    const request = requestFor({ region: 'US:California', metric: 'gap' });
    render(<AppliedNotice report={reportWith({ region: ['US'] })} request={request} />);
    expect(screen.getByRole('status').textContent).toBe(
      'You asked for Gap; the service used Visibility. You asked for United States · California; the service used United States.',
    );
  });

  it('is absent if everything that the service echoes was requested', () => {
    const request = requestFor({ tag: 'price', promptId: acme, brand: beta });
    const { container } = render(<AppliedNotice report={reportWith({})} request={request} />);
    expect(container.textContent).toBe('');
  });
});
