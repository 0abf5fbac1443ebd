import { expect, it } from 'vitest';
import { busySiteIdOf, loadBusyWorld } from '../../../tests/service/busy-world.ts';
import { now } from '../../../tests/service/small-world.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { utcDay } from '../../contract/dates/days.ts';
import type { ReportColumns } from '../api/columns.ts';
import { createQueryClient } from '../api/query-client.ts';
import { timelineQuery } from '../api/reports.ts';
import { fitSearch } from './fit-search.ts';
import { questionOf, readSearch, type TimelineSearch } from './question/search.ts';

const world = setUpService(loadBusyWorld);
const today = utcDay(now);

const searchOf = (raw: Record<string, string>): TimelineSearch => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};

async function load(site: string, search: TimelineSearch): Promise<ReportColumns> {
  const { session, paging } = world.signedIn('agency');
  const client = createQueryClient({ session: session?.id ?? null, paging }, () => {});
  const report = await client.query(timelineQuery(busySiteIdOf(site), questionOf(search, today)));
  client.clear();
  return report;
}

/** A report without the distinction between a series with a point at every scan and one with no list of them. */
const withoutPresence = (report: ReportColumns | null) =>
  report && {
    ...report,
    series: report.series.map(({ present, ...series }) => ({
      ...series,
      points: present ? [...present] : report.scans.map(() => 1),
    })),
  };

it.each([
  ['daily.example', {}, '30d'],
  ['daily.example', { groupBy: 'platform' }, '30d'],
  ['daily.example', { groupBy: 'region', metric: 'gap' }, '30d'],
  ['daily.example', { compare: 'none' }, '30d'],
  ['daily.example', { compare: 'year' }, '30d'],
  // Claude is measured in the last 15 days only.
  ['remeasured.example', { groupBy: 'platform' }, '30d'],
  ['undated.example', {}, '30d'],
] as const)(
  'the report over all dates of %s with %o contains the report of the chosen range',
  async (site, raw, range) => {
    const search = searchOf(raw);
    const fitted = fitSearch(search, await load(site, search), today);
    expect(fitted.search).toEqual({ ...search, range });
    const requested = await load(site, fitted.search);
    expect(requested.scans.length).toBeGreaterThan(0);
    expect(withoutPresence(fitted.report)).toEqual(withoutPresence(requested));
  },
);

it('a series without evidence in the chosen range is left out, except in a report by brand', async () => {
  const search = searchOf({ groupBy: 'platform' });
  const whole = await load('daily.example', search);
  const [first, ...others] = whole.series;
  const gone = { ...first, id: 'gone', key: 'gone', label: 'Gone', present: null };
  const values = new Float64Array(whole.scans.length).fill(Number.NaN);
  const keysWith = (groupBy: string) =>
    fitSearch(
      { ...search, compare: 'none' },
      { ...whole, groupBy, series: [{ ...gone, values }, ...others] },
      today,
    ).report?.series.map(({ key }) => key);
  expect(keysWith('platform')).toEqual(others.map(({ key }) => key));
  expect(keysWith('brand')).toEqual(['gone', ...others.map(({ key }) => key)]);
});

it('a report that may lack series of the chosen range has to be requested', async () => {
  const search = searchOf({});
  const whole = await load('daily.example', search);
  expect(fitSearch(search, { ...whole, more: 3 }, today)).toEqual({
    search: { ...search, range: '30d' },
    report: null,
  });
});

it('a site without recent scans shows all dates', async () => {
  const search = searchOf({});
  const whole = await load('never.example', search);
  expect(fitSearch(search, whole, today)).toEqual({ search, report: whole });
});
