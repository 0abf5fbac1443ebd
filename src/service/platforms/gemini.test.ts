import type {
  BlockedReason,
  Candidate,
  FinishReason,
  GenerateContentResponse,
  GroundingMetadata,
} from '@google/genai';
import { describe, expect, it } from 'vitest';
import { gemini } from './gemini.ts';
import type { PlatformAnswer } from './platform.ts';

/** The body as JSON, where enumerations are texts. */
type Body = Partial<Pick<GenerateContentResponse, 'modelVersion' | 'usageMetadata'>> & {
  candidates?: (Omit<Candidate, 'finishReason'> & { finishReason?: `${FinishReason}` })[];
  promptFeedback?: { blockReason: `${BlockedReason}` };
  error?: { status: string };
};

const pricing = { day: '2026-11-29', own: null };
const request = gemini.toRequest(
  { text: 'Welcher Kran?', region: 'ZZ', platform: 'gemini_api' },
  { model: 'gemini-3.8-flash' },
);
const read = (body: Body) => gemini.readResponses([body], request, pricing);

const text = 'Größe zählt: 🏗️ Kran A, danach Kran B.';
const bytesBefore = (part: string) => Buffer.byteLength(text.slice(0, text.indexOf(part)));
const redirect = (id: string) =>
  `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}`;
const grounding: GroundingMetadata = {
  webSearchQueries: ['bester Kran', 'Kran Größe', 'bester Kran'],
  groundingChunks: [
    { web: { uri: redirect('one'), title: 'b.example' } },
    { web: { uri: redirect('two'), title: 'a.example' } },
    { web: { uri: redirect('three'), title: 'c.example' } },
  ],
  groundingSupports: [
    {
      segment: { startIndex: bytesBefore('Kran B'), endIndex: Buffer.byteLength(text) },
      groundingChunkIndices: [0, 9],
    },
    { segment: { endIndex: bytesBefore('Kran A') + 6 }, groundingChunkIndices: [1] },
  ],
};
const bodyOf = (finishReason: `${FinishReason}`, groundingMetadata?: GroundingMetadata): Body => ({
  modelVersion: 'gemini-3.8-flash',
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text }] },
      finishReason,
      ...(groundingMetadata && { groundingMetadata }),
    },
  ],
  usageMetadata: {
    promptTokenCount: 20,
    toolUsePromptTokenCount: 980,
    candidatesTokenCount: 300,
    thoughtsTokenCount: 100,
  },
});

it('a request has no place for a location', () => {
  expect(gemini.canAskFrom('ZZ')).toBe(true);
  expect(gemini.canAskFrom('DE')).toBe(false);
  expect(request).toEqual({
    method: 'POST',
    path: '/v1beta/models/gemini-3.8-flash:generateContent',
    headers: {},
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Welcher Kran?' }] }],
      tools: [{ googleSearch: {} }],
      generationConfig: { maxOutputTokens: 16_000 },
    },
    location: null,
  });
});

it('a model with odd characters cannot change the path', () => {
  const question = { text: '', region: 'ZZ', platform: 'gemini_api' } as const;
  expect(gemini.toRequest(question, { model: '../a?b' }).path).toBe(
    '/v1beta/models/..%2Fa%3Fb:generateContent',
  );
});

describe('a response', () => {
  const answer = read(bodyOf('STOP', grounding)) as PlatformAnswer;

  it('has the text without thoughts', () => {
    expect(answer).toMatchObject({ kind: 'answer', text, searched: true, location: null });
  });

  it('cites pages in the order of the text, whose offsets count bytes', () => {
    // Umlauts and emoji take more bytes than code units.
    expect(bytesBefore('Kran B')).toBeGreaterThan(text.indexOf('Kran B'));
    expect(answer.citations).toEqual([
      { url: redirect('two'), title: 'a.example' },
      { url: redirect('one'), title: 'b.example' },
    ]);
    expect(answer.retrieved.map(({ title }) => title)).toEqual([
      'b.example',
      'a.example',
      'c.example',
    ]);
  });

  it('is charged for each query and for thoughts', () => {
    expect(answer.queries).toEqual(['bester Kran', 'Kran Größe']);
    expect(answer.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 400, searches: 2 });
    // 1,000 at $1.50 and 400 at $7.50 a million; 2 at $14 a thousand.
    expect(answer.cost).toBe(750 + 1_500 + 28_000);
  });

  it('without grounding is an answer that did not search', () => {
    expect(read(bodyOf('STOP'))).toMatchObject({
      kind: 'answer',
      searched: false,
      citations: [],
      retrieved: [],
    });
  });
});

describe('no answer', () => {
  it.each<[string, string, Body]>([
    ['incomplete', 'an answer cut short', bodyOf('MAX_TOKENS')],
    ['declined', 'an unsafe answer', bodyOf('SAFETY')],
    ['declined', 'a blocked question', { promptFeedback: { blockReason: 'OTHER' } }],
    ['platform_error', 'an odd end', bodyOf('TOO_MANY_TOOL_CALLS')],
    ['platform_error', 'an error with the status of success', { error: { status: 'INTERNAL' } }],
    ['unexpected_form', 'a candidate without content', { candidates: [{ finishReason: 'STOP' }] }],
    ['unexpected_form', 'no candidate', {}],
  ])('%s: %s', (reason, _, body) => {
    expect(read(body)).toMatchObject({ kind: 'failed', reason });
  });
});
