import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeTester } from './changed-names.ts';
import { createMeasurer } from './measure.ts';

const acme = { id: 'a', aliases: ['Acme'] };
const bolt = { id: 'b', aliases: ['Bolt', 'Bolt Tools'] };

describe('a change of brands affects a text', () => {
  it.each([
    ['a new brand', [acme], [acme, bolt], 'Bolt is fine.'],
    ['a removed brand', [acme, bolt], [acme], 'Bolt Tools are fine.'],
    ['a new alias', [acme], [{ ...acme, aliases: ['Acme', 'Acme Inc'] }], 'Ask Acme Inc.'],
    ['a removed alias', [bolt], [{ ...bolt, aliases: ['Bolt Tools'] }], 'A Bolt.'],
    ['an alias in other case', [acme], [{ ...acme, aliases: ['ACME'] }], 'Acme is fine.'],
  ])('that has the name of %s', (_, before, after, text) => {
    expect(createChangeTester(before, after)(text)).toBe(true);
  });

  it.each([
    ['only names that stay', [acme], [acme, bolt], 'Acme is fine.'],
    ['the new name only within a word', [acme], [acme, bolt], 'Acme is Boltless.'],
    ['no name', [acme], [bolt], 'Nobody is fine.'],
    [
      'a brand whose aliases are in another order',
      [bolt],
      [{ ...bolt, aliases: ['Bolt Tools', 'Bolt'] }],
      'Bolt',
    ],
  ])('but not one that has %s', (_, before, after, text) => {
    expect(createChangeTester(before, after)(text)).toBe(false);
  });
});

/** Names within, across and beside each other, joined, in other case, and from characters that are folded. */
const names = [
  'Acme',
  'acme',
  'ACME',
  'Acme Tools',
  'Tools',
  'Tools Acme',
  'AcmeTools',
  'Help Scout',
  'Scout',
  'e',
  'A',
  'AT&T',
  'T-Ø',
  'Café Lumo',
  'Lumo!',
  '谷歌',
  'ﬁn',
  ' ',
];
const brandList = fc
  .array(fc.subarray(names, { maxLength: 3 }), { maxLength: 5 })
  .map((lists) => lists.map((aliases, index) => ({ id: `b${index}`, aliases })));
const text = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...names, 'HelpScout', 'AT&amp;T', 'Cafe\u0301 Lumo', 'fin', 'AcmeAcme'),
        fc.constantFrom('is great.', 'is terrible!', 'und das ist sehr gut für alle', 'the', 'but'),
        fc.string({ maxLength: 3, unit: 'binary' }),
      ),
      fc.constantFrom(' ', ' ', ' ', '', '\n', '\n\n', '-', '. ', '\u00a0'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.flat().join(''));

it('a text that a change does not affect is measured the same under both lists of brands', () => {
  let unaffectedMentions = 0;
  fc.assert(
    fc.property(brandList, brandList, fc.boolean(), text, (before, other, isAddition, sample) => {
      const added = other.map(({ aliases }, index) => ({ id: `c${index}`, aliases }));
      const after = isAddition ? [...before, ...added] : other;
      if (createChangeTester(before, after)(sample)) return;
      const measured = createMeasurer(after).measure(sample);
      unaffectedMentions += measured.brandIds.length;
      expect(measured).toEqual(createMeasurer(before).measure(sample));
    }),
    { numRuns: 1_500 },
  );
  expect(unaffectedMentions).toBeGreaterThan(20);
});
