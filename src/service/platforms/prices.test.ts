import { expect, it } from 'vitest';
import { costOf, estimateCost } from './prices.ts';

const usage = {
  ...{ inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 },
  ...{ outputTokens: 0, searches: 0 },
};

it('a cost is rounded up to a whole millionth of a dollar', () => {
  // 2.5 millionths.
  expect(costOf('perplexity_sonar_pro', ['perplexity/sonar'], usage)).toBe(3);
});

it.each(['claude-sonnet-5-5', 'claude-sonnet-5-5-20260928', 'claude-sonnet-5-5-2026-09-28'])(
  '%s has the price of the model without a date',
  (model) => {
    expect(costOf('claude_api', [model], usage)).toBe(20);
  },
);

it('the price of the model that answered counts before that of the model asked for', () => {
  expect(costOf('claude_api', ['claude-haiku-5-5', 'claude-sonnet-5-5'], usage)).toBe(1);
  expect(costOf('claude_api', [null, 'claude-sonnet-5-5'], usage)).toBe(20);
});

it('a model of another platform has no price', () => {
  expect(costOf('chatgpt_api', ['claude-sonnet-5-5', null], usage)).toBeNull();
  expect(estimateCost('chatgpt_api', 'claude-sonnet-5-5')).toBeNull();
  expect(estimateCost('chatgpt_app', 'gpt-6.1-terra')).toBeNull();
});

it('more tokens in a cache than tokens do not lower a cost', () => {
  const odd = { ...usage, cacheReadTokens: 100 };
  expect(costOf('claude_api', ['claude-sonnet-5-5'], odd)).toBe(20);
});

it('an estimate is that of the most searches and output that platforms are told', () => {
  // 60,000 at $1 and 16,000 at $5 a million; 8 at $10 a thousand.
  expect(estimateCost('chatgpt_api', 'gpt-6.1-terra')).toBe(60_000 + 80_000 + 80_000);
});
