import { expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { toFacts } from '../facts.ts';
import { toModel } from '../model.ts';
import { readingAt } from './reading.ts';

const point = (day: string, value: number | null) => ({
  ...{ date: day, value, scanId: `scan ${day}` },
  completedAt: `${day}T09:00:00Z`,
});
const series = (key: string, ...points: ReturnType<typeof point>[]) => ({
  ...{ key, label: key, platform: null, points },
});

it('tells a scan that gave no evidence from one of which nothing is said', () => {
  const report = columnsOf({
    ...{ metric: 'visibility', groupBy: 'brand', brand: null, filters: null },
    series: [
      series('measured', point('2026-11-06', 1), point('2026-11-07', 0)),
      series('silent', point('2026-11-06', 1), point('2026-11-07', null)),
      series('later', point('2026-11-06', 1)),
    ],
  });
  const model = toModel(report, 'UTC');
  const drawn = toFacts(model).map((facts) => ({ facts, look: { colour: '', dash: undefined } }));
  const { rows } = readingAt(model, drawn, 1, { zone: 'UTC', locale: 'en-GB', unit: '%' });
  expect(rows.map((row) => `${row.drawn.facts.series.key}: ${row.text}`)).toEqual([
    'measured: 0%',
    'silent: no evidence',
    'later: not in this scan',
  ]);
});
