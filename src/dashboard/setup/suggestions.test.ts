import { describe, expect, it } from 'vitest';
import { createBrand } from './draft.ts';
import { suggestSpellings, toDomain, toWebsiteDomain } from './suggestions.ts';

describe('the domain of what a person typed', () => {
  it.each([
    ['https://www.alderpike.com/about?x=1', 'alderpike.com'],
    ['alderpike.com/tents/', 'alderpike.com/tents'],
    ['https://me:secret@www.alderpike.com:8080/', 'alderpike.com'],
    ['AlderPike.com', 'alderpike.com'],
    [' shop.alderpike.co.uk ', 'shop.alderpike.co.uk'],
    ['http://Bücher.example', 'bücher.example'],
    ['müller。de', 'müller.de'],
    ['xn--mller-kva.de', 'xn--mller-kva.de'],
    ['ａｌｄｅｒｐｉｋｅ.com', 'alderpike.com'],
    ['127.1', '127.0.0.1'],
    ['https://github.com/acme/', 'github.com/acme'],
    ['medium.com/@acme', 'medium.com/@acme'],
  ])('%j is %s', (typed, domain) => {
    expect(toDomain(typed)).toBe(domain);
  });

  it.each([
    '',
    'alderpike',
    'Alder & Pike',
    'https://',
    'a b.com',
    '*.alderpike.com',
    'https://facebook.com/profile.php?id=1',
    'alderpike.com/about?x=1',
  ])('%j has none', (typed) => {
    expect(toDomain(typed)).toBeNull();
  });
});

describe('the domain that a website suggests', () => {
  it.each([
    ['https://www.alderpike.com/about?x=1', 'alderpike.com'],
    ['https://müller.de/', 'müller.de'],
    ['https://alderpike.myshopify.com/shop', 'alderpike.myshopify.com'],
    ['https://www.facebook.com/AlderPike/', 'facebook.com/AlderPike'],
    ['https://de.linkedin.com/company/acme', 'de.linkedin.com/company/acme'],
    ['https://github.com', null],
    ['https://m.facebook.com/profile.php?id=1', null],
    ['https://medium.com/', null],
    ['alderpike', null],
  ])('%s is %s', (url, domain) => {
    expect(toWebsiteDomain(url)).toBe(domain);
  });
});

describe('the suggested spellings', () => {
  it.each([
    ['Alder & Pike', ['alderpike.com'], ['Alder and Pike', 'Alder&Pike', 'Alderpike']],
    ['Alder and Pike', [], ['Alder & Pike']],
    ['A&P', [], ['A & P', 'A and P']],
    ['Northwind', ['northwind.example', 'shop.north-wind.co.uk'], ['North-wind']],
    ['M', ['müller.de', 'github.com/acme', 'facebook.com'], ['Müller']],
    ['', ['alderpike.com'], []],
  ])('of %j with the domains %j are %j', (name, domains, suggested) => {
    expect(suggestSpellings(createBrand({ name, domains }), []).suggestions).toEqual(suggested);
  });

  it('leave out the spellings that the brand has, whatever their case', () => {
    const aliases = ['alder AND pike', 'Alder&Pike'];
    const brand = createBrand({ name: 'Alder & Pike', aliases });
    expect(suggestSpellings(brand, []).suggestions).toEqual([]);
  });

  it('include near misses that differ from the name or a spelling only in case', () => {
    const brand = createBrand({ name: 'Semgrove', aliases: ['Sem grove'] });
    const spellings = ['semgrove', 'Semgrove', 'sem grove', 'Sem grove'];
    const { nearMisses } = suggestSpellings(
      brand,
      spellings.map((spelling) => ({ spelling })),
    );
    expect(nearMisses).toEqual([{ spelling: 'semgrove' }, { spelling: 'sem grove' }]);
  });

  it('are each suggested once, whether answers contain them or not', () => {
    const brand = createBrand({ name: 'Alder & Pike', domains: ['alderpike.com'] });
    const nearMisses = ['ALDERPIKE', 'alder & pike', 'Alderpike'].map((spelling) => ({ spelling }));
    expect(suggestSpellings(brand, nearMisses)).toEqual({
      nearMisses,
      suggestions: ['Alder and Pike', 'Alder&Pike'],
    });
  });
});
