import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { ClientPage, TimelineReport } from './resources.ts';

const report = {
  metric: 'visibility',
  groupBy: 'brand',
  brand: null,
  series: [
    {
      key: 'a',
      label: 'A',
      points: [{ date: '2026-01-02', completedAt: null, value: 1.5, scanId: null }],
    },
  ],
  filters: { platform: [], region: [], startDate: null, endDate: null },
};

describe('names and texts', () => {
  it('are cut where they are longer than any, between whole letters', () => {
    const named = (label: string) => {
      const read = decode(TimelineReport, { ...report, series: [{ key: 'a', label, points: [] }] });
      return read.ok ? read.value.series[0]?.label : null;
    };
    expect(named('W'.repeat(500))).toBe('W'.repeat(500));
    expect(named('W'.repeat(1_000_000))).toBe(`${'W'.repeat(500)}…`);
    expect(named(`${'W'.repeat(499)}😀`)).toBe(`${'W'.repeat(499)}…`);
  });
});

describe('decode', () => {
  it('names the JSON path of a wrong value and never the value itself', () => {
    const wrong = structuredClone<unknown>(report);
    Reflect.set(Object(wrong), 'series', [{ key: 'a', points: [{ value: 'secret' }] }]);
    expect(decode(TimelineReport, wrong)).toEqual({
      ok: false,
      path: '$.series[0].points[0].value',
      reason: 'expected number, received string',
    });
  });

  it('gives the message of a rule that a value of the right type breaks', () => {
    const even = v.pipe(
      v.number(),
      v.check((value) => value % 2 === 0, 'must be even'),
    );
    expect(decode(v.object({ n: even }), { n: 3 })).toEqual({
      ok: false,
      path: '$.n',
      reason: 'must be even',
    });
  });

  it('reads what a service leaves null or out, but for ids, as null or empty', () => {
    const result = decode(TimelineReport, { series: [{ key: 'a', points: null }] });
    expect(result).toEqual({
      ok: true,
      value: {
        metric: null,
        groupBy: null,
        brand: null,
        series: [{ key: 'a', label: null, platform: null, points: [] }],
        filters: null,
      },
    });
    expect(decode(ClientPage, { data: [{ name: 'No id' }] })).toMatchObject({
      ok: false,
      path: '$.data[0].id',
    });
  });

  it('keeps values that later versions may bring', () => {
    const result = decode(TimelineReport, {
      ...report,
      metric: 'reach',
      series: [{ key: 'x', platform: { id: 'new_app', name: 'New', method: 'phone' }, points: [] }],
    });
    expect(result).toMatchObject({
      ok: true,
      value: { metric: 'reach', series: [{ platform: { id: 'new_app', method: 'phone' } }] },
    });
  });

  it('takes a number that no double can hold for no value', () => {
    const huge = JSON.parse('{"series":[{"key":"a","points":[{"value":1e999}]}]}');
    expect(decode(TimelineReport, huge)).toMatchObject({
      ok: true,
      value: { series: [{ points: [{ value: null }] }] },
    });
  });

  it('refuses a response of another kind rather than showing an empty report', () => {
    expect(decode(TimelineReport, {})).toMatchObject({ ok: false, path: '$.series' });
    expect(decode(TimelineReport, null)).toMatchObject({ ok: false, path: '$' });
    expect(decode(ClientPage, { items: [] })).toMatchObject({ ok: false, path: '$.data' });
  });

  it('accepts every form of the end of a list', () => {
    for (const end of [{ nextCursor: null }, { nextCursor: '' }, {}]) {
      expect(decode(ClientPage, { data: [], ...end }).ok).toBe(true);
    }
  });
});
