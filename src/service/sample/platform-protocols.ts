import type { Message, TextBlock } from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  Candidate,
  FinishReason,
  GenerateContentResponse,
  GroundingChunk,
} from '@google/genai';
import type { ResponseCreateResponse } from '@perplexity-ai/perplexity_ai';
import type { Response as OpenAiResponse } from 'openai/resources/responses/responses';
import type { PlatformId } from '../../contract/enums.ts';
import { noLocation } from '../platforms/location.ts';
import type { AnswerSource, PlatformUsage } from '../platforms/platform.ts';
import { fieldsOf, itemsOf, textOf } from '../platforms/untrusted.ts';

/** An answer that was made up rather than given by a platform. */
export interface InventedAnswer {
  model: string;
  /** Markdown. */
  text: string;
  /** Empty if no search is to be shown; otherwise it is one search with all of them. */
  queries: readonly string[];
  /** Those of `retrieved` that the text cites. */
  citations: readonly AnswerSource[];
  retrieved: readonly AnswerSource[];
  usage: PlatformUsage;
}

/** The question in a request, as a platform would see it. */
export interface SeenQuestion {
  text: string;
  /** As it was sent: `DE`, `US:California`, or `ZZ` without a location. */
  region: string;
  /** Whether a paused turn is to go on: the question itself came earlier. */
  isContinuation: boolean;
}

/** How one platform is spoken to, from the platform's side. */
interface Protocol {
  /** Reads the body of a request. */
  readQuestion: (body: unknown) => SeenQuestion;
  /** Writes the body of a response. */
  writeAnswer: (answer: InventedAnswer) => object;
}

const regionIn = (body: unknown): string => {
  const tool = fieldsOf<{ user_location: unknown }>(
    itemsOf(fieldsOf<{ tools: unknown }>(body).tools)[0],
  );
  const { country, region } = fieldsOf<{ country: string; region: string }>(tool.user_location);
  return textOf(country) === null ? noLocation : [country, region].filter(textOf).join(':');
};

/** A moment for creation times, which nothing reads. */
const createdAt = 1_790_000_000;

const chatgpt: Protocol = {
  readQuestion: (body) => ({
    text: textOf(fieldsOf<{ input: string }>(body).input) ?? '',
    region: regionIn(body),
    isContinuation: false,
  }),
  writeAnswer: ({ model, text, queries, citations, retrieved, usage }) =>
    ({
      id: 'resp_invented',
      object: 'response',
      created_at: createdAt,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model,
      output: [
        ...(queries.length === 0
          ? []
          : [
              {
                id: 'ws_invented',
                type: 'web_search_call' as const,
                status: 'completed' as const,
                action: {
                  type: 'search' as const,
                  queries: [...queries],
                  sources: retrieved.map(({ url }) => ({ type: 'url' as const, url })),
                },
              },
            ]),
        {
          id: 'msg_invented',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text,
              annotations: citations.map(({ url, title }) => ({
                type: 'url_citation',
                start_index: 0,
                end_index: text.length,
                url,
                title: title ?? '',
              })),
            },
          ],
        },
      ],
      usage: {
        input_tokens: usage.inputTokens,
        input_tokens_details: {
          cached_tokens: usage.cacheReadTokens,
          cache_write_tokens: usage.cacheWriteTokens,
        },
        output_tokens: usage.outputTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.inputTokens + usage.outputTokens,
      },
    }) satisfies Partial<OpenAiResponse>,
};

