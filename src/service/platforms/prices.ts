import type { PlatformId } from '../../contract/enums.ts';
import { maxOutputTokens, maxSearches } from './cost-limits.ts';
import type { ModelPrice, PlatformUsage, Pricing } from './platform.ts';

/** The list price of a model. */
interface ListPrice extends ModelPrice {
  platform: PlatformId;
  /** As the platform names it; dated versions of it (`-2026-10-26`, `-20261026`) cost the same. */
  model: string;
  /** The first and the last day in UTC, YYYY-MM-DD, on which it holds; without them, it always does. */
  from?: string;
  to?: string;
  /** The day on which the price was quoted from its source. */
  quotedOn: string;
  source: string;
}

const openAiPrices = 'https://developers.openai.com/api/docs/pricing';
const anthropicPrices = 'https://platform.claude.com/docs/en/about-claude/pricing';
const geminiPrices = 'https://ai.google.dev/gemini-api/docs/pricing';
const perplexityPrices = 'https://docs.perplexity.ai/docs/agent-api/models';

/** Quoted for GPT-6.1 Terra, and for the families GPT-5.6 and GPT-6.2. */
const openAiLongPrompt = { above: 272_000, input: 2, output: 1.5 };

/**
 * The figures are those that others quote from the vendors' pages, looked up on 29 November 2026, since these pages could
 * not be read from where this was written (except Perplexity's price of a search). Where quotations differ, the table has
 * the higher one. Discounts for batches and free allowances are left out.
 */
const prices: readonly ListPrice[] = [
  // Search: $10 per 1,000 calls for all models, quoted in 2025 and not contradicted since.
  {
    platform: 'chatgpt_api',
    model: 'gpt-6.1-sol',
    input: 2,
    cacheRead: 0.1,
    cacheWrite: 2.5,
    longCacheWrite: 5,
    output: 10,
    searches: 10,
    longPrompt: openAiLongPrompt,
    quotedOn: '2026-09-29',
    source: openAiPrices,
  },
  // The longer cache is quoted for this model only; the others have the same multiple of the input.
  {
    platform: 'chatgpt_api',
    model: 'gpt-6.1-terra',
    input: 1,
    cacheRead: 0.05,
    cacheWrite: 1.25,
    longCacheWrite: 2.5,
    output: 5,
    searches: 10,
    longPrompt: openAiLongPrompt,
    quotedOn: '2026-10-26',
    source: openAiPrices,
  },
  {
    platform: 'chatgpt_api',
    model: 'gpt-6-luna',
    input: 0.1,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    longCacheWrite: 0.25,
    output: 0.5,
    searches: 10,
    longPrompt: openAiLongPrompt,
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
    longCacheWrite: 5,
    output: 12,
    searches: 10,
    longPrompt: openAiLongPrompt,
    quotedOn: '2026-08-01',
    source: openAiPrices,
  },
  // Reading from a cache became cheaper on 7 October 2026 (it was $0.20).
  {
    platform: 'claude_api',
    model: 'claude-sonnet-5-5',
    input: 2,
    cacheRead: 0.1,
    cacheWrite: 2.5,
    longCacheWrite: 4,
    output: 10,
    searches: 10,
    quotedOn: '2026-10-24',
    source: anthropicPrices,
  },
  {
    platform: 'claude_api',
    model: 'claude-sonnet-5',
    input: 2,
    cacheRead: 0.2,
    cacheWrite: 2.5,
    longCacheWrite: 4,
    output: 10,
    searches: 10,
    quotedOn: '2026-10-24',
    source: anthropicPrices,
  },
  {
    platform: 'claude_api',
    model: 'claude-haiku-5-5',
    input: 0.1,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    longCacheWrite: 0.2,
    output: 0.5,
    searches: 10,
    longPrompt: { above: 100_000, input: 5, output: 5 },
    quotedOn: '2026-10-24',
    source: anthropicPrices,
  },
  // Writing to a cache has no price of its own with Google.
  {
    platform: 'gemini_api',
    model: 'gemini-3.8-flash',
    input: 0.75,
    cacheRead: 0.075,
    cacheWrite: 0.75,
    longCacheWrite: 0.75,
    output: 3.75,
    searches: 14,
    to: '2026-12-31',
    quotedOn: '2026-10-07',
    source: geminiPrices,
  },
  // Reading from a cache is not quoted for 2027: doubled, as everything else is.
  {
    platform: 'gemini_api',
    model: 'gemini-3.8-flash',
    input: 1.5,
    cacheRead: 0.15,
    cacheWrite: 1.5,
    longCacheWrite: 1.5,
    output: 7.5,
    searches: 14,
    from: '2027-01-01',
    quotedOn: '2026-10-07',
    source: geminiPrices,
  },
  // Reading from a cache is not quoted: as input.
  {
    platform: 'gemini_api',
    model: 'gemini-3.5-flash',
    input: 1.5,
    cacheRead: 1.5,
    cacheWrite: 1.5,
    longCacheWrite: 1.5,
    output: 9,
    searches: 14,
    quotedOn: '2026-09-20',
    source: geminiPrices,
  },
  // Used for estimates, and where a response does not say what it cost. A search is also quoted at $2.50.
  {
    platform: 'perplexity_sonar_pro',
    model: 'perplexity/sonar',
    input: 0.25,
    cacheRead: 0.0625,
    cacheWrite: 0.25,
    longCacheWrite: 0.25,
    output: 2.5,
    searches: 5,
    quotedOn: '2026-07-04',
    source: perplexityPrices,
  },
];

