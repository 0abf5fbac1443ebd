import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ShareRequest } from '../../../contract/sightline/shares.ts';
import { readSearch } from '../search/search.ts';
import { type ShareChoices, shareRequestOf } from './share-request.ts';

const today = '2026-11-22';
const now = Date.parse('2026-11-22T10:00:00Z');
const choices: ShareChoices = {
  title: ' Shared ',
  pages: ['matrix', 'timeline'],
  isRolling: true,
  days: 30,
  passphrase: '',
};
const requestOf = (search: object, more: Partial<ShareChoices> = {}) => {
  const shared = { search: readSearch({ ...search }), today, pageParameters: { list: 'all' } };
  return v.parse(ShareRequest, shareRequestOf(shared, { ...choices, ...more }, now));
};

describe('the request for a link', () => {
  it('locks filters and dates, and keeps the rest of the address except open panels', () => {
    const request = requestOf({
      platform: ['chatgpt_app', 'gemini_app'],
      region: 'US:New York',
      tag: 'a&b',
      range: '30d',
      compare: 'year',
      metric: 'gap',
      groupBy: 'region',
      show: 'DE',
      zone: 'Europe/Berlin',
      scan: '1',
      prompt: '2',
    });
    expect(request).toEqual({
      title: 'Shared',
      pages: ['timeline', 'matrix'],
      question: 'platform=chatgpt_app&platform=gemini_app&region=US%3ANew+York&tag=a%26b',
      dates: {
        range: '30d',
        startDate: null,
        endDate: null,
        compare: 'year',
        compareStart: null,
        compareEnd: null,
      },
      view: 'metric=gap&groupBy=region&zone=Europe%2FBerlin&show=DE&list=all',
      expiresAt: '2026-12-22T10:00:00.000Z',
      passphrase: null,
    });
  });

  it('replaces a rolling range with its current days if the range should not keep rolling', () => {
    expect(requestOf({ range: '30d' }, { isRolling: false }).dates).toMatchObject({
      range: null,
      startDate: '2026-10-24',
      endDate: '2026-11-22',
    });
  });

  it('names the days that a month is compared with if the range should not keep rolling', () => {
    expect(requestOf({ range: 'lastMonth' }, { isRolling: false }).dates).toEqual({
      range: null,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      compare: 'custom',
      compareStart: '2026-09-01',
      compareEnd: '2026-09-30',
    });
    expect(requestOf({ range: 'lastMonth' }).dates).toMatchObject({
      range: 'lastMonth',
      compare: null,
      compareStart: null,
    });
  });

  it('lets viewers change the comparison if they choose the dates', () => {
    const { dates, view } = requestOf({ compare: 'previous' });
    expect(dates).toMatchObject({ range: null, startDate: null, endDate: null });
    expect(view).toBe('compare=previous&list=all');
    const compared = { compareStart: '2026-01-01', compareEnd: '2026-01-31' };
    expect(requestOf({ compare: 'custom', ...compared }).view).toBe(
      'compare=custom&compareStart=2026-01-01&compareEnd=2026-01-31&list=all',
    );
  });

  it('contains the chosen passphrase and expiry time', () => {
    expect(requestOf({}, { passphrase: 'four calm words', days: 365 })).toMatchObject({
      passphrase: 'four calm words',
      expiresAt: '2027-11-22T10:00:00.000Z',
    });
  });
});
