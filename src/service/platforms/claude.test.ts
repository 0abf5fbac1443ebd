import type {
  ContentBlock,
  Message,
  TextBlock,
  Usage,
  WebSearchToolResultBlock,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ErrorResponse } from '@anthropic-ai/sdk/resources/shared';
import { describe, expect, it } from 'vitest';
import { claude } from './claude.ts';
import type { PlatformAnswer } from './platform.ts';

type Body = Partial<Message> | ErrorResponse;

const pricing = { day: '2026-11-29', own: null };
const request = claude.toRequest(
  { text: 'Welcher Kran?', region: 'GB:London', platform: 'claude_api' },
  { model: 'claude-sonnet-5-5' },
);
const read = (...bodies: Body[]) => claude.readResponses(bodies, request, pricing);

const usageOf = (input: number, output: number, searches: number): Usage => ({
  input_tokens: input,
  output_tokens: output,
  cache_creation: null,
  cache_creation_input_tokens: null,
  cache_read_input_tokens: 1_000,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 },
  service_tier: 'standard',
  speed: null,
});
const caller = { type: 'direct' } as const;
const search = (query: string): ContentBlock => ({
  ...{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query } },
  caller,
});
const result = (content: WebSearchToolResultBlock['content']): ContentBlock => ({
  ...{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content },
  caller,
});
const found = (...urls: string[]): ContentBlock =>
  result(
    urls.map((url) => ({
      ...{ type: 'web_search_result', url, title: `Über ${url}` },
      ...{ encrypted_content: 'x', page_age: null },
    })),
  );
const failedSearch = (error_code: 'unavailable' | 'max_uses_exceeded'): ContentBlock =>
  result({ type: 'web_search_tool_result_error', error_code });
const said = (text: string, ...urls: string[]): TextBlock => ({
  type: 'text',
  text,
  citations: urls.map((url) => ({
    ...{ type: 'web_search_result_location', url, title: null },
    ...{ cited_text: 'Kran', encrypted_index: 'x' },
  })),
});
const messageOf = (
  content: ContentBlock[],
  stop_reason: Message['stop_reason'] = 'end_turn',
): Partial<Message> => ({
  ...{ type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', content, stop_reason },
  usage: usageOf(9_000, 600, 1),
});
const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
const whole = messageOf([
  said('Ich suche nach Kränen.'),
  search('bester Kran'),
  found(a, b),
  said('Kran '),
  said('Ä 🎈', b, a),
  said('.', b),
]);

describe('a request', () => {
  it('neither forces a search nor sets the sampling', () => {
    expect(request.headers).toEqual({ 'anthropic-version': '2023-06-01' });
    expect(request.body).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 16_000,
      messages: [{ role: 'user', content: 'Welcher Kran?' }],
      tools: [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 5,
          user_location: { type: 'approximate', country: 'GB', region: 'London' },
        },
      ],
    });
  });
});

describe('a response', () => {
  it('has the text after the last search result', () => {
    expect(read(whole)).toMatchObject({ kind: 'answer', text: 'Kran Ä 🎈.', searched: true });
  });

  it('has cited and found pages apart', () => {
    const answer = read(whole) as PlatformAnswer;
    expect(answer.citations.map(({ url }) => url)).toEqual([b, a]);
    expect(answer.retrieved).toEqual([
      { url: a, title: `Über ${a}` },
      { url: b, title: `Über ${b}` },
    ]);
    expect(answer.queries).toEqual(['bester Kran']);
  });

  it('counts tokens in a cache as input', () => {
    expect(read(whole)).toMatchObject({
      usage: { inputTokens: 10_000, cacheReadTokens: 1_000, outputTokens: 600, searches: 1 },
      // 9,000 at $2, 1,000 at $0.10 and 600 at $10 a million; 1 at $10 a thousand.
      cost: 18_000 + 100 + 6_000 + 10_000,
    });
  });

  it('costs more for what is kept in a cache for an hour', () => {
    const usage: Usage = {
      ...usageOf(9_000, 600, 1),
      cache_creation_input_tokens: 3_000,
      cache_creation: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 1_000 },
    };
    // 2,000 at $2.50 and 1,000 at $4 a million more than without.
    expect(read({ ...whole, usage })).toMatchObject({ cost: 34_100 + 5_000 + 4_000 });
  });

  it('without a search is an answer that did not search', () => {
    expect(read(messageOf([said('Aus dem Gedächtnis.')]))).toMatchObject({
      kind: 'answer',
      searched: false,
      citations: [],
    });
  });

  it('with one failed search among others is an answer', () => {
    const content = [found(a), failedSearch('max_uses_exceeded'), said('Kran A.')];
    expect(read(messageOf(content))).toMatchObject({ kind: 'answer', text: 'Kran A.' });
  });
});

