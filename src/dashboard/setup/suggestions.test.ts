import { describe, expect, it } from 'vitest';
import { createBrand } from './draft.ts';
import { suggestSpellings, toDomain } from './suggestions.ts';

describe('the domain of what a person typed', () => {
  it.each([
    ['https://www.alderpike.com/about?x=1', 'alderpike.com'],
    ['AlderPike.com', 'alderpike.com'],
    [' shop.alderpike.co.uk ', 'shop.alderpike.co.uk'],
    ['http://bücher.example', 'xn--bcher-kva.example'],
  ])('%j is %s', (typed, domain) => {
    expect(toDomain(typed)).toBe(domain);
  });

  it.each(['', 'alderpike', 'Alder & Pike', 'https://', 'a b.com'])('%j has none', (typed) => {
    expect(toDomain(typed)).toBeNull();
  });
});

describe('the suggested spellings', () => {
  it.each([
    ['Alder & Pike', ['alderpike.com'], ['Alder and Pike', 'Alder&Pike', 'Alderpike']],
    ['Alder and Pike', [], ['Alder & Pike']],
    ['A&P', [], ['A & P', 'A and P']],
    ['Northwind', ['northwind.example', 'shop.north-wind.co.uk'], ['North-wind']],
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
