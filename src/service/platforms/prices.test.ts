import { describe, expect, it } from 'vitest';
import { costOf, estimateCost, parsePrice } from './prices.ts';

const usage = {
  ...{ inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, longCacheWriteTokens: 0 },
  ...{ outputTokens: 0, searches: 0 },
};
const today = { day: '2026-11-29', own: null };

it('a cost is rounded up to a whole millionth of a dollar', () => {
  // 2.5 millionths.
  expect(costOf('perplexity_sonar_pro', ['perplexity/sonar'], usage, today)).toBe(3);
});

it.each(['claude-sonnet-5-5', 'claude-sonnet-5-5-20260928', 'claude-sonnet-5-5-2026-09-28'])(
  '%s has the price of the model without a date',
  (model) => {
    expect(costOf('claude_api', [model], usage, today)).toBe(20);
  },
);

it('the price of the model that answered counts before that of the model asked for', () => {
  const models = ['claude-haiku-5-5', 'claude-sonnet-5-5'];
  expect(costOf('claude_api', models, usage, today)).toBe(1);
  expect(costOf('claude_api', [null, 'claude-sonnet-5-5'], usage, today)).toBe(20);
});

it('a model of another platform has no price', () => {
  expect(costOf('chatgpt_api', ['claude-sonnet-5-5', null], usage, today)).toBeNull();
  expect(estimateCost('chatgpt_api', 'claude-sonnet-5-5', today)).toBeNull();
  expect(estimateCost('chatgpt_app', 'gpt-6.1-terra', today)).toBeNull();
});

it('more tokens in a cache than tokens do not lower a cost', () => {
  const odd = { ...usage, cacheReadTokens: 100 };
  expect(costOf('claude_api', ['claude-sonnet-5-5'], odd, today)).toBe(10);
});

it('an estimate is that of the most searches and output that platforms are told', () => {
  // 60,000 at $1 and 16,000 at $5 a million; 8 at $10 a thousand.
  expect(estimateCost('chatgpt_api', 'gpt-6.1-terra', today)).toBe(60_000 + 80_000 + 80_000);
});

it('an estimate of Claude covers a turn of ten searches that was seen to read 401,468 tokens', () => {
  const seen = { ...usage, inputTokens: 401_468, outputTokens: 0, searches: 0 };
  for (const model of ['claude-sonnet-5-5', 'claude-haiku-5-5'])
    expect(estimateCost('claude_api', model, today)).toBeGreaterThan(
      costOf('claude_api', [model], seen, today) ?? Number.POSITIVE_INFINITY,
    );
});

it('Gemini costs half until the end of 2026, by the day in UTC on which it is asked', () => {
  const used = { ...usage, inputTokens: 1_000, outputTokens: 100 };
  const cost = (day: string) =>
    costOf('gemini_api', ['gemini-3.8-flash'], used, { day, own: null });
  expect(cost('2026-12-31')).toBe(750 + 375);
  expect(cost('2027-01-01')).toBe(1_500 + 750);
});

it.each([
  ['chatgpt_api', 'gpt-6.1-terra', 272_000, 272_000 + 5_000, 544_002 + 7_500],
  ['claude_api', 'claude-haiku-5-5', 100_000, 10_000 + 500, 50_001 + 2_500],
] as const)(
  'a question on %s costs more if it reads more than usual',
  (platform, model, above, usual, long) => {
    const cost = (inputTokens: number) =>
      costOf(platform, [model], { ...usage, inputTokens, outputTokens: 1_000 }, today);
    expect([cost(above), cost(above + 1)]).toEqual([usual, long]);
  },
);

describe('the price that a setting gives a model', () => {
  it('has input and output, and else what other models cost', () => {
    expect(parsePrice('chatgpt_api', '1.5/6')).toEqual({
      ...{ input: 1.5, output: 6, cacheRead: 1.5, cacheWrite: 1.875, longCacheWrite: 3.75 },
      searches: 10,
    });
  });

  it('may name input from a cache and searches', () => {
    expect(parsePrice('gemini_api', '0/6/0.15/0')).toMatchObject({ cacheRead: 0.15, searches: 0 });
  });

  it.each(['', '1', '1/', '1/2/3/4/5', '-1/2', '1/x', '$1/$2', '1e3/2'])('is not %s', (text) => {
    expect(parsePrice('chatgpt_api', text)).toBeNull();
  });

  it('counts before list prices, whatever model answered', () => {
    const own = parsePrice('chatgpt_api', '3/6');
    expect(costOf('chatgpt_api', ['gpt-6.1-terra'], usage, { ...today, own })).toBe(30);
  });
});
