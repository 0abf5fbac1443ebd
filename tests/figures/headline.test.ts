import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/contract/dates/days.ts';
import { uuid } from '../service/small-world.ts';
import { stateHeadline } from '../setup/headline.ts';

const today = '2026-11-28';
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];

/** A response with 180 daily scans until today, whose values scatter around a level in the last 30 days, and 40 before. */
const responseWith = (level: number): string =>
  JSON.stringify({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: uuid(0x901), name: 'Acme' },
    series: [
      {
        key: uuid(0x901),
        label: 'Acme',
        points: Array.from({ length: 180 }, (_, index) => {
          const date = addDays(today, index - 179);
          return {
            date,
            completedAt: `${date}T06:00:00Z`,
            value: (index < 150 ? 40 : level) + (noise[index % noise.length] ?? 0),
            scanId: uuid(0x1000 + index),
          };
        }),
      },
    ],
    filters: null,
  });

describe('the points of a timeline response alone', () => {
  it.each([
    [
      50,
      'Acme is named on average in 50.0% of a scan’s answers, up from 40.0%: a real rise.',
      'Up 10.0 pt: more than the usual scatter',
    ],
    [
      35,
      'Acme is named on average in 35.0% of a scan’s answers, down from 40.0%: a real drop.',
      'Down 5.0 pt: more than the usual scatter',
    ],
    [
      40,
      'Acme is named on average in 40.0% of a scan’s answers, compared with 40.0% in the earlier period: within the usual scatter.',
      'Within the usual scatter (±0.4 pt)',
    ],
  ])('give the sentences that the page shows for a level of %s', (level, sentence, verdict) => {
    const stated = stateHeadline(responseWith(level), today);
    expect(stated.sentence.replaceAll(/\s/g, ' ')).toBe(sentence);
    expect(stated.verdict.replaceAll(/\s/g, ' ')).toBe(verdict);
  });

  it('say what the figure rests on', () => {
    expect(stateHeadline(responseWith(50), today).basis.replaceAll(/\s/g, ' ')).toBe(
      'Based on 30 scans, the last completed Sat, Nov 28, 2026, 6:00 AM. Figures are averages over the scans of the period. The earlier period has 30 scans.',
    );
  });
});
