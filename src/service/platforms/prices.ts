import type { PlatformId } from '../../contract/enums.ts';
import { maxOutputTokens, maxSearches } from './cost-limits.ts';
import type { PlatformUsage } from './platform.ts';

/** The list prices of a model: US dollars for a million tokens, and for a thousand searches. */
interface ModelPrice {
  platform: PlatformId;
  /** As the platform names it; dated versions of it (`-2026-10-26`, `-20261026`) cost the same. */
  model: string;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** Includes reasoning. */
  output: number;
  searches: number;
  /** The day on which the price was quoted from its source. */
  quotedOn: string;
  source: string;
}

const openAiPrices = 'https://developers.openai.com/api/docs/pricing';
const anthropicPrices = 'https://platform.claude.com/docs/en/about-claude/pricing';
const geminiPrices = 'https://ai.google.dev/gemini-api/docs/pricing';
const perplexityPrices = 'https://docs.perplexity.ai/docs/agent-api/models';

/**
 * The figures are those that others quote from the vendors' pages, looked up on 28 November 2026, since these pages could
 * not be read from where this was written (except Perplexity's price of a search). Where quotations differ, or a price
 * will change, the table has the higher one. Discounts for batches and free allowances are left out, and so are the
 * surcharges for inputs of more than 200,000 tokens (Claude Haiku 5.5: 100,000), which a few searches do not reach.
 */
const prices: readonly ModelPrice[] = [
  // Search: $10 per 1,000 calls for all models, quoted in 2025 and not contradicted since.
  {
    platform: 'chatgpt_api',
    model: 'gpt-6.1-sol',
    input: 2,
    cacheRead: 0.1,
    cacheWrite: 2.5,
    output: 10,
    searches: 10,
    quotedOn: '2026-09-29',
    source: openAiPrices,
  },
  // Caches for up to 12 hours cost $2.50 to write; they must be asked for.
  {
    platform: 'chatgpt_api',
    model: 'gpt-6.1-terra',
    input: 1,
    cacheRead: 0.05,
    cacheWrite: 1.25,
    output: 5,
    searches: 10,
    quotedOn: '2026-10-26',
    source: openAiPrices,
  },
  {
    platform: 'chatgpt_api',
    model: 'gpt-6-luna',
    input: 0.1,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    output: 0.5,
    searches: 10,
    quotedOn: '2026-09-22',
    source: openAiPrices,
  },
  // Writing to a cache is not quoted for this model: 1.25 times the input, as for the others.
  {
    platform: 'chatgpt_api',
    model: 'gpt-5.6-terra',
    input: 2,
    cacheRead: 0.2,
    cacheWrite: 2.5,
    output: 12,
    searches: 10,
    quotedOn: '2026-08-01',
    source: openAiPrices,
  },
  // Reading from a cache became cheaper in October 2026 ($0.10) according to one source only.
  {
    platform: 'claude_api',
    model: 'claude-sonnet-5-5',
    input: 2,
    cacheRead: 0.2,
    cacheWrite: 4,
    output: 10,
    searches: 10,
    quotedOn: '2026-10-16',
    source: anthropicPrices,
  },
  {
    platform: 'claude_api',
    model: 'claude-sonnet-5',
    input: 2,
    cacheRead: 0.2,
    cacheWrite: 4,
    output: 10,
    searches: 10,
    quotedOn: '2026-10-16',
    source: anthropicPrices,
  },
  {
    platform: 'claude_api',
    model: 'claude-haiku-5-5',
    input: 0.1,
    cacheRead: 0.01,
    cacheWrite: 0.2,
    output: 0.5,
    searches: 10,
    quotedOn: '2026-10-16',
    source: anthropicPrices,
  },
  // Half of this until 31 December 2026. Reading from a cache is not quoted: as input.
  {
    platform: 'gemini_api',
    model: 'gemini-3.8-flash',
    input: 1.5,
    cacheRead: 1.5,
    cacheWrite: 1.5,
    output: 7.5,
    searches: 14,
    quotedOn: '2026-10-07',
    source: geminiPrices,
  },
  {
    platform: 'gemini_api',
    model: 'gemini-3.5-flash',
    input: 1.5,
    cacheRead: 1.5,
    cacheWrite: 1.5,
    output: 9,
    searches: 14,
    quotedOn: '2026-09-20',
    source: geminiPrices,
  },
  // Used for estimates, and where a response does not say what it cost.
  {
    platform: 'perplexity_sonar_pro',
    model: 'perplexity/sonar',
    input: 0.25,
    cacheRead: 0.0625,
    cacheWrite: 0.25,
    output: 2.5,
    searches: 5,
    quotedOn: '2026-07-04',
    source: perplexityPrices,
  },
];

/**
 * What a question uses when it takes long: as much output and as many searches as platforms may be told to keep to, and
 * what is read of that many results. How much is read cannot be limited.
 */
const longQuestion: PlatformUsage = {
  inputTokens: 60_000,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: maxOutputTokens,
  searches: maxSearches,
};

const dateSuffix = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

const findPrice = (platform: PlatformId, model: string): ModelPrice | undefined => {
  const name = model.replace(dateSuffix, '');
  return prices.find((price) => price.platform === platform && price.model === name);
};

/** Thousandths of a millionth of a dollar, so that sums are exact: for one token, and a million times that for searches. */
const toNanos = (dollars: number): number => Math.round(dollars * 1_000);

/**
 * What a question cost at list prices, in millionths of a US dollar, rounded up. Null if no model has a price.
 * @param models the model that answered, then the one that was asked for; the first one with a price counts
 */
export function costOf(
  platform: PlatformId,
  models: readonly (string | null)[],
  usage: PlatformUsage,
): number | null {
  const price = models
    .map((model) => model !== null && findPrice(platform, model))
    .find((row) => row);
  if (!price) return null;
  const { cacheReadTokens, cacheWriteTokens } = usage;
  const plainTokens = Math.max(0, usage.inputTokens - cacheReadTokens - cacheWriteTokens);
  const nanos =
    plainTokens * toNanos(price.input) +
    cacheReadTokens * toNanos(price.cacheRead) +
    cacheWriteTokens * toNanos(price.cacheWrite) +
    usage.outputTokens * toNanos(price.output) +
    usage.searches * toNanos(price.searches) * 1_000;
  return Math.ceil(nanos / 1_000);
}

/**
 * What a question may cost when it takes long, in millionths of a US dollar. Null for a model without a price: nothing
 * can be reserved for it.
 * @param model the model asked for
 */
export const estimateCost = (platform: PlatformId, model: string): number | null =>
  costOf(platform, [model], longQuestion);
