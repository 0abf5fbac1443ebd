import { expect, it } from 'vitest';
import { busySiteIdOf, loadBusyWorld } from '../../../tests/service/busy-world.ts';
import { now } from '../../../tests/service/small-world.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { addDays, utcDay } from '../../contract/dates/days.ts';
import { describeFit } from '../../figures/sentences/describe-fit.ts';
import type { ReportColumns } from '../../figures/series/columns.ts';
import { createQueryClient } from '../api/query-client.ts';
import { timelineQuery } from '../api/reports.ts';
import { fitSearch } from './fit-search.ts';
import { readSearch, requestOf, type TimelineSearch } from './search/search.ts';

const world = setUpService(loadBusyWorld);
const today = utcDay(now);

const searchOf = (raw: Record<string, string>): TimelineSearch => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};

async function load(site: string, search: TimelineSearch): Promise<ReportColumns> {
  const { session, paging } = world.signedIn('agency');
  const client = createQueryClient({ session: session?.id ?? null, paging }, () => {});
  const report = await client.query(
    timelineQuery({ siteId: busySiteIdOf(site), request: requestOf(search, today) }),
  );
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

const scansOn = (days: readonly string[], counted: (index: number) => boolean): ReportColumns => ({
  metric: 'sentiment',
  groupBy: 'brand',
  brand: { id: 'acme', name: 'Acme' },
  isOfTrackedBrand: true,
  trackedId: 'acme',
  filters: null,
  scans: days.map((date, index) => ({
    scanId: `scan ${index}`,
    date,
    hasTime: true,
    moment: Date.parse(`${date}T10:00:00Z`),
  })),
  series: [
    {
      id: 'acme',
      key: 'acme',
      label: 'Acme',
      values: Float64Array.from(days, (_, index) => (counted(index) ? 50 : Number.NaN)),
      present: null,
    },
    {
      id: 'b',
      key: 'b',
      label: 'B',
      values: new Float64Array(days.length).fill(40),
      present: null,
    },
  ],
  unplaced: 0,
});
const lastDays = Array.from({ length: 200 }, (_, index) => addDays(today, index - 199));

it('the range fits the evidence of the tracked brand, not that of other brands', () => {
  const everyDay = scansOn(lastDays, () => true);
  const everyTenthDay = scansOn(lastDays, (index) => index % 10 === 0);
  const rangeOf = (report: ReportColumns) => fitSearch(searchOf({}), report, today).search.range;
  expect(rangeOf(everyDay)).toBe('30d');
  expect(rangeOf(everyTenthDay)).toBe('90d');
});

it('an address that opens a scan before the fitting range shows all dates', () => {
  const report = scansOn(lastDays, () => true);
  const rangeWith = (scan: string) => fitSearch(searchOf({ scan }), report, today).search.range;
  expect(rangeWith('scan 199')).toBe('30d');
  expect(rangeWith('scan 0')).toBeNull();
});

it('says that no two periods have enough scans', () => {
  const report = scansOn(lastDays.slice(-3), () => true);
  const { search } = fitSearch(searchOf({}), report, today);
  expect(search.range).toBe('365d');
  expect(describeFit(search, report, null, today)).toBe(
    'last 365 days; too few scans to tell what changed',
  );
  expect(describeFit({ ...search, compare: 'none' }, report, null, today)).toBeNull();
});
