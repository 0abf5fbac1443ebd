import fc from 'fast-check';
import Papa from 'papaparse';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { localTime } from '../../../contract/dates/wall-clock.ts';
import type { Point, Series, TimelineReport } from '../../../contract/resources.ts';
import { escapeFormulas } from '../../../contract/safe-text.ts';
import { toModel } from '../../../figures/series/model.ts';
import { pause } from '../../api/pace.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { type ExportedView, fileName, toCsv as toCsvParts } from './csv.ts';

const point = (day: string, value: number | null, more: Partial<Point> = {}): Point => ({
  date: day,
  completedAt: `${day}T23:37:12Z`,
  value,
  scanId: `scan-${day}`,
  ...more,
});
const series = (key: string, label: string, ...points: Point[]): Series => ({
  key,
  label,
  platform: null,
  points,
});
const report = (overrides: Partial<TimelineReport>) =>
  columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: 'a', name: 'Acme' },
    series: [],
    filters: { platform: [], region: [], startDate: null, endDate: null },
    ...overrides,
  });
const viewOf = (
  overrides: Partial<TimelineReport>,
  search: Record<string, string | string[]> = {},
  zone = 'UTC',
): ExportedView => ({
  report: report(overrides),
  model: toModel(report(overrides), zone),
  request: requestOf(
    readSearch({ metric: overrides.metric ?? [], groupBy: overrides.groupBy ?? [], ...search }),
    '2026-11-21',
  ),
  zone,
  siteName: 'northwind.example',
});
const toCsv = async (exported: ExportedView) =>
  (await Array.fromAsync(toCsvParts(exported, Papa.unparse))).join('');
const rowsOf = (text: string) => {
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
};

describe('a CSV file', () => {
  it('has a row for every point, with local time, zone, UTC day, scan ID and the exact value', async () => {
    const csv = await toCsv(
      viewOf(
        {
          series: [
            series('a', 'Acme', point('2026-11-07', 100 / 3), point('2026-11-08', null)),
            series('b', 'Beta', point('2026-11-08', -0.5, { completedAt: null, scanId: null })),
          ],
        },
        {},
        'Europe/Berlin',
      ),
    );
    expect(csv).toBe(
      [
        '\uFEFFmetric,group_by,series,series_key,completed_at,zone,utc_day,scan_id,value',
        'visibility,brand,Acme,a,2026-11-08T00:37:12+01:00,Europe/Berlin,2026-11-07,scan-2026-11-07,33.333333333333336',
        'visibility,brand,Acme,a,2026-11-09T00:37:12+01:00,Europe/Berlin,2026-11-08,scan-2026-11-08,',
        'visibility,brand,Beta,b,,Europe/Berlin,2026-11-08,,-0.5',
        '',
      ].join('\r\n'),
    );
  });

  it('names the brand that a report by platform is about', async () => {
    const [row] = rowsOf(
      await toCsv(
        viewOf({
          groupBy: 'platform',
          series: [series('p', 'ChatGPT', point('2026-11-07', 1))],
        }),
      ),
    );
    expect(row).toMatchObject({ group_by: 'platform', series: 'ChatGPT', brand: 'Acme' });
  });

  it('starts each row with the requested and applied filters that are set', async () => {
    const [row] = rowsOf(
      await toCsv(
        viewOf(
          {
            series: [series('a', 'Acme', point('2026-11-07', 1))],
            filters: {
              platform: ['chatgpt_app'],
              region: ['US'],
              startDate: '2026-11-01',
              endDate: null,
            },
          },
          {
            platform: ['chatgpt_app', 'gemini_app'],
            region: 'US:California',
            brandMention: 'mentions_tracked_brand',
          },
        ),
      ),
    );
    expect(Object.entries(row ?? {}).slice(0, 7)).toEqual([
      ['requested_brand_mention', 'mentions_tracked_brand'],
      ['requested_platform', 'chatgpt_app; gemini_app'],
      ['requested_region', 'US:California'],
      ['applied_platform', 'chatgpt_app'],
      ['applied_region', 'US'],
      ['applied_start_date', '2026-11-01'],
      ['metric', 'visibility'],
    ]);
  });

  it('includes the requested metric and grouping if the service applied others', async () => {
    const overrides = { series: [series('a', 'Acme', point('2026-11-07', 1))] };
    const [row] = rowsOf(await toCsv(viewOf(overrides, { metric: 'gap', groupBy: 'region' })));
    expect(row).toMatchObject({
      requested_metric: 'gap',
      metric: 'visibility',
      requested_group_by: 'region',
      group_by: 'brand',
    });
  });

  it('distinguishes series with the same key by their number', async () => {
    const sameSeries = [
      series('a', 'A', point('2026-11-07', 1)),
      series('a', 'A', point('2026-11-07', 2)),
    ];
    const rows = rowsOf(await toCsv(viewOf({ series: sameSeries })));
    expect(rows.map((row) => [row['series_number'], row['series_key'], row['value']])).toEqual([
      ['1', 'a', '1'],
      ['2', 'a', '2'],
    ]);
  });

  it('has only column names for a report without points', async () => {
    expect(await toCsv(viewOf({}))).toBe(
      '\uFEFFmetric,group_by,series,series_key,completed_at,zone,utc_day,scan_id,value\r\n',
    );
  });

  it('contains no formulas, and keeps numbers as numbers', async () => {
    const start = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '＝',
      '＋',
      '－',
      '＠',
      '',
      ' ',
      "'",
    );
    const text = fc.tuple(start, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''));
    const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
    await fc.assert(
      fc.asyncProperty(text, text, value, async (label, scanId, value) => {
        const overrides = {
          series: [series('a', `${label}.`, point('2026-11-07', value, { scanId }))],
        };
        const [row] = rowsOf(await toCsv(viewOf(overrides)));
        expect(row?.['series']).toBe(escapeFormulas(`${label}.`));
        expect(row?.['scan_id']).toBe(escapeFormulas(scanId));
        if (value === null) expect(row?.['value']).toBe('');
        else expect(Number(row?.['value']) === value).toBe(true);
      }),
    );
  });
});