describe('a paused turn', () => {
  const pause = messageOf([search('bester Kran'), found(a)], 'pause_turn');
  const next = messageOf([search('Kran Test'), found(c), said('Kran C.', c)]);

  it('goes on with everything that has come, and with what is left of its limits', () => {
    expect(read(pause)).toEqual({
      kind: 'continue',
      after: 0,
      cost: 34_100,
      request: {
        ...request,
        body: {
          ...request.body,
          max_tokens: 15_400,
          tools: [
            {
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: 4,
              user_location: { type: 'approximate', country: 'GB', region: 'London' },
            },
          ],
          messages: [
            { role: 'user', content: 'Welcher Kran?' },
            { role: 'assistant', content: pause.content },
          ],
        },
      },
    });
  });

  it('may search once more when its searches are used up', () => {
    const searched = { ...pause, usage: usageOf(9_000, 600, 7) };
    expect(read(searched)).toMatchObject({
      kind: 'continue',
      request: { body: { tools: [{ max_uses: 1 }] } },
    });
  });

  it('is cut short when its tokens are used up', () => {
    const written = { ...pause, usage: usageOf(9_000, 8_000, 1) };
    expect(read(written, written)).toMatchObject({ kind: 'failed', reason: 'incomplete' });
  });

  it('ends in an answer with the searches and the cost of all responses', () => {
    expect(read(pause, next)).toMatchObject({
      kind: 'answer',
      text: 'Kran C.',
      queries: ['bester Kran', 'Kran Test'],
      citations: [{ url: c }],
      retrieved: [{ url: a }, { url: c }],
      usage: { searches: 2, outputTokens: 1_200 },
      cost: 68_200,
    });
  });

  it('is given up after three pauses', () => {
    expect(read(pause, pause, pause)).toMatchObject({ kind: 'continue' });
    expect(read(pause, pause, pause, pause)).toMatchObject({
      kind: 'failed',
      reason: 'paused_too_often',
      cost: 4 * 34_100,
    });
  });
});

describe('no answer', () => {
  it.each<[string, string, Body]>([
    ['incomplete', 'an answer cut short', messageOf([said('Kran')], 'max_tokens')],
    ['declined', 'a refusal', messageOf([], 'refusal')],
    [
      'search_failed',
      'a turn in which every search failed',
      messageOf([search('Kran'), failedSearch('unavailable'), said('Leider nicht.')]),
    ],
    [
      'platform_error',
      'an error with the status of success',
      { type: 'error', error: { type: 'overloaded_error', message: '' }, request_id: null },
    ],
    ['unexpected_form', 'a call of a tool that was not offered', messageOf([], 'tool_use')],
    ['unexpected_form', 'nothing after the last result', messageOf([said('Ich suche.'), found(a)])],
    ['unexpected_form', 'an empty object', {}],
  ])('%s: %s', (reason, _, body) => {
    expect(read(body)).toMatchObject({ kind: 'failed', reason });
  });

  it('is described with the code of the failed search', () => {
    expect(read(messageOf([failedSearch('unavailable')]))).toMatchObject({
      message: 'None of the platform’s searches worked (unavailable).',
    });
  });
});
