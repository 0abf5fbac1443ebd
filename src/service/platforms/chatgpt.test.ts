import type {
  Response,
  ResponseFunctionWebSearch,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { chatgpt } from './chatgpt.ts';
import type { PlatformAnswer } from './platform.ts';

type Body = Partial<Omit<Response, 'output_text'>>;

const ask = (region: string) =>
  chatgpt.toRequest(
    { text: 'Which crane is best?', region, platform: 'chatgpt_api' },
    { model: 'gpt-6.1-terra' },
  );
const pricing = { day: '2026-11-29', own: null };
const request = ask('US:california');
const read = (body: Body) => chatgpt.readResponses([body], request, pricing);

const usage: Response['usage'] = {
  input_tokens: 10_000,
  input_tokens_details: { cached_tokens: 4_000, cache_write_tokens: 0 },
  output_tokens: 700,
  output_tokens_details: { reasoning_tokens: 300 },
  total_tokens: 10_700,
};
const call = (action: ResponseFunctionWebSearch['action']): ResponseFunctionWebSearch => ({
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action,
});
const message = (
  content: ResponseOutputMessage['content'],
  phase: ResponseOutputMessage['phase'] = null,
): ResponseOutputMessage => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
  content,
  phase,
});
const said = (text: string, urls: readonly string[] = []): ResponseOutputMessage['content'] => [
  {
    type: 'output_text',
    text,
    annotations: urls.map((url) => ({
      ...{ type: 'url_citation', start_index: 0, end_index: 3 },
      url,
      title: `Title of ${url}`,
    })),
  },
];
const whole: Body = {
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-6.1-terra-2026-10-26',
  output: [
    call({
      type: 'search',
      queries: ['best crane', 'crane reviews'],
      query: 'best crane',
      sources: [
        { type: 'url', url: 'https://a.example/' },
        { type: 'url', url: 'https://b.example/' },
      ],
    }),
    call({ type: 'open_page', url: 'https://c.example/' }),
    call({ type: 'find_in_page', url: 'https://c.example/', pattern: 'price' }),
    call({ type: 'search', queries: ['best crane'], sources: [] }),
    message(said('I am looking for cranes.'), 'commentary'),
    message(
      said('Crane A.', ['https://b.example/', 'https://a.example/', 'https://b.example/']),
      'final_answer',
    ),
  ],
  usage,
};

describe('a request', () => {
  it('asks for the sources and sends country and area', () => {
    expect(request).toMatchObject({ method: 'POST', path: '/v1/responses' });
    expect(request.location).toEqual({ country: 'US', area: 'California' });
    expect(request.body).toEqual({
      model: 'gpt-6.1-terra',
      input: 'Which crane is best?',
      max_output_tokens: 16_000,
      include: ['web_search_call.action.sources'],
      store: false,
      tools: [
        {
          type: 'web_search',
          user_location: { type: 'approximate', country: 'US', region: 'California' },
        },
      ],
    });
  });

  it('has an empty location for ZZ, since none would mean the United States', () => {
    const { location, body } = ask('ZZ');
    expect(location).toBeNull();
    expect(body?.['tools']).toEqual([
      { type: 'web_search', user_location: { type: 'approximate' } },
    ]);
  });

  it('has only a country where the region is one', () => {
    const [tool] = (ask('DE').body?.['tools'] ?? []) as unknown[];
    expect(tool).toEqual({
      type: 'web_search',
      user_location: { type: 'approximate', country: 'DE' },
    });
  });
});

