import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceDomain, SourcesReport } from '../../../contract/sightline/sources.ts';
import { orderAfter, readOrder, sortRows } from '../layout/columns.ts';
import { domainColumns, orders } from './columns.tsx';
import { countNotNaming, filterDomains, type List, lists } from './lists.ts';
import { changeOf, countOwnAnswers, type Domain, shareOf, toSources } from './model.ts';

const us = { id: 'AAAA', name: 'Acme' };
const rival = { id: 'bbbb', name: 'Beta' };

const domain = (overrides: Partial<SourceDomain>): SourceDomain => ({
  domain: 'a.example',
  owner: null,
  answers: 4,
  citations: 5,
  namedTracked: 1,
  points: [],
  ...overrides,
});
const report = (
  domains: SourceDomain[],
  overrides: Partial<SourcesReport> = {},
): SourcesReport => ({
  answers: 8,
  answersWithSources: 6,
  domains,
  more: 0,
  citedOwn: null,
  citedNotNamed: 2,
  filters: null,
  ...overrides,
});
const point = (scanId: string, answers: number | null) => ({
  scanId,
  date: '2026-01-01',
  completedAt: null,
  answers,
});

describe('the sources', () => {
  it('have shares of answers, which are null rather than 0 if there are no answers', () => {
    const [first] = toSources(report([domain({})]), us, null).domains;
    expect(first).toMatchObject({ share: 50, namingAnswers: 1, namingShare: 25 });
    const empty = toSources(report([domain({ answers: 0 })], { answers: 0 }), us, null);
    expect(empty.domains[0]).toMatchObject({ share: null, namingShare: null });
    expect(shareOf(0, 4)).toBe(0);
    expect(shareOf(null, 4)).toBeNull();
    expect(shareOf(3, null)).toBeNull();
  });

  it.each([
    ['the tracked brand, regardless of case', 'own', { id: 'aaaa', name: 'Acme' }, us],
    ['another brand', 'competitor', rival, us],
    ['no brand', 'third', null, us],
    ['a brand while none is tracked', 'competitor', us, null],
    ['no brand while none is tracked', 'third', null, null],
  ])('owned by %s are of the kind “%s”', (_, kind, owner, tracked) => {
    const { domains, citedNotNamed } = toSources(report([domain({ owner })]), tracked, null);
    expect(domains[0]?.kind).toBe(kind);
    // Without a tracked brand, it is also unknown which answers name the brand.
    expect(domains[0]?.namingAnswers).toBe(tracked && 1);
    expect(citedNotNamed).toBe(tracked && 2);
  });

  it('leave out domains without a name or a valid count, and treat other invalid numbers as unknown, but an invalid number of unlisted domains as 0', () => {
    const faultyDomains = [
      domain({ domain: null }),
      domain({ domain: '' }),
      domain({ answers: null }),
      domain({ answers: -1 }),
      domain({ answers: 0.5 }),
      domain({ citations: -2, namedTracked: null }),
    ];
    const { domains, unlistedCount } = toSources(report(faultyDomains, { more: null }), us, null);
    expect(domains).toHaveLength(1);
    expect(domains[0]).toMatchObject({ citations: null, namingAnswers: null, namingShare: null });
    expect(unlistedCount).toBe(0);
  });

  it('have trends in percent, with gaps at scans that have no answers or no count, or in numbers of answers if there are no counts', () => {
    const points = [point('S1', 2), point('s2', 0), point('s3', 0), point('s4', 3)];
    const counts = [
      { scanId: 's1', answers: 4, prompts: 1 },
      { scanId: 's2', answers: 5, prompts: 1 },
      { scanId: 's3', answers: 0, prompts: 0 },
    ];
    const counted = toSources(report([domain({ points })]), us, counts);
    expect(counted.areTrendsShares).toBe(true);
    // The answers of the fourth scan were not counted.
    expect(counted.domains[0]?.trend).toEqual([50, 0, null, null]);
    const plain = toSources(report([domain({ points })]), us, null);
    expect(plain.areTrendsShares).toBe(false);
    expect(plain.domains[0]?.trend).toEqual([2, 0, 0, 3]);
  });

  it.each([
    [[], null],
    [[5], null],
    [[1, 3], 2],
    [[1, 99, 3], 2],
    [[1, 3, null, 6], 4],
    [[null, null, 4, 5], null],
    [[4, 5, null, null], null],
  ])('with the trend %j change by %j', (values, change) => {
    expect(changeOf(values)).toBe(change);
  });

  it.each([
    ['no domain of our own', [domain({})], 0, { atLeast: 0, isExact: true }],
    ['one domain', [domain({ owner: us })], 0, { atLeast: 4, isExact: true }],
    // Answers that cite both are counted for each.
    [
      'two domains',
      [domain({ owner: us }), domain({ owner: us, answers: 6 })],
      0,
      { atLeast: 6, isExact: false },
    ],
    [
      'one domain, and others not listed',
      [domain({ owner: us })],
      3,
      { atLeast: 4, isExact: false },
    ],
    ['no domain of our own among those listed', [domain({})], 3, null],
  ])(
    'of an older service give the number of answers that cite our own domains, a minimum, or null if unknown: %s',
    (_, domains, more, expected) => {
      expect(countOwnAnswers(toSources(report(domains, { more }), us, null))).toEqual(expected);
    },
  );
});

