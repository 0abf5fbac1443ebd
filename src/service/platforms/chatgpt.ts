import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseError,
  ResponseFunctionWebSearch,
  ResponseOutputMessage,
  ResponseOutputRefusal,
  ResponseOutputText,
  ResponseUsage,
} from 'openai/resources/responses/responses';
import { maxOutputTokens } from './cost-limits.ts';
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
  type Fields,
  fieldsOf,
  itemsOf,
  itemsOfType,
  joinTexts,
  lineOf,
  textsOf,
} from './untrusted.ts';

type CacheWrites = ResponseUsage.InputTokensDetails.CacheWriteTokensDetails;

function readUsage(
  { usage, tool_usage }: Fields<Response>,
  countedSearches: number,
): PlatformUsage | null {
  const fields = fieldsOf<ResponseUsage>(usage);
  if (typeof fields.input_tokens !== 'number') return null;
  const details = fieldsOf<ResponseUsage.InputTokensDetails>(fields.input_tokens_details);
  const { cached_tokens: read, cache_write_tokens: written } = details;
  const writes = fieldsOf<CacheWrites>(details.cache_write_tokens_details);
  const tools = fieldsOf<Response.ToolUsage>(tool_usage);
  // What is charged for, without discounted searches. Older responses do not say.
  const { num_requests } = fieldsOf<Response.ToolUsage.WebSearch>(tools.web_search);
  const charged = num_requests ?? countedSearches;
  const inputs = [fields.input_tokens, read, written, writes.ttl_12h_tokens];
  if (!areCounts([...inputs, fields.output_tokens, charged])) return null;
  return {
    inputTokens: countOf(fields.input_tokens),
    cacheReadTokens: countOf(read),
    cacheWriteTokens: countOf(written),
    longCacheWriteTokens: countOf(writes.ttl_12h_tokens),
    outputTokens: countOf(fields.output_tokens),
    searches: countOf(charged),
  };
}

type Source = ResponseFunctionWebSearch.Search.Source;

function readResponse(body: unknown, request: PlatformRequest, pricing: Pricing): Reading {
  const response = fieldsOf<Response>(body);
  const calls = itemsOfType<ResponseFunctionWebSearch>(response.output, 'web_search_call').map(
    ({ action }) => fieldsOf<ResponseFunctionWebSearch['action']>(action),
  );
  // Opening a page, or looking for a word in it, is not charged for.
  const searches = calls.filter(({ type }) => type !== 'open_page' && type !== 'find_in_page');
  const usage = readUsage(response, searches.length);
  const model = lineOf(response.model);
  const spent = spentOnUsage('chatgpt_api', request, model, usage, pricing);

  const error = fieldsOf<ResponseError>(response.error);
  if (response.error || response.status === 'failed' || response.status === 'cancelled')
    return failureOf('platform_error', spent, error.code ?? response.status);
  if (response.status === 'incomplete') {
    const { reason } = fieldsOf<Response.IncompleteDetails>(response.incomplete_details);
    return failureOf(reason === 'content_filter' ? 'declined' : 'incomplete', spent, reason);
  }
  const messages = itemsOfType<ResponseOutputMessage>(response.output, 'message');
  const parts = messages
    .filter(({ phase }) => phase !== 'commentary')
    .flatMap(({ content }) => itemsOf(content));
  const texts = itemsOfType<ResponseOutputText>(parts, 'output_text');
  const text = joinTexts(texts);
  if (text === '' && itemsOfType<ResponseOutputRefusal>(parts, 'refusal').length > 0)
    return failureOf('declined', spent, 'refusal');
  if (response.status !== 'completed' || text === '') return failureOf('unexpected_form', spent);

  const cited = texts.flatMap(({ annotations }) =>
    itemsOfType<ResponseOutputText.URLCitation>(annotations, 'url_citation'),
  );
  return {
    kind: 'answer',
    text,
    model,
    searched: calls.length > 0,
    // `query` is what older responses have instead of `queries`.
    queries: [
      ...new Set(
        searches.flatMap(({ queries, query }) => textsOf(queries ?? (query ? [query] : []))),
      ),
    ],
    citations: listSources(cited),
    retrieved: listSources(
      calls.flatMap(({ sources, url }) => [
        ...itemsOf(sources).map((source) => ({ url: fieldsOf<Source>(source).url })),
        { url },
      ]),
    ),
    location: request.location,
    ...spentOnAnswer(spent),
  };
}

/** OpenAI's Responses API with its web search, which the model may use or not, as in ChatGPT. */
export const chatgpt: PlatformAdapter = {
  platforms: ['chatgpt_api'],
  vendor: 'OpenAI',
  keyVariable: 'OPENAI_API_KEY',
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  baseUrlVariable: 'OPENAI_BASE_URL',
  modelVariable: 'OPENAI_MODEL',
  baseUrl: 'https://api.openai.com',
  defaultModel: 'gpt-6.1-terra',
  isOffByDefault: false,
  maxInFlight: 8,
  maxPerMinute: 60,
  redirectHost: null,
  canAskFrom: isSendable,
  toRequest: ({ text, region }, { model }) => {
    const location = locationOf(region);
    return {
      method: 'POST',
      path: '/v1/responses',
      headers: {},
      body: {
        model,
        input: text,
        max_output_tokens: maxOutputTokens,
        include: ['web_search_call.action.sources'],
        tools: [
          {
            type: 'web_search',
            // Left out, it would mean the United States.
            user_location: location ? approximateLocation(location) : { type: 'approximate' },
          },
        ],
        store: false,
      } satisfies ResponseCreateParamsNonStreaming,
      location,
    };
  },
  readResponses: (responses, request, pricing) => readResponse(responses.at(-1), request, pricing),
};
