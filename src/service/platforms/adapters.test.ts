import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { platforms } from '../../contract/enums.ts';
import { protocols } from '../sample/platform-protocols.ts';
import { adapterOf, adapters } from './adapters.ts';
import type { Question, QuestionSettings } from './platform.ts';
import { estimateCost } from './prices.ts';

const pricing = { day: '2026-11-29', own: null };
const cases = adapters.map((adapter) => [adapter.vendor, adapter] as const);

it('every platform with an API has one adapter, and no other platform has one', () => {
  const asked = adapters.flatMap(({ platforms: ids }) => ids);
  expect([...asked].sort()).toEqual(
    platforms
      .filter(({ method }) => method === 'api')
      .map(({ id }) => id)
      .sort(),
  );
  expect(adapterOf('chatgpt_app')).toBeUndefined();
});

it('only Gemini is off by default', () => {
  expect(adapters.filter(({ isOffByDefault }) => isOffByDefault)).toEqual([
    adapterOf('gemini_api'),
  ]);
});

describe.each(cases)('the adapter for %s', (_, adapter) => {
  const [platform] = adapter.platforms;
  if (platform === undefined) throw new Error('An adapter without a platform.');
  const settings: QuestionSettings = { model: adapter.defaultModel };
  const question: Question = { text: 'Which?', region: 'ZZ', platform };
  const request = adapter.toRequest(question, settings);

  it('has a price for its default model', () => {
    expect(estimateCost(platform, adapter.defaultModel, pricing)).toBeGreaterThan(0);
  });

  it('never writes the region into the question', () => {
    const regions = ['DE', 'US:California'].filter(adapter.canAskFrom);
    for (const region of regions) {
      const { body } = adapter.toRequest({ ...question, region }, settings);
      expect(protocols[platform]?.readQuestion(body)).toMatchObject({ text: 'Which?', region });
    }
  });

  it('sends no question without its location', () => {
    const regions = ['EU', 'SU', 'US:California', 'DE'].filter((code) => !adapter.canAskFrom(code));
    expect(regions).toContain('EU');
    for (const region of regions)
      expect(() => adapter.toRequest({ ...question, region }, settings)).toThrow(RangeError);
  });

  it.each([
    ['no tokens of input', 0, 5],
    ['no tokens of output', 10, 0],
    ['less than no tokens', 10, -1],
    ['parts of a token', 10, 1.5],
    ['more tokens than possible', 10, 1e9],
  ])('knows no cost of an answer with %s', (_, inputTokens, outputTokens) => {
    const write = (input: number, output: number) =>
      protocols[platform]?.writeAnswer({
        ...{ model: adapter.defaultModel, text: 'Text', queries: [], citations: [], retrieved: [] },
        usage: {
          ...{
            inputTokens: input,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            longCacheWriteTokens: 0,
          },
          ...{ outputTokens: output, searches: 0 },
        },
      });
    const read = (body: unknown) => adapter.readResponses([body], request, pricing);
    expect(read(write(10, 5))).toMatchObject({ kind: 'answer', cost: expect.any(Number) });
    expect(read(write(inputTokens, outputTokens))).toMatchObject({ kind: 'answer', cost: null });
  });

  it('has no controls in the model and in titles', () => {
    const page = { url: 'https://a.example/', title: 'Page\0\u202eA' };
    const body = protocols[platform]?.writeAnswer({
      ...{ model: 'model\u2066-1', text: 'Text', queries: ['query'] },
      ...{ citations: [page], retrieved: [page] },
      usage: {
        ...{ inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, longCacheWriteTokens: 0 },
        ...{ outputTokens: 5, searches: 1 },
      },
    });
    expect(adapter.readResponses([body], request, pricing)).toMatchObject({
      model: 'model -1',
      citations: [{ title: 'Page A' }],
    });
  });

  it('reads any JSON without an exception', () => {
    // Names and values that the protocols know, so that random bodies get far.
    const known = JSON.stringify(
      protocols[platform]?.writeAnswer({
        model: adapter.defaultModel,
        text: 'Text [1]',
        queries: ['query'],
        citations: [{ url: 'https://a.example/', title: 'a.example' }],
        retrieved: [{ url: 'https://a.example/', title: null }],
        usage: {
          ...{ inputTokens: 10, cacheReadTokens: 1, cacheWriteTokens: 1, longCacheWriteTokens: 1 },
          ...{ outputTokens: 5, searches: 1 },
        },
      }),
    );
    const places = [...known.matchAll(/"[^"]*"|\d+|true|false|null|\[\]|\{\}/g)];
    const spoilt = fc
      .tuple(
        fc.array(fc.tuple(fc.nat(places.length - 1), fc.json({ maxDepth: 2 })), { maxLength: 4 }),
      )
      .map(([changes]) => {
        let text = known;
        for (const [index, value] of changes.sort((one, other) => other[0] - one[0])) {
          const place = places[index];
          const isName = place !== undefined && known[place.index + place[0].length] === ':';
          if (place === undefined) continue;
          const written = isName ? JSON.stringify(value) : value;
          text = text.slice(0, place.index) + written + text.slice(place.index + place[0].length);
        }
        try {
          return JSON.parse(text) as unknown;
        } catch {
          return text;
        }
      });
    const bodies = fc.array(fc.oneof(spoilt, fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(bodies, (responses) => {
        const reading = adapter.readResponses(responses, request, pricing);
        if (reading.kind === 'continue') return;
        expect(reading.cost === null || Number.isSafeInteger(reading.cost)).toBe(true);
        if (reading.kind === 'failed') return;
        const texts = [
          reading.text,
          ...reading.queries,
          ...reading.retrieved.map(({ url }) => url),
        ];
        expect(texts.every((text) => text.isWellFormed())).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