describe('a response', () => {
  const answer = read(whole) as PlatformAnswer;

  it('has the text of the final message only', () => {
    expect(answer).toMatchObject({ kind: 'answer', text: 'Crane A.' });
  });

  it('has the served model and the location that was sent', () => {
    expect(answer.model).toBe('gpt-6.1-terra-2026-10-26');
    expect(answer.location).toEqual({ country: 'US', area: 'California' });
  });

  it('has every query once', () => {
    expect(answer.searched).toBe(true);
    expect(answer.queries).toEqual(['best crane', 'crane reviews']);
  });

  it('has cited pages once each, in the order of the text, apart from those found', () => {
    expect(answer.citations.map(({ url }) => url)).toEqual([
      'https://b.example/',
      'https://a.example/',
    ]);
    expect(answer.retrieved).toEqual([
      { url: 'https://a.example/', title: null },
      { url: 'https://b.example/', title: null },
      { url: 'https://c.example/', title: null },
    ]);
  });

  it('is charged for searches, but not for opened pages', () => {
    expect(answer.usage).toEqual({
      inputTokens: 10_000,
      cacheReadTokens: 4_000,
      cacheWriteTokens: 0,
      longCacheWriteTokens: 0,
      outputTokens: 700,
      searches: 2,
    });
    // 6,000 at $1, 4,000 at $0.05 and 700 at $5 a million; 2 at $10 a thousand.
    expect(answer.cost).toBe(6_000 + 200 + 3_500 + 20_000);
  });

  it.each([
    [0, 9_700],
    [5, 59_700],
  ])('is charged for %d searches if it says so, however many it shows', (num_requests, cost) => {
    const tokens = { image_tokens: 0, text_tokens: 0 };
    const image_gen = {
      ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      input_tokens_details: tokens,
    };
    const tool_usage = { image_gen, web_search: { num_requests } };
    expect(read({ ...whole, tool_usage })).toMatchObject({
      usage: { searches: num_requests },
      cost,
    });
  });

  it('costs more for what is kept in a cache for twelve hours', () => {
    const details = {
      ...{ cached_tokens: 4_000, cache_write_tokens: 3_000 },
      cache_write_tokens_details: { ttl_30m_tokens: 2_000, ttl_12h_tokens: 1_000 },
    };
    const kept = { ...usage, input_tokens_details: details };
    // Instead of 3,000 at $1, 2,000 at $1.25 and 1,000 at $2.50 a million.
    expect(read({ ...whole, usage: kept })).toMatchObject({ cost: 29_700 - 3_000 + 5_000 });
  });

  it('has the query of an older response', () => {
    const output = [call({ type: 'search', query: 'crane' }), message(said('A.'))];
    expect(read({ ...whole, output })).toMatchObject({ queries: ['crane'] });
  });

  it('without searches and citations is an answer that did not search', () => {
    expect(read({ ...whole, output: [message(said('From memory.'))] })).toMatchObject({
      kind: 'answer',
      searched: false,
      queries: [],
      citations: [],
      retrieved: [],
    });
  });

  it('without usage has no cost', () => {
    const { usage: _, ...rest } = whole;
    expect(read(rest)).toMatchObject({ kind: 'answer', usage: null, cost: null });
  });

  it('of an unknown model costs as much as the model asked for', () => {
    expect(read({ ...whole, model: 'somebody-elses' })).toMatchObject({ cost: answer.cost });
  });
});

describe('no answer', () => {
  it.each<[string, string, Body]>([
    [
      'incomplete',
      'an answer cut short',
      { ...whole, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    ],
    [
      'declined',
      'a filtered answer',
      { ...whole, status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    ],
    [
      'platform_error',
      'an error with the status of success',
      { ...whole, status: 'failed', error: { code: 'server_error', message: 'Crane A.' } },
    ],
    ['platform_error', 'a cancelled response', { ...whole, status: 'cancelled' }],
    [
      'declined',
      'a refusal',
      { ...whole, output: [message([{ type: 'refusal', refusal: 'No.' }])] },
    ],
    ['unexpected_form', 'a response in progress', { ...whole, status: 'in_progress' }],
    ['unexpected_form', 'a response without a message', { ...whole, output: [] }],
    ['unexpected_form', 'an empty object', {}],
  ])('%s: %s', (reason, _, body) => {
    expect(read(body)).toMatchObject({ kind: 'failed', reason });
  });

  it('costs what was used', () => {
    const body: Body = { ...whole, status: 'incomplete', incomplete_details: {} };
    expect(read(body)).toMatchObject({ kind: 'failed', cost: 29_700 });
  });

  it('is described with the platform’s code, and nothing else that it says', () => {
    const error = { code: 'server_error' as const, message: 'sk-secret' };
    expect(read({ ...whole, status: 'failed', error })).toMatchObject({
      message: 'The platform reports an error instead of an answer (server_error).',
    });
  });
});