const claude: Protocol = {
  readQuestion: (body) => {
    const messages = itemsOf(fieldsOf<{ messages: unknown }>(body).messages);
    const { content } = fieldsOf<{ content: string }>(messages[0]);
    return {
      text: textOf(content) ?? '',
      region: regionIn(body),
      isContinuation: messages.length > 1,
    };
  },
  writeAnswer: ({ model, text, queries, citations, retrieved, usage }) => {
    const searches: Message['content'] = queries.flatMap((query, index) => [
      {
        type: 'server_tool_use',
        id: `srvtoolu_${index}`,
        name: 'web_search',
        input: { query },
        caller: { type: 'direct' },
      },
      {
        type: 'web_search_tool_result',
        tool_use_id: `srvtoolu_${index}`,
        caller: { type: 'direct' },
        content: retrieved.map(({ url, title }) => ({
          type: 'web_search_result',
          url,
          title: title ?? '',
          encrypted_content: '',
          page_age: null,
        })),
      },
    ]);
    const answer: TextBlock = {
      type: 'text',
      text,
      citations: citations.map(({ url, title }) => ({
        type: 'web_search_result_location',
        url,
        title,
        cited_text: '',
        encrypted_index: '',
      })),
    };
    return {
      id: 'msg_invented',
      type: 'message',
      role: 'assistant',
      model,
      content: [...searches, answer],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens,
        cache_read_input_tokens: usage.cacheReadTokens,
        cache_creation_input_tokens: usage.cacheWriteTokens,
        output_tokens: usage.outputTokens,
        server_tool_use: { web_search_requests: usage.searches, web_fetch_requests: 0 },
        cache_creation: null,
        inference_geo: null,
        output_tokens_details: null,
        service_tier: 'standard',
        speed: null,
      },
    } satisfies Partial<Message>;
  },
};

/** What Google sends, of which the package's class has only parts: it adds properties, and its enumerations are no texts. */
type GeminiBody = Pick<GenerateContentResponse, 'modelVersion' | 'usageMetadata'> & {
  candidates: (Omit<Candidate, 'finishReason'> & { finishReason: `${FinishReason}` })[];
};

const gemini: Protocol = {
  readQuestion: (body) => {
    const [content] = itemsOf(fieldsOf<{ contents: unknown }>(body).contents);
    const [part] = itemsOf(fieldsOf<{ parts: unknown }>(content).parts);
    return {
      text: textOf(fieldsOf<{ text: string }>(part).text) ?? '',
      region: noLocation,
      isContinuation: false,
    };
  },
  writeAnswer: ({ model, text, queries, citations, retrieved, usage }) => {
    const pages: GroundingChunk[] = retrieved.map(({ url, title }) => ({
      web: { uri: url, ...(title !== null && { title }) },
    }));
    const cited = citations.map(({ url }) => retrieved.findIndex((page) => page.url === url));
    return {
      modelVersion: model,
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ text }] },
          finishReason: 'STOP',
          ...(queries.length > 0 && {
            groundingMetadata: {
              webSearchQueries: [...queries],
              groundingChunks: pages,
              groundingSupports: [
                {
                  segment: { startIndex: 0, endIndex: Buffer.byteLength(text), text },
                  groundingChunkIndices: cited.filter((index) => index !== -1),
                },
              ],
            },
          }),
        },
      ],
      usageMetadata: {
        promptTokenCount: usage.inputTokens,
        cachedContentTokenCount: usage.cacheReadTokens,
        candidatesTokenCount: usage.outputTokens,
        totalTokenCount: usage.inputTokens + usage.outputTokens,
      },
    } satisfies GeminiBody;
  },
};

const perplexity: Protocol = {
  readQuestion: chatgpt.readQuestion,
  writeAnswer: ({ model, text, queries, citations, retrieved, usage }) =>
    ({
      id: 'resp_invented',
      object: 'response',
      created_at: createdAt,
      status: 'completed',
      model,
      output: [
        ...(queries.length === 0
          ? []
          : [
              {
                type: 'search_results' as const,
                queries: [...queries],
                results: retrieved.map(({ url, title }, index) => ({
                  id: index + 1,
                  url,
                  title: title ?? '',
                  snippet: '',
                })),
              },
            ]),
        {
          id: 'msg_invented',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text,
              annotations: citations.map(({ url, title }) => ({
                type: 'url_citation',
                url,
                ...(title !== null && { title }),
              })),
            },
          ],
        },
      ],
      usage: {
        input_tokens: usage.inputTokens,
        input_tokens_details: {
          cache_read_input_tokens: usage.cacheReadTokens,
          cache_creation_input_tokens: usage.cacheWriteTokens,
        },
        output_tokens: usage.outputTokens,
        total_tokens: usage.inputTokens + usage.outputTokens,
        tool_calls_details: { search_web: { invocation: usage.searches } },
      },
    }) satisfies Partial<ResponseCreateResponse>,
};

/** The protocols of the platforms that Sightline can ask, for those who answer in their place. */
export const protocols: Readonly<Partial<Record<PlatformId, Protocol>>> = {
  chatgpt_api: chatgpt,
  claude_api: claude,
  gemini_api: gemini,
  perplexity_sonar_pro: perplexity,
};
