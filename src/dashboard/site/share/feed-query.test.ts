import { expect, it } from 'vitest';
import { readSearch } from '../search/search.ts';
import { feedQueryOf } from './feed-query.ts';

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
  'the query of a feed keeps a rolling range, and leaves out parameters that only the page reads: %j',
  (raw, query) => {
    const search = { ...readSearch(raw), groupBy: 'brand' } as const;
    expect(feedQueryOf(search)).toBe(query);
  },
);
