import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMeasurer } from './measure.ts';

const { measure } = createMeasurer([
  { id: 'b', aliases: ['Fernway', 'Fernway Direct'] },
  { id: 'a', aliases: ['Kestrel Supply'] },
]);

/** Each mentioned brand with its sentiment on the 0–100 scale. */
function measureSentiments(text: string) {
  const { brandIds, sentiments: millionths } = measure(text);
  return Object.fromEntries(
    brandIds.map((id, index) => {
      const value = millionths[index];
      return [id, typeof value === 'number' ? value / 1_000_000 : value];
    }),
  );
}

// VADER's lexicon gives "great" 3.1 and "terrible" −2.1; its compound is s / √(s² + 15), to four decimals.
const great = 50 + 50 * 0.6249;
const terrible = 50 - 50 * 0.4767;

describe('the sentiment of a mention', () => {
  test('is 50 + 50 × the compound score of its sentence', () => {
    expect(measureSentiments('Fernway is great.')).toEqual({ b: great });
    expect(measureSentiments('Fernway is terrible.')).toEqual({ b: terrible });
    expect(measureSentiments('Fernway is a company in the north.')).toEqual({ b: 50 });
  });

  test('depends only on sentences with the brand', () => {
    expect(
      measureSentiments('Fernway is great. Kestrel Supply is terrible. The weather is awful!'),
    ).toEqual({ a: terrible, b: great });
  });

  test('is the mean of all sentences with the brand, each counted once', () => {
    expect(measureSentiments('Fernway is great, so Fernway it is. Fernway is terrible.')['b']).toBe(
      ((measureSentiments('Fernway is great, so Fernway it is.')['b'] ?? Number.NaN) + terrible) /
        2,
    );
  });

  test('is the same for two brands in one sentence', () => {
    const both = measureSentiments('Fernway and Kestrel Supply are great.');
    expect(both).toEqual({ a: great, b: great });
  });

  test('is measured for each line of a list separately', () => {
    expect(
      measureSentiments('The best shops are:\n- Fernway: great\n- Kestrel Supply: terrible'),
    ).toEqual({
      a: terrible,
      b: great,
    });
  });

  test('is the mean of both sentences that a name spans', () => {
    const { measure: measureYip } = createMeasurer([{ id: 'y', aliases: ['Yip! Japan'] }]);
    expect(measureYip('We shop at Yip! Japan is great.').sentiments).toEqual([
      ((50 + great) / 2) * 1_000_000,
    ]);
  });

  test.each([
    ['German', 'Fernway ist ein sehr guter Anbieter für Zelte und Rucksäcke.'],
    ['Spanish', 'Fernway es una muy buena opción para familias con niños.'],
    ['French', 'Je recommande Fernway pour la randonnée en famille.'],
    ['Polish', 'Fernway to bardzo dobry wybór dla początkujących turystów.'],
    ['Russian', 'Магазин Fernway отлично подходит для начинающих туристов.'],
    ['Arabic', 'يعتبر متجر Fernway خيارا ممتازا للمبتدئين'],
    ['Japanese', '初心者にはFernwayが最適です。'],
    ['Korean', '초보자에게는 Fernway가 가장 좋습니다.'],
    ['Chinese', '对于初学者来说，Fernway是最好的选择。'],
    ['Thai', 'ร้านFernwayเป็นตัวเลือกที่ดีที่สุด'],
  ])('is null for text in %s', (_, text) => {
    expect(measureSentiments(text)).toEqual({ b: null });
  });

  test.each([
    'Fernway',
    'I love Fernway.',
    'Yes, Fernway.',
    'Fernway fails.',
    '1. Kestrel Supply\n2. Fernway',
    '12345 Fernway 67890',
  ])('is measured for short English text and for text in no language: %s', (text) => {
    expect(measureSentiments(text)['b']).toBeTypeOf('number');
  });

  test('depends only on the words around the brand in a megabyte of text without a full stop', () => {
    const text = `${'it was terrible and '.repeat(50_000)}${'plain '.repeat(300)}Fernway ${'plain '.repeat(300)}`;
    expect(measureSentiments(text)).toEqual({ b: 50 });
  });

  test('is measured next to a word with a hundred thousand capital letters', () => {
    expect(measureSentiments(`Fernway is great ${'A'.repeat(100_000)}a.`)['b']).toBeGreaterThan(50);
  });
});

