import type {
  Candidate,
  Content,
  FinishReason,
  GenerateContentResponse,
  GenerateContentResponsePromptFeedback,
  GenerateContentResponseUsageMetadata,
  GenerationConfig,
  GroundingChunk,
  GroundingChunkWeb,
  GroundingMetadata,
  GroundingSupport,
  Part,
  Segment,
  Tool,
} from '@google/genai';
import { maxOutputTokens } from './cost-limits.ts';
import { failureOf } from './failure.ts';
import { noLocation } from './location.ts';
import type {
  PlatformAdapter,
  PlatformRequest,
  PlatformUsage,
  Pricing,
  Reading,
  UnansweredReason,
} from './platform.ts';
import { costOf } from './prices.ts';
import { listSources } from './sources.ts';
import { spentOnAnswer } from './spent.ts';
import {
  areCounts,
  countOf,
  fieldsOf,
  itemsOf,
  joinTexts,
  lineOf,
  textOf,
  textsOf,
} from './untrusted.ts';

/** Why a candidate is no answer, by the reason why it ended. Others are errors of the platform. */
const endings: Readonly<Partial<Record<`${FinishReason}`, UnansweredReason>>> = {
  MAX_TOKENS: 'incomplete',
  CONTINUATION: 'incomplete',
  SAFETY: 'declined',
  RECITATION: 'declined',
  LANGUAGE: 'declined',
  BLOCKLIST: 'declined',
  PROHIBITED_CONTENT: 'declined',
  SPII: 'declined',
};

function readUsage(usage: unknown, searches: number): PlatformUsage | null {
  const fields = fieldsOf<GenerateContentResponseUsageMetadata>(usage);
  if (typeof fields.promptTokenCount !== 'number') return null;
  const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = fields;
  const { candidatesTokenCount, thoughtsTokenCount } = fields;
  const inputs = [promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount];
  if (!areCounts([...inputs, candidatesTokenCount, thoughtsTokenCount])) return null;
  return {
    inputTokens: countOf(promptTokenCount) + countOf(toolUsePromptTokenCount),
    cacheReadTokens: countOf(cachedContentTokenCount),
    cacheWriteTokens: 0,
    longCacheWriteTokens: 0,
    outputTokens: countOf(candidatesTokenCount) + countOf(thoughtsTokenCount),
    searches,
  };
}

/**
 * The indices of the pages that the text cites, in the order of the text. Offsets count bytes within a part of the
 * text; only their order matters here.
 */
function citedIndices(supports: unknown): unknown[] {
  return itemsOf(supports)
    .map((support) => {
      const { segment, groundingChunkIndices } = fieldsOf<GroundingSupport>(support);
      const { partIndex, startIndex } = fieldsOf<Segment>(segment);
      return {
        part: countOf(partIndex),
        start: countOf(startIndex),
        indices: itemsOf(groundingChunkIndices),
      };
    })
    .sort((one, other) => one.part - other.part || one.start - other.start)
    .flatMap(({ indices }) => indices);
}

function readResponse(body: unknown, request: PlatformRequest, pricing: Pricing): Reading {
  const response = fieldsOf<GenerateContentResponse>(body);
  const candidate = fieldsOf<Candidate>(itemsOf(response.candidates)[0]);
  const grounding = fieldsOf<GroundingMetadata>(candidate.groundingMetadata);
  const queries = [...new Set(textsOf(grounding.webSearchQueries))];
  const usage = readUsage(response.usageMetadata, queries.length);
  const model = lineOf(response.modelVersion);
  const asked = /\/models\/([^:]+):/.exec(request.path)?.[1] ?? null;
  const spent = { usage, cost: usage && costOf('gemini_api', [model, asked], usage, pricing) };

  const { error } = fieldsOf<{ error: unknown }>(body);
  if (error) return failureOf('platform_error', spent, fieldsOf<{ status: string }>(error).status);
  const { blockReason } = fieldsOf<GenerateContentResponsePromptFeedback>(response.promptFeedback);
  if (blockReason) return failureOf('declined', spent, blockReason);

  const ending = textOf(candidate.finishReason);
  const parts = itemsOf(fieldsOf<Content>(candidate.content).parts).map(fieldsOf<Part>);
  const text = joinTexts(parts.filter(({ thought }) => thought !== true));
  if (ending !== null && ending !== 'STOP') {
    const reason = Object.hasOwn(endings, ending) && endings[ending as `${FinishReason}`];
    return failureOf(reason || 'platform_error', spent, ending);
  }
  if (ending === null || text === '') return failureOf('unexpected_form', spent);

  const pages = itemsOf(grounding.groundingChunks).map((chunk) => {
    const { uri, title } = fieldsOf<GroundingChunkWeb>(fieldsOf<GroundingChunk>(chunk).web);
    return { url: uri, title };
  });
  return {
    kind: 'answer',
    text,
    model,
    searched: queries.length > 0 || pages.length > 0,
    queries,
    citations: listSources(
      citedIndices(grounding.groundingSupports).flatMap((index) =>
        typeof index === 'number' ? (pages[index] ?? []) : [],
      ),
    ),
    retrieved: listSources(pages),
    location: request.location,
    ...spentOnAnswer(spent),
  };
}

/**
 * Google's Gemini API, grounded with Google Search. It takes no location of the person who asks, and cannot be made to
 * search. Off by default, because its terms may forbid the analysis of grounded results.
 */
export const gemini: PlatformAdapter = {
  platforms: ['gemini_api'],
  vendor: 'Google',
  keyVariable: 'GEMINI_API_KEY',
  keyHeader: { name: 'x-goog-api-key', prefix: '' },
  baseUrlVariable: 'GEMINI_BASE_URL',
  modelVariable: 'GEMINI_MODEL',
  baseUrl: 'https://generativelanguage.googleapis.com',
  defaultModel: 'gemini-3.8-flash',
  isOffByDefault: true,
  maxInFlight: 4,
  maxPerMinute: 30,
  redirectHost: 'vertexaisearch.cloud.google.com',
  canAskFrom: (region) => region === noLocation,
  toRequest: ({ text, region }, { model }) => {
    if (region !== noLocation) throw new RangeError(`The region ${region} cannot be sent.`);
    return {
      method: 'POST',
      path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
      headers: {},
      body: {
        contents: [{ role: 'user', parts: [{ text }] }],
        tools: [{ googleSearch: {} }],
        generationConfig: { maxOutputTokens },
      } satisfies { contents: Content[]; tools: Tool[]; generationConfig: GenerationConfig },
      location: null,
    };
  },
  readResponses: (responses, request, pricing) => readResponse(responses.at(-1), request, pricing),
};
