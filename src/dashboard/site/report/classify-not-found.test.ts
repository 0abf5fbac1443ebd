import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError, inWords } from '../../api/errors.ts';
import { missingOf } from '../../api/which-missing.ts';
import { needsFilters, toldApart } from './told-apart.ts';

const notFound = (call: string, problemType: string | null = null) =>
  new ApiError({ kind: 'notFound', call, status: 404, problemType });
const timeline = (problemType: string | null = null) =>
  notFound('GET /v1/sites/s/reports/timeline', problemType);
const nothing = { brand: [], competitorId: [], brandId: null };
const aBrand = [
  { ...nothing, brand: ['b'] },
  { ...nothing, competitorId: ['b'] },
  { ...nothing, brandId: 'b' },
];
const unknown = { isSuccess: false, error: null };

describe('a 404', () => {
  it('of a call other than the timeline is of what the call is about', () => {
    expect(
      [
        'GET /v1/clients/c/sites',
        'GET /v1/sites/s/filters',
        'GET /v1/sites/s/prompts/p',
        'GET /v1/sites/s/scans/s',
        'POST /v1/sites/s/recommendations/r/notes',
        'GET /v1/clients',
      ].map((call) => missingOf(notFound(call))),
    ).toEqual([
      problemTypes.clientNotFound,
      problemTypes.siteNotFound,
      problemTypes.promptNotFound,
      problemTypes.scanNotFound,
      problemTypes.recommendationNotFound,
      null,
    ]);
  });

  it('is believed where its type says what is missing', () => {
    const scans = 'GET /v1/sites/s/scans/s';
    expect(missingOf(notFound(scans, problemTypes.siteNotFound))).toBe(problemTypes.siteNotFound);
    expect(missingOf(notFound(scans, 'about:blank'))).toBe(problemTypes.scanNotFound);
  });

  it('alone names something missing: other failures name nothing', () => {
    const error = new ApiError({ kind: 'failed', call: 'GET /v1/sites/s/filters', status: 500 });
    expect(missingOf(error)).toBeNull();
    expect(toldApart(error, nothing, unknown)).toBe(error);
  });
});

describe('a 404 of the timeline', () => {
  const said = (error: Error | null) => (error instanceof ApiError ? error.problemType : null);

  it('without brands asked for is the site’s', () => {
    expect(said(toldApart(timeline(), nothing, unknown))).toBe(problemTypes.siteNotFound);
    expect(needsFilters(timeline(), nothing)).toBe(false);
  });

  it.each(aBrand)('with brands asked for is told by the site’s filters: %j', (asked) => {
    expect(needsFilters(timeline(), asked)).toBe(true);
    const there = { isSuccess: true, error: null };
    const gone = { isSuccess: false, error: notFound('GET /v1/sites/s/filters') };
    expect(said(toldApart(timeline(), asked, there))).toBe(problemTypes.brandNotFound);
    expect(said(toldApart(timeline(), asked, gone))).toBe(problemTypes.siteNotFound);
  });

  it('stays untold while the filters have not answered, or failed otherwise', () => {
    const [asked = nothing] = aBrand;
    const busy = new ApiError({ kind: 'busy', call: 'GET /v1/sites/s/filters', status: 503 });
    for (const site of [unknown, { isSuccess: false, error: busy }]) {
      const error = toldApart(timeline(), asked, site);
      expect(said(error)).toBeNull();
      expect(inWords(error)).toMatch(/nothing here/);
    }
  });

  it('that says its kind needs no other call', () => {
    const [asked = nothing] = aBrand;
    expect(needsFilters(timeline(problemTypes.siteNotFound), asked)).toBe(false);
    expect(said(toldApart(timeline(problemTypes.siteNotFound), asked, unknown))).toBe(
      problemTypes.siteNotFound,
    );
  });
});
