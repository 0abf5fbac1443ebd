import { expect, it } from 'vitest';
import { readSearch } from '../search/search.ts';
import { feedQuestionOf } from './feed-question.ts';

it.each([
  [{ range: '30d' }, 'metric=visibility&groupBy=brand&range=30d'],
  [
    { range: 'lastMonth', metric: 'gap', zone: 'Asia/Tokyo', hide: 'a' },
    'metric=gap&groupBy=brand&range=lastMonth',
  ],
  [
    { compare: 'year', startDate: '2026-01-01' },
    'startDate=2026-01-01&metric=visibility&groupBy=brand',
  ],
])(
  'the question of a feed keeps a rolling range, and leaves out parameters that only the page reads: %j',
  (raw, question) => {
    const search = { ...readSearch(raw), groupBy: 'brand' } as const;
    expect(feedQuestionOf(search)).toBe(question);
  },
);