describe('a CSV file from a hostile service', () => {
  const formula = '=HYPERLINK("https://example.org";"x")';
  const hostile = [',', ';', '\t', '\r', '\n', '\r\n', ',"', ';"', '; ', '"'].map(
    (before) => `a${before}${formula}`,
  );

  it.each([',', ';', '\t'])('has no cell that is a formula when split at %j', async (delimiter) => {
    for (const text of [formula, ...hostile]) {
      const csv = await toCsv(
        viewOf(
          {
            groupBy: text,
            metric: text,
            brand: { id: 'a', name: text },
            series: [series(text, text, point('2026-11-07', -0.5, { scanId: text }))],
            filters: { platform: [text, text], region: [text], startDate: null, endDate: null },
          },
          { tag: [text, 'b'], category: text },
          'Etc/GMT+1',
        ),
      );
      const body = csv.slice(1);
      const cells = [
        ...Papa.parse<string[]>(body, { delimiter }).data.flat(),
        ...body.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter)),
      ];
      const formulas = cells.filter((cell) => /^["\s]*[=+\-@\t\r]/.test(cell) && cell !== '-0.5');
      expect(formulas).toEqual([]);
      expect(body).toContain(',-0.5\r\n');
    }
  });
});

describe('a large file', () => {
  afterEach(() => vi.restoreAllMocks());

  it('yields to the browser while it is written, and has every row once', async () => {
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      clock += 11;
      return clock;
    });
    const days = Array.from({ length: 700 }, (_, n) =>
      new Date(Date.UTC(2024, 0, n + 1)).toISOString().slice(0, 10),
    );
    const longSeries = ['a', 'b'].map((key) =>
      series(key, key, ...days.map((day) => point(day, 1))),
    );
    const channels = vi.spyOn(globalThis, 'MessageChannel');
    const finished: string[] = [];
    const file = toCsv(viewOf({ series: longSeries })).then((text) => {
      finished.push('file');
      return text;
    });
    await pause().then(() => finished.push('browser'));
    const rows = rowsOf(await file);
    expect(finished).toEqual(['browser', 'file']);
    // Four yields for the scans, four for each series, and the pause above.
    expect(channels).toHaveBeenCalledTimes(4 + 2 * 4 + 1);
    expect(rows.map((row) => `${row['series']} ${row['utc_day']}`)).toEqual(
      ['a', 'b'].flatMap((key) => days.map((day) => `${key} ${day}`)),
    );
  });
});

