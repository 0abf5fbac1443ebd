import { describe, expect, it } from 'vitest';
import { everyDay, type SharedView } from '../../contract/sightline/shares.ts';
import { lockedSearchOf } from './locked-search.ts';

const share: SharedView = {
  id: 'share',
  title: 'Shared',
  pages: ['timeline'],
  view: 'metric=gap',
  expiresAt: null,
  question: 'platform=chatgpt_app&platform=gemini_app&region=US',
  dates: { ...everyDay, range: '30d', compare: 'year' },
  siteId: 'site',
  siteName: 'Site',
  siteUrl: null,
  clientName: null,
  brandName: null,
  branding: null,
  startDate: null,
  endDate: null,
};
const locked = {
  platform: ['chatgpt_app', 'gemini_app'],
  region: 'US',
  range: '30d',
  compare: 'year',
};

describe('the search of a share', () => {
  it.each([
    '',
    '?range=year&startDate=2020-01-01&endDate=2020-12-31',
    '?platform=claude_api&region=DE&region=FR',
    '?compare=custom&compareStart=2020-01-01&compareEnd=2020-02-01',
    '?recommendation=5a3b1e00-4ec0-4000-8000-000001001001',
  ])('has the locked filters and dates, whatever the address %j says', (query) => {
    expect(lockedSearchOf(share).parse(query)).toEqual(locked);
  });

  it('keeps the parameters that the link does not lock, and writes only those to the address', () => {
    const { parse, stringify } = lockedSearchOf(share);
    const search = parse('?metric=gap&tag=a&tag=b&range=7d');
    expect(search).toEqual({ ...locked, metric: 'gap', tag: ['a', 'b'] });
    expect(stringify({ ...search, groupBy: 'region', platform: 'claude_api' })).toBe(
      '?metric=gap&tag=a&tag=b&groupBy=region',
    );
  });

  it('lets viewers choose any dates if the link sets none', () => {
    const open = lockedSearchOf({ ...share, question: '', dates: everyDay });
    expect(open.areDatesLocked).toBe(false);
    expect(open.lockedParameters.size).toBe(0);
    expect(open.parse('?range=7d&compare=year')).toEqual({ range: '7d', compare: 'year' });
  });

  it('shows all dates if neither the link nor the address has any, and leaves the address as it is', () => {
    const { parse, stringify } = lockedSearchOf({ ...share, dates: everyDay });
    const search = parse('?metric=gap');
    expect(search).toMatchObject({ metric: 'gap', dates: 'all' });
    expect(stringify(search)).toBe('?metric=gap');
    expect(parse('?endDate=2026-10-01')).not.toHaveProperty('dates');
    expect(lockedSearchOf(share).parse('?dates=all')).not.toHaveProperty('dates');
  });
});
