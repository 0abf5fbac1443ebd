import type {
  Annotation,
  ContentPart,
  ErrorInfo,
  OutputItem,
  ResponseCreateParamsNonStreaming,
  ResponseCreateResponse,
  ResponsesUsage,
} from '@perplexity-ai/perplexity_ai';
import { maxOutputTokens } from './cost-limits.ts';
import { failureOf } from './failure.ts';
import { isSendable, locationOf } from './location.ts';
import type {
  AnswerSource,
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
  maxCount,
  textsOf,
} from './untrusted.ts';

/** What takes the place of `sonar-pro`: how much the model searches, and how. */
const preset = 'low';

type MessageItem = Extract<OutputItem, { type: 'message' }>;
type SearchItem = Extract<OutputItem, { type: 'search_results' }>;
type FetchItem = Extract<OutputItem, { type: 'fetch_url_results' }>;
type FoundPage = SearchItem['results'][number];
type FetchedPage = FetchItem['contents'][number];
type Details = NonNullable<ResponsesUsage['input_tokens_details']>;
type ToolCall = NonNullable<ResponsesUsage['tool_calls_details']>[string];

function readUsage(usage: unknown): PlatformUsage | null {
  const fields = fieldsOf<ResponsesUsage>(usage);
  if (typeof fields.input_tokens !== 'number') return null;
  const details = fieldsOf<Details>(fields.input_tokens_details);
  const calls = fieldsOf<{ search_web: ToolCall; web_search: ToolCall }>(fields.tool_calls_details);
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = details;
  // Real responses say `search_web`, the documents `web_search`.
  const { invocation } = fieldsOf<ToolCall>(calls.search_web ?? calls.web_search);
  if (!areCounts([fields.input_tokens, fields.output_tokens, read, written, invocation]))
    return null;
  return {
    inputTokens: countOf(fields.input_tokens),
    cacheReadTokens: countOf(read),
    cacheWriteTokens: countOf(written),
    longCacheWriteTokens: 0,
    outputTokens: countOf(fields.output_tokens),
    searches: countOf(invocation),
  };
}

/**
 * What the platform says that the question cost, in millionths of a dollar; null if it does not say, or if that is less
 * than nothing or more than $100.
 */
function readCost(usage: unknown): number | null {
  const { cost } = fieldsOf<ResponsesUsage>(usage);
  const total = fieldsOf<NonNullable<ResponsesUsage['cost']>>(cost).total_cost;
  const micros = typeof total === 'number' ? Math.round(total * 1_000_000) : Number.NaN;
  return typeof total === 'number' && total >= 0 && micros <= maxCount ? micros : null;
}

/** The pages to which marks such as `[2]` or `[web:2]` in a text refer, by the numbers of the results. */
function numberedSources(text: string, results: readonly Fields<FoundPage>[]): AnswerSource[] {
  const numbers = new Set(
    [...text.matchAll(/\[(?:web:)?(\d{1,4})\]/g)].map(([, digits]) => Number(digits)),
  );
  const byNumber = new Map<unknown, Fields<FoundPage>>();
  for (const result of results) {
    const { id } = result;
    if (!byNumber.has(id)) byNumber.set(id, result);
  }
  return listSources([...numbers].flatMap((number) => byNumber.get(number) ?? []));
}

function readResponse(body: unknown, request: PlatformRequest, pricing: Pricing): Reading {
  const response = fieldsOf<ResponseCreateResponse>(body);
  const usage = readUsage(response.usage);
  const model = lineOf(response.model);
  const listed = spentOnUsage('perplexity_sonar_pro', request, model, usage, pricing);
  const spent = { usage, cost: readCost(response.usage) ?? listed.cost };

  if (response.error || response.status === 'failed' || response.status === 'cancelled') {
    const { code, type } = fieldsOf<ErrorInfo>(response.error);
    return failureOf('platform_error', spent, code ?? type ?? response.status);
  }
  // Not in the documented list, but in the standard that the API follows.
  if (response.status === 'incomplete') return failureOf('incomplete', spent);
  const parts = itemsOfType<MessageItem>(response.output, 'message').flatMap(({ content }) =>
    itemsOfType<ContentPart>(content, 'output_text'),
  );
  const text = joinTexts(parts);
  if (response.status !== 'completed' || text === '') return failureOf('unexpected_form', spent);

  const searches = itemsOfType<SearchItem>(response.output, 'search_results');
  const fetches = itemsOfType<FetchItem>(response.output, 'fetch_url_results');
  const results = searches.flatMap((search) => itemsOf(search.results).map(fieldsOf<FoundPage>));
  const annotated = listSources(
    parts.flatMap(({ annotations }) => itemsOf(annotations).map(fieldsOf<Annotation>)),
  );
  return {
    kind: 'answer',
    text,
    model,
    searched: searches.length > 0,
    queries: [...new Set(searches.flatMap(({ queries }) => textsOf(queries)))],
    citations: annotated.length > 0 ? annotated : numberedSources(text, results),
    retrieved: listSources([
      ...results,
      ...fetches.flatMap(({ contents }) => itemsOf(contents).map(fieldsOf<FetchedPage>)),
    ]),
    location: request.location,
    ...spentOnAnswer(spent),
  };
}

/**
 * Perplexity's Agent API, which took the place of its chat completions. The model is always named: with a preset alone,
 * the model of another company may answer.
 */
export const perplexity: PlatformAdapter = {
  platforms: ['perplexity_sonar_pro'],
  vendor: 'Perplexity',
  keyVariable: 'PERPLEXITY_API_KEY',
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  baseUrlVariable: 'PERPLEXITY_BASE_URL',
  modelVariable: 'PERPLEXITY_MODEL',
  baseUrl: 'https://api.perplexity.ai',
  defaultModel: 'perplexity/sonar',
  isOffByDefault: false,
  maxInFlight: 4,
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
        preset,
        input: text,
        max_output_tokens: maxOutputTokens,
        tools: [
          {
            type: 'web_search',
            ...(location && {
              user_location: {
                country: location.country,
                ...(location.area !== null && { region: location.area }),
              },
            }),
          },
        ],
        store: false,
      } satisfies ResponseCreateParamsNonStreaming,
      location,
    };
  },
  readResponses: (responses, request, pricing) => readResponse(responses.at(-1), request, pricing),
};
