import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { notFoundTypeOf } from '../../api/not-found-type.ts';
import { classifyNotFound, needsFilters } from './classify-not-found.ts';

const notFound = (call: string, problemType: string | null = null) =>
  new ApiError({ kind: 'notFound', call, status: 404, problemType });
const timeline = (problemType: string | null = null) =>
  notFound('GET /v1/sites/s/reports/timeline', problemType);
const noBrands = { brand: [], competitorId: [], brandId: null };
const brandSelections = [
  { ...noBrands, brand: ['b'] },
  { ...noBrands, competitorId: ['b'] },
  { ...noBrands, brandId: 'b' },
];
const pendingFilters = { isSuccess: false, error: null };

describe('a 404', () => {
  it('gets the problem type of its endpoint’s resource, or none for the list of clients', () => {
    expect(
      [
        'GET /v1/clients/c/sites',
        'GET /v1/sites/s/filters',
        'GET /v1/sites/s/prompts/p',
        'GET /v1/sites/s/scans/s',
        'POST /v1/sites/s/recommendations/r/notes',
        'GET /v1/clients',
      ].map((call) => notFoundTypeOf(notFound(call))),
    ).toEqual([
      problemTypes.clientNotFound,
      problemTypes.siteNotFound,
      problemTypes.promptNotFound,
      problemTypes.scanNotFound,
      problemTypes.recommendationNotFound,
      null,
    ]);
  });

  it('keeps the problem type of the response, unless it is unknown', () => {
    const scans = 'GET /v1/sites/s/scans/s';
    expect(notFoundTypeOf(notFound(scans, problemTypes.siteNotFound))).toBe(
      problemTypes.siteNotFound,
    );
    expect(notFoundTypeOf(notFound(scans, 'about:blank'))).toBe(problemTypes.scanNotFound);
  });
});

it('a 500 has no not-found problem type, and is returned unchanged', () => {
  const error = new ApiError({ kind: 'failed', call: 'GET /v1/sites/s/filters', status: 500 });
  expect(notFoundTypeOf(error)).toBeNull();
  expect(classifyNotFound(error, noBrands, pendingFilters)).toBe(error);
});

describe('a 404 from the timeline', () => {
  const typeOf = (error: Error | null) => (error instanceof ApiError ? error.problemType : null);

  it('means that the site is missing when no brand was requested', () => {
    expect(typeOf(classifyNotFound(timeline(), noBrands, pendingFilters))).toBe(
      problemTypes.siteNotFound,
    );
    expect(needsFilters(timeline(), noBrands)).toBe(false);
  });

  it.each(brandSelections)(
    'is classified by the site’s filters when brands were requested: %j',
    (brands) => {
      expect(needsFilters(timeline(), brands)).toBe(true);
      const loadedFilters = { isSuccess: true, error: null };
      const missingFilters = { isSuccess: false, error: notFound('GET /v1/sites/s/filters') };
      expect(typeOf(classifyNotFound(timeline(), brands, loadedFilters))).toBe(
        problemTypes.brandNotFound,
      );
      expect(typeOf(classifyNotFound(timeline(), brands, missingFilters))).toBe(
        problemTypes.siteNotFound,
      );
    },
  );

  it('stays undecided while the filters are pending, and if they fail to load with another error', () => {
    const [brands = noBrands] = brandSelections;
    const busyError = new ApiError({ kind: 'busy', call: 'GET /v1/sites/s/filters', status: 503 });
    for (const filters of [pendingFilters, { isSuccess: false, error: busyError }]) {
      const error = classifyNotFound(timeline(), brands, filters);
      expect(typeOf(error)).toBeNull();
      expect(describeError(error)).toMatch(/^Not found/);
    }
  });

  it('needs no other call if it has a problem type', () => {
    const [brands = noBrands] = brandSelections;
    expect(needsFilters(timeline(problemTypes.siteNotFound), brands)).toBe(false);
    expect(
      typeOf(classifyNotFound(timeline(problemTypes.siteNotFound), brands, pendingFilters)),
    ).toBe(problemTypes.siteNotFound);
  });
});