/**
 * What is read of the results of long searches, in tokens: how much that is cannot be limited. A turn of ten searches of
 * Claude's was seen to read 401,468.
 */
const readTokens = (platform: PlatformId): number => (platform === 'claude_api' ? 402_000 : 60_000);

const dateSuffix = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

function listPricesOf(platform: PlatformId, model: string): ListPrice[] {
  const name = model.replace(dateSuffix, '');
  return prices.filter((price) => price.platform === platform && price.model === name);
}

/** Whether a model has a list price on any day. */
export const hasListPrice = (platform: PlatformId, model: string): boolean =>
  listPricesOf(platform, model).length > 0;

const findListPrice = (platform: PlatformId, model: string, day: string): ListPrice | undefined =>
  listPricesOf(platform, model).find(({ from, to }) => (from ?? day) <= day && day <= (to ?? day));

/** "1/5", "1/5/0.05" or "1/5/0.05/10": see `parsePrice`. */
export const pricePattern = /^\d{1,5}(?:\.\d{1,4})?(?:\/\d{1,5}(?:\.\d{1,4})?){1,3}$/;

/**
 * Reads the price that a setting gives a platform's model: US dollars for a million tokens of input and output, and
 * optionally of input from a cache (else the price of input) and for a thousand searches (else as for other models).
 * Writing to a cache costs as many times the input as it does with the dearest vendor. Null if the text is no price.
 */
export function parsePrice(platform: PlatformId, text: string): ModelPrice | null {
  if (!pricePattern.test(text)) return null;
  const listed = prices.filter((price) => price.platform === platform);
  const [input = 0, output = 0, cacheRead = input, searches] = text.split('/').map(Number);
  return {
    ...{ input, output, cacheRead, cacheWrite: 1.25 * input, longCacheWrite: 2.5 * input },
    searches: searches ?? Math.max(...listed.map((price) => price.searches)),
  };
}

/** Thousandths of a millionth of a dollar, so that sums are exact: for one token, and a million times that for searches. */
const toNanos = (dollars: number): number => Math.round(dollars * 1_000);

/**
 * What a question cost, in millionths of a US dollar, rounded up. Null if no model has a price.
 * @param models the model that answered, then the one that was asked for; the first one with a price counts
 */
export function costOf(
  platform: PlatformId,
  models: readonly (string | null)[],
  usage: PlatformUsage,
  { day, own }: Pricing,
): number | null {
  const price =
    own ?? models.map((model) => model && findListPrice(platform, model, day)).find((row) => row);
  if (!price) return null;
  const { cacheReadTokens, cacheWriteTokens, longCacheWriteTokens } = usage;
  const { longPrompt } = price;
  const isLong = longPrompt !== undefined && usage.inputTokens > longPrompt.above;
  const times = isLong ? longPrompt : { input: 1, output: 1 };
  const plainTokens = Math.max(0, usage.inputTokens - cacheReadTokens - cacheWriteTokens);
  const shortCacheWriteTokens = Math.max(0, cacheWriteTokens - longCacheWriteTokens);
  const nanos =
    plainTokens * toNanos(price.input * times.input) +
    cacheReadTokens * toNanos(price.cacheRead * times.input) +
    shortCacheWriteTokens * toNanos(price.cacheWrite * times.input) +
    longCacheWriteTokens * toNanos(price.longCacheWrite * times.input) +
    usage.outputTokens * toNanos(price.output * times.output) +
    usage.searches * toNanos(price.searches) * 1_000;
  return Math.ceil(nanos / 1_000);
}

/**
 * What a question may cost when it takes long, in millionths of a US dollar: with as much output and as many searches as
 * platforms may be told to keep to. Null for a model without a price: nothing can be reserved for it.
 * @param model the model asked for
 */
export const estimateCost = (
  platform: PlatformId,
  model: string,
  pricing: Pricing,
): number | null =>
  costOf(
    platform,
    [model],
    {
      inputTokens: readTokens(platform),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      longCacheWriteTokens: 0,
      outputTokens: maxOutputTokens,
      searches: maxSearches,
    },
    pricing,
  );