test('a text without brands has no mentions', () => {
  expect(measure('')).toEqual({ brandIds: [], sentiments: [], places: [] });
  expect(measure('Nobody is great.')).toEqual({ brandIds: [], sentiments: [], places: [] });
});

test('a decomposed text is measured like its composed form', () => {
  const { measure: measureCafe } = createMeasurer([{ id: 'c', aliases: ['Café Lumo'] }]);
  expect(measureCafe('I love it. Cafe\u0301 Lumo is terrible.')).toEqual({
    brandIds: ['c'],
    sentiments: [terrible * 1_000_000],
    places: [1],
  });
});

test('for any text, brand IDs ascend, and sentiments are null or whole millionths on the 0–100 scale', () => {
  const word = fc.constantFrom(
    'Fernway',
    'Kestrel Supply',
    'great',
    'bad!',
    'is.',
    'but',
    '\n',
    '?',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string())), (words) => {
      const { brandIds, sentiments: values } = measure(words.join(' '));
      expect(brandIds).toEqual([...new Set(brandIds)].toSorted());
      expect(values).toHaveLength(brandIds.length);
      for (const value of values) {
        if (value === null) continue;
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100_000_000);
      }
    }),
  );
});

describe('places', () => {
  const brands = [
    { id: 'a', aliases: ['Apple'] },
    { id: 'b', aliases: ['Beta', 'Bee'] },
    { id: 'm', aliases: ['Apple Music'] },
    { id: 'z', aliases: ['Zeta'] },
  ];

  test('follow the order in which brands are first named, whichever alias names them', () => {
    const { brandIds, places } = createMeasurer(brands).measure('Zeta, Bee, Zeta, Apple, Beta');
    expect(brandIds).toEqual(['a', 'b', 'z']);
    expect(places).toEqual([3, 2, 1]);
  });

  test('are shared by brands that are first named at the same position', () => {
    expect(createMeasurer(brands).measure('Apple Music or Beta').places).toEqual([1, 3, 1]);
  });

  test('of given brands count only these, and are 0 for brands that the text does not name', () => {
    const { findPlaces } = createMeasurer(brands);
    expect(findPlaces('Zeta, Beta and Apple', ['a', 'b', 'm'])).toEqual([2, 1, 0]);
    expect(findPlaces('', ['a'])).toEqual([0]);
  });
});

describe('names that no reader sees', () => {
  const { measure, findPlaces } = createMeasurer([
    { id: 'l', aliases: ['Linden'] },
    { id: 'o', aliases: ['Oakwell'] },
  ]);

  test.each([
    'Linden is best ([a.example](https://a.example/Oakwell-vs-Linden?utm_source=openai)).',
    'Linden is best.[1]\n\n[1]: https://a.example/Oakwell',
    'Linden is best. <!-- Oakwell -->',
    'Linden is best, as <a href="https://a.example/Oakwell">tests</a> show.',
    'Linden is best, as [tests](https://a.example "Oakwell") show.',
  ])('are no mentions: %s', (text) => expect(measure(text).brandIds).toEqual(['l']));

  test('have no place before those in words', () => {
    const text = '[Tests](https://a.example/Oakwell) name Linden and Oakwell.';
    expect(measure(text).places).toEqual([1, 2]);
    expect(findPlaces(text, ['l', 'o'])).toEqual([1, 2]);
  });

  test('have no sentiment', () => {
    const hidden = '<!-- Oakwell is awful, terrible and bad. --> Oakwell is a shop. Linden is too.';
    expect(measure(hidden).sentiments).toEqual([50_000_000, 50_000_000]);
  });
});
