import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { ClientPage } from './portfolio.ts';
import { TimelineReport } from './resources.ts';

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

describe('names', () => {
  it('are shortened to the maximum length, without splitting a character', () => {
    const decodeLabel = (label: string) => {
      const series = [{ key: 'a', label, points: [] }];
      const result = decode(TimelineReport, { ...report, series });
      return result.ok ? result.value.series[0]?.label : null;
    };
    expect(decodeLabel('W'.repeat(500))).toBe('W'.repeat(500));
    expect(decodeLabel('W'.repeat(1_000_000))).toBe(`${'W'.repeat(500)}…`);
    expect(decodeLabel(`${'W'.repeat(499)}😀`)).toBe(`${'W'.repeat(499)}…`);
  });
});

describe('decode', () => {
  it('returns the JSON path of a wrong value, without the value itself', () => {
    const wrong = structuredClone<unknown>(report);
    Reflect.set(Object(wrong), 'series', [{ key: 'a', points: [{ value: 'secret' }] }]);
    expect(decode(TimelineReport, wrong)).toEqual({
      ok: false,
      path: '$.series[0].points[0].value',
      reason: 'expected number, received string',
    });
  });

  it('returns the message of a failed check on a value of the right type', () => {
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

  it('takes no list for an object without fields', () => {
    expect(decode(v.partial(v.object({ n: v.number() })), [1])).toEqual({
      ok: false,
      path: '$',
      reason: 'expected Object, received array',
    });
  });

  it('decodes null and missing fields as null or empty, but requires IDs', () => {
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

  it('accepts unknown enum values, which a later version may add', () => {
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

  it('decodes a number too large for a double as null', () => {
    const huge = JSON.parse('{"series":[{"key":"a","points":[{"value":1e999}]}]}');
    expect(decode(TimelineReport, huge)).toMatchObject({
      ok: true,
      value: { series: [{ points: [{ value: null }] }] },
    });
  });

  it('rejects a response without the expected list instead of decoding it as empty', () => {
    const reason = 'is missing';
    expect(decode(TimelineReport, {})).toEqual({ ok: false, path: '$.series', reason });
    expect(decode(TimelineReport, null)).toMatchObject({ ok: false, path: '$' });
    expect(decode(ClientPage, { items: [] })).toMatchObject({ ok: false, path: '$.data' });
  });

  it('accepts null, empty and missing cursors', () => {
    for (const cursor of [{ nextCursor: null }, { nextCursor: '' }, {}]) {
      expect(decode(ClientPage, { data: [], ...cursor }).ok).toBe(true);
    }
  });
});