describe('a local time', () => {
  it.each([
    ['2026-11-07T23:37:12Z', 'Europe/Berlin', '2026-11-08T00:37:12+01:00'],
    ['2026-11-07T23:37:12Z', 'UTC', '2026-11-07T23:37:12+00:00'],
    ['2026-01-07T02:00:00.25Z', 'America/St_Johns', '2026-01-06T22:30:00.250-03:30'],
    ['1969-12-31T23:59:59.75Z', 'Asia/Kolkata', '1970-01-01T05:29:59.750+05:30'],
  ])('of %s in %s is %s', (instant, zone, written) => {
    expect(localTime(Date.parse(instant), zone)).toBe(written);
  });

  it('is the same instant, even around clock changes', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'Pacific/Auckland', 'Australia/Lord_Howe');
    const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(Date.parse(localTime(instant, zone))).toBe(instant);
      }),
    );
  });
});

describe('the name of a file', () => {
  const twoScans = {
    series: [series('a', 'Acme', point('2026-08-24', 1), point('2026-11-21', 2))],
  };

  it('contains the site, the metric, the grouping and the days of the scans', () => {
    expect(fileName(viewOf(twoScans))).toBe(
      'northwind.example visibility by brand 2026-08-24 to 2026-11-21.csv',
    );
  });

  it('contains the applied days, or the requested ones if the service does not echo them', () => {
    const echoed = { platform: [], region: [], startDate: '2026-08-01', endDate: null };
    const withEchoedFilters = { ...twoScans, filters: echoed };
    expect(
      fileName(viewOf(withEchoedFilters, { startDate: '2026-07-30', endDate: '2026-11-30' })),
    ).toBe('northwind.example visibility by brand 2026-08-01 to 2026-11-21.csv');
    const filters = { ...echoed, platform: null };
    const overrides = { ...twoScans, filters, metric: 'shareOfVoice', groupBy: 'region' };
    const requested = { startDate: '2026-07-30', endDate: '2026-11-30' };
    expect(fileName(viewOf(overrides, requested))).toBe(
      'northwind.example Acme share of voice by region 2026-08-01 to 2026-11-30.csv',
    );
  });

  it('contains the name of the measured brand in a report by platform', () => {
    const chosen = { groupBy: 'platform', brand: { id: 'b', name: 'Beta' } };
    expect(fileName(viewOf({ ...twoScans, ...chosen }))).toBe(
      'northwind.example Beta visibility by platform 2026-08-24 to 2026-11-21.csv',
    );
  });

  it('contains a single day if all scans are on that day, and no day without scans', () => {
    const oneScan = { series: [series('a', 'Acme', point('2026-08-24', 1))] };
    expect(fileName(viewOf(oneScan))).toMatch(/by brand 2026-08-24\.csv$/);
    expect(fileName(viewOf({}))).toBe('northwind.example visibility by brand.csv');
  });

  it('is valid on every system, whatever the site is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (siteName) => {
        const name = fileName({ ...viewOf(twoScans), siteName });
        expect(name).toMatch(/visibility by brand 2026-08-24 to 2026-11-21\.csv$/);
        expect(name).not.toMatch(/[\p{C}<>:"/\\|?*]|^[. ]|\s\s/u);
        expect([...name].length).toBeLessThan(150);
      }),
    );
  });

  it.each(['日', '🙂', 'é'])(
    'is cut between characters to a length that file systems allow: %s',
    (letter) => {
      const long = letter.repeat(300);
      const brand = { id: 'b', name: long };
      const name = fileName({
        ...viewOf({ ...twoScans, groupBy: 'platform', brand }),
        siteName: long,
      });
      expect(new TextEncoder().encode(name).length).toBeLessThan(255);
      const letters = `${letter}{20,40}`;
      expect(name).toMatch(new RegExp(`^${letters} ${letters} visibility by platform 2026`, 'u'));
    },
  );
});