it('the number of answers that cite any of our own domains is the service’s, which counts each answer once', () => {
  const domains = [domain({ owner: us }), domain({ owner: us, answers: 6 })];
  const sources = toSources(report(domains, { citedOwn: 7, more: 3 }), us, null);
  expect(countOwnAnswers(sources)).toEqual({ atLeast: 7, isExact: true });
});

const readDomainOrder = (order: string) => readOrder(order, domainColumns);
const sortDomains = (domains: readonly Domain[], order: string, list: List): Domain[] =>
  sortRows(
    domains,
    readDomainOrder(order),
    { sources: toSources(report([]), us, null), list, moves: null, largestWithout: 0 },
    'en',
  );

describe('the lists', () => {
  const all = toSources(
    report([
      domain({ domain: 'own-named.example', owner: us, answers: 5, namedTracked: 5 }),
      domain({ domain: 'own-unnamed.example', owner: us, answers: 4, namedTracked: 1 }),
      domain({ domain: 'rival.example', owner: rival, answers: 3, namedTracked: 0 }),
      domain({ domain: 'rival-with-us.example', owner: rival, answers: 3, namedTracked: 2 }),
      domain({ domain: 'third.example', answers: 2, namedTracked: 0 }),
      domain({ domain: 'third-unknown.example', answers: 1, namedTracked: null }),
    ]),
    us,
    null,
  ).domains;
  const namesOf = (domains: readonly { domain: string }[]) =>
    domains.map((source) => source.domain);
  const domainsInList = (list: (typeof lists)[number], filter = {}) =>
    namesOf(filterDomains(all, { list, owner: null, searchWords: '', ...filter }));

  it('contain all domains, the brand’s own cited in answers that do not name it, or those of others cited in such answers, also or only', () => {
    expect(domainsInList('all')).toHaveLength(6);
    expect(domainsInList('citedNotNamed')).toEqual(['own-unnamed.example']);
    expect(domainsInList('withoutBrand')).toEqual([
      'rival.example',
      'rival-with-us.example',
      'third.example',
    ]);
    expect(domainsInList('neverNaming')).toEqual(['rival.example', 'third.example']);
  });

  it('can be narrowed to an owner and searched by domain and owner', () => {
    expect(domainsInList('all', { owner: 'third' })).toEqual([
      'third.example',
      'third-unknown.example',
    ]);
    expect(domainsInList('neverNaming', { owner: 'competitor' })).toEqual(['rival.example']);
    expect(domainsInList('all', { searchWords: ' BETA ' })).toEqual([
      'rival.example',
      'rival-with-us.example',
    ]);
    expect(domainsInList('all', { searchWords: 'us rival' })).toEqual(['rival-with-us.example']);
  });

  it.each(orders)('contain every domain once when sorted by %s, and can be reversed', (order) => {
    const { column, isDescending } = readDomainOrder(order) ?? {};
    const reversed = readDomainOrder(column ? orderAfter(readDomainOrder(order), column) : '');
    expect(reversed).toEqual({ column, isDescending: !isDescending });
    for (const list of lists) {
      const sorted = sortDomains(all, order, list);
      expect(namesOf(sorted).toSorted()).toEqual(namesOf(all).toSorted());
    }
  });

  it.each(['naming', '-naming', 'without', '-without'] as const)(
    'are in order when sorted by %s, with unknown figures last',
    (order) => {
      const isDescending = readDomainOrder(order)?.isDescending;
      for (const list of lists) {
        const sorted = sortDomains(all, order, list);
        expect(sorted.at(-1)?.domain).toBe('third-unknown.example');
        const figures = sorted
          .map((source) => (order.endsWith('naming') ? source.namingShare : countNotNaming(source)))
          .filter((figure) => figure !== null);
        const ascending = figures.toSorted((a, b) => a - b);
        expect(figures).toEqual(isDescending ? ascending.toReversed() : ascending);
      }
    },
  );

  it('start with our own domains when sorted by owner, and with third parties’ when reversed', () => {
    expect(namesOf(sortDomains(all, 'owner', 'all'))[0]).toBe('own-named.example');
    expect(sortDomains(all, '-owner', 'all')[0]?.kind).toBe('third');
  });

  it('sort numbers in the names of domains by value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200)), (numbers) => {
        const domains = numbers.map((n) => domain({ domain: `site${n}.example` }));
        const sorted = sortDomains(toSources(report(domains), us, null).domains, 'domain', 'all');
        expect(namesOf(sorted)).toEqual(
          numbers.toSorted((a, b) => a - b).map((n) => `site${n}.example`),
        );
      }),
    );
  });
});
