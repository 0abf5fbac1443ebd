import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { missingOf } from '../../api/which-missing.ts';
import { classifyNotFound, needsFilters } from './classify-not-found.ts';

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
  it('is about the resource of its call, or unclear for the list of clients', () => {
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

  it('is about the resource in its problem type, if it has one', () => {
    const scans = 'GET /v1/sites/s/scans/s';
    expect(missingOf(notFound(scans, problemTypes.siteNotFound))).toBe(problemTypes.siteNotFound);
    expect(missingOf(notFound(scans, 'about:blank'))).toBe(problemTypes.scanNotFound);
  });

  it('is the only error about something missing', () => {
    const error = new ApiError({ kind: 'failed', call: 'GET /v1/sites/s/filters', status: 500 });
    expect(missingOf(error)).toBeNull();
    expect(classifyNotFound(error, nothing, unknown)).toBe(error);
  });
});

describe('a 404 of the timeline', () => {
  const typeOf = (error: Error | null) => (error instanceof ApiError ? error.problemType : null);

  it('means the site when no brand was requested', () => {
    expect(typeOf(classifyNotFound(timeline(), nothing, unknown))).toBe(problemTypes.siteNotFound);
    expect(needsFilters(timeline(), nothing)).toBe(false);
  });

  it.each(aBrand)(
    'is decided by the site’s filters when brands were requested: %j',
    (requested) => {
      expect(needsFilters(timeline(), requested)).toBe(true);
      const there = { isSuccess: true, error: null };
      const gone = { isSuccess: false, error: notFound('GET /v1/sites/s/filters') };
      expect(typeOf(classifyNotFound(timeline(), requested, there))).toBe(
        problemTypes.brandNotFound,
      );
      expect(typeOf(classifyNotFound(timeline(), requested, gone))).toBe(problemTypes.siteNotFound);
    },
  );

  it('stays undecided while the filters are pending, or if they failed for another reason', () => {
    const [requested = nothing] = aBrand;
    const busy = new ApiError({ kind: 'busy', call: 'GET /v1/sites/s/filters', status: 503 });
    for (const site of [unknown, { isSuccess: false, error: busy }]) {
      const error = classifyNotFound(timeline(), requested, site);
      expect(typeOf(error)).toBeNull();
      expect(describeError(error)).toMatch(/^Not found/);
    }
  });

  it('needs no other call if it has a problem type', () => {
    const [requested = nothing] = aBrand;
    expect(needsFilters(timeline(problemTypes.siteNotFound), requested)).toBe(false);
    expect(typeOf(classifyNotFound(timeline(problemTypes.siteNotFound), requested, unknown))).toBe(
      problemTypes.siteNotFound,
    );
  });
});
