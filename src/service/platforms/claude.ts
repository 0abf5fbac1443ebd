import type {
  CacheCreation,
  CitationsWebSearchResultLocation,
  Message,
  MessageCreateParamsNonStreaming,
  RefusalStopDetails,
  ServerToolUsage,
  ServerToolUseBlock,
  TextBlock,
  Usage,
  WebSearchResultBlock,
  WebSearchToolResultBlock,
  WebSearchToolResultErrorObject,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ErrorObject, ErrorResponse } from '@anthropic-ai/sdk/resources/shared';
import { maxOutputTokens, maxSearches } from './cost-limits.ts';
import { failureOf } from './failure.ts';
import { approximateLocation, isSendable, locationOf } from './location.ts';
import type {
  PlatformAdapter,
  PlatformRequest,
  PlatformUsage,
  Pricing,
  Reading,
} from './platform.ts';
import { listSources } from './sources.ts';
import { spentOnAnswer, spentOnUsage } from './spent.ts';
import {
  areCounts,
  countOf,
  fieldsOf,
  itemsOf,
  itemsOfType,
  joinTexts,
  lineOf,
  textOf,
} from './untrusted.ts';

/** How many responses to one question may be pauses. */
const maxPauses = 3;
/** How many searches a turn may begin with. Each time that it goes on it may make one at least: none cannot be asked for. */
const firstSearches = maxSearches - maxPauses;

function addUsage(responses: readonly unknown[]): PlatformUsage | null {
  const usages = responses.map((body) => fieldsOf<Usage>(fieldsOf<Message>(body).usage));
  const areKnown = usages.every(
    (usage) =>
      typeof usage.input_tokens === 'number' &&
      areCounts([
        ...[usage.input_tokens, usage.output_tokens],
        ...[usage.cache_read_input_tokens, usage.cache_creation_input_tokens],
        fieldsOf<ServerToolUsage>(usage.server_tool_use).web_search_requests,
        fieldsOf<CacheCreation>(usage.cache_creation).ephemeral_1h_input_tokens,
      ]),
  );
  if (!areKnown) return null;
  const sum = (count: (usage: (typeof usages)[number]) => number): number =>
    usages.reduce((total, usage) => total + count(usage), 0);
  const cacheReadTokens = sum((usage) => countOf(usage.cache_read_input_tokens));
  const cacheWriteTokens = sum((usage) => countOf(usage.cache_creation_input_tokens));
  return {
    // Unlike other platforms, Anthropic counts without those in a cache.
    inputTokens: sum((usage) => countOf(usage.input_tokens)) + cacheReadTokens + cacheWriteTokens,
    cacheReadTokens,
    cacheWriteTokens,
    longCacheWriteTokens: sum((usage) =>
      countOf(fieldsOf<CacheCreation>(usage.cache_creation).ephemeral_1h_input_tokens),
    ),
    outputTokens: sum((usage) => countOf(usage.output_tokens)),
    searches: sum((usage) =>
      countOf(fieldsOf<ServerToolUsage>(usage.server_tool_use).web_search_requests),
    ),
  };
}

/**
 * The request that lets a paused turn go on: the first one, with everything that has come so far, and with what is left
 * of its limits.
 * @param used what the turn has used so far
 */
function continueWith(
  request: PlatformRequest,
  content: readonly unknown[],
  used: { searches: number; outputTokens: number },
): PlatformRequest {
  const { messages, tools } = fieldsOf<MessageCreateParamsNonStreaming>(request.body);
  const searchesLeft = Math.max(1, firstSearches - used.searches);
  return {
    ...request,
    body: {
      ...request.body,
      max_tokens: maxOutputTokens - used.outputTokens,
      tools: itemsOf(tools).map((tool) => ({ ...fieldsOf(tool), max_uses: searchesLeft })),
      messages: [...itemsOf(messages), { role: 'assistant', content }],
    },
  };
}

const typeOf = (block: unknown): unknown => fieldsOf<{ type: string }>(block).type;

