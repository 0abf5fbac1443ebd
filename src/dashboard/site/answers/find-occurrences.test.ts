import { describe, expect, it } from 'vitest';
import { createMentionFinder } from '../../../service/measure/mentions.ts';
import { findOccurrences } from './find-occurrences.ts';

const texts = [
  'Acmeland, MyAcme, Acme2, 2Acme, _Acme, Acme_ and acme',
  'Acme, (Acme) “Acme”: Acme’s Acme-Land Acme',
  'Acme\u20dd or Acme 🙂Acme',
  'アクメAcmeの靴 and 买Acme鞋',
  '',
];

describe('the occurrences of a name', () => {
  it.each(texts)('are those that the service finds in %j', (text) => {
    const [mention] = createMentionFinder([{ id: 'a', aliases: ['Acme'] }])(text);
    const expected = (mention?.ranges ?? []).map(([start, end]) => ({ start, end }));
    expect(findOccurrences(text, 'Acme')).toEqual(expected);
  });

  it('leave out parts of words', () => {
    expect(findOccurrences('Acmeland beats Acme.', 'Acme')).toEqual([{ start: 15, end: 19 }]);
  });

  it('do not overlap, and a blank name has none', () => {
    expect(findOccurrences('--- -', '--')).toEqual([{ start: 0, end: 2 }]);
    expect(findOccurrences('a b', ' ')).toEqual([]);
    expect(findOccurrences('a b', '')).toEqual([]);
  });
});