function readResponses(
  responses: readonly unknown[],
  request: PlatformRequest,
  pricing: Pricing,
): Reading {
  const last = fieldsOf<Message>(responses.at(-1));
  const usage = addUsage(responses);
  const model = lineOf(last.model);
  const spent = spentOnUsage('claude_api', request, model, usage, pricing);

  const failure = fieldsOf<ErrorResponse>(responses.at(-1));
  if (failure.type === 'error')
    return failureOf('platform_error', spent, fieldsOf<ErrorObject>(failure.error).type);

  const content = responses.flatMap((body) => itemsOf(fieldsOf<Message>(body).content));
  switch (last.stop_reason) {
    case 'pause_turn': {
      if (responses.length > maxPauses) return failureOf('paused_too_often', spent);
      const used = { searches: usage?.searches ?? 0, outputTokens: usage?.outputTokens ?? 0 };
      if (used.outputTokens >= maxOutputTokens) return failureOf('incomplete', spent, 'max_tokens');
      return {
        kind: 'continue',
        request: continueWith(request, content, used),
        after: 0,
        cost: spent.cost,
      };
    }
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return failureOf('incomplete', spent, last.stop_reason);
    case 'refusal':
      return failureOf(
        'declined',
        spent,
        fieldsOf<RefusalStopDetails>(last.stop_details).category ?? 'refusal',
      );
    case 'end_turn':
    case 'stop_sequence':
      break;
    default:
      return failureOf('unexpected_form', spent);
  }

  const results = itemsOfType<WebSearchToolResultBlock>(content, 'web_search_tool_result');
  const errors = results.flatMap((result) =>
    itemsOfType<WebSearchToolResultErrorObject>([result.content], 'web_search_tool_result_error'),
  );
  if (errors.length > 0 && errors.length === results.length)
    return failureOf('search_failed', spent, errors[0]?.error_code);

  // What comes before the last result only announces the searches.
  const lastResult = content.findLastIndex((block) => typeOf(block) === 'web_search_tool_result');
  const texts = itemsOfType<TextBlock>(content.slice(lastResult + 1), 'text');
  const text = joinTexts(texts);
  if (text.trim() === '') return failureOf('unexpected_form', spent);

  const searches = itemsOfType<ServerToolUseBlock>(content, 'server_tool_use').filter(
    ({ name }) => name === 'web_search',
  );
  return {
    kind: 'answer',
    text,
    model,
    searched: searches.length > 0 || results.length > 0,
    queries: [
      ...new Set(
        searches.flatMap(({ input }) => textOf(fieldsOf<{ query: string }>(input).query) ?? []),
      ),
    ],
    citations: listSources(
      texts.flatMap(({ citations }) =>
        itemsOfType<CitationsWebSearchResultLocation>(citations, 'web_search_result_location'),
      ),
    ),
    retrieved: listSources(
      results.flatMap((result) =>
        itemsOfType<WebSearchResultBlock>(result.content, 'web_search_result'),
      ),
    ),
    location: request.location,
    ...spentOnAnswer(spent),
  };
}

/**
 * Anthropic's Messages API with its web search. The search is not forced, and no sampling is set: the newest models refuse
 * both.
 */
export const claude: PlatformAdapter = {
  platforms: ['claude_api'],
  vendor: 'Anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  keyHeader: { name: 'x-api-key', prefix: '' },
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  modelVariable: 'ANTHROPIC_MODEL',
  baseUrl: 'https://api.anthropic.com',
  defaultModel: 'claude-sonnet-5-5',
  isOffByDefault: false,
  maxInFlight: 4,
  maxPerMinute: 60,
  redirectHost: null,
  canAskFrom: isSendable,
  toRequest: ({ text, region }, { model }) => {
    const location = locationOf(region);
    return {
      method: 'POST',
      path: '/v1/messages',
      headers: { 'anthropic-version': '2023-06-01' },
      body: {
        model,
        max_tokens: maxOutputTokens,
        messages: [{ role: 'user', content: text }],
        tools: [
          {
            type: 'web_search_20250305',
            name: 'web_search',
            max_uses: firstSearches,
            ...(location && { user_location: approximateLocation(location) }),
          },
        ],
      } satisfies MessageCreateParamsNonStreaming,
      location,
    };
  },
  readResponses,
};
