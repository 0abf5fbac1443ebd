import type { ResponseCreateResponse } from '@perplexity-ai/perplexity_ai';
import { describe, expect, it } from 'vitest';
import { perplexity } from './perplexity.ts';
import type { PlatformAnswer } from './platform.ts';

type Body = Partial<Omit<ResponseCreateResponse, 'output_text'>>;
type Output = ResponseCreateResponse['output'];

const pricing = { day: '2026-11-29', own: null };
const request = perplexity.toRequest(
  { text: 'Which crane?', region: 'NZ:bay-of-plenty', platform: 'perplexity_sonar_pro' },
  { model: 'perplexity/sonar' },
);
const read = (body: Body) => perplexity.readResponses([body], request, pricing);

const page = (id: number) => ({
  ...{ id, url: `https://${id}.example/`, title: `Page ${id}`, snippet: '' },
});
const found: Extract<Output[number], { type: 'search_results' }> = {
  type: 'search_results',
  queries: ['best crane'],
  results: [page(1), page(2), page(3)],
};
const said = (text: string, urls: readonly string[] = []): Output[number] => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [
    {
      type: 'output_text',
      text,
      annotations: urls.map((url) => ({ type: 'url_citation', url, title: 'Cited' })),
    },
  ],
});
const whole: Body = {
  status: 'completed',
  model: 'perplexity/sonar',
  output: [found, said('Crane B.', ['https://2.example/'])],
  usage: {
    input_tokens: 4_000,
    output_tokens: 300,
    total_tokens: 4_300,
    tool_calls_details: { search_web: { invocation: 1 } },
    cost: { currency: 'USD', input_cost: 0.001, output_cost: 0.00075, total_cost: 0.0081001 },
  },
};

it('a request names the model beside the preset, and the location', () => {
  expect(request).toMatchObject({ path: '/v1/responses', headers: {} });
  expect(request.body).toEqual({
    model: 'perplexity/sonar',
    preset: 'low',
    input: 'Which crane?',
    max_output_tokens: 16_000,
    tools: [{ type: 'web_search', user_location: { country: 'NZ', region: 'Bay of Plenty' } }],
    store: false,
  });
});

describe('a response', () => {
  it('has text, queries, cited and found pages, and the cost that the platform states', () => {
    expect(read(whole)).toEqual({
      kind: 'answer',
      text: 'Crane B.',
      model: 'perplexity/sonar',
      searched: true,
      queries: ['best crane'],
      citations: [{ url: 'https://2.example/', title: 'Cited' }],
      retrieved: [1, 2, 3].map((id) => ({ url: `https://${id}.example/`, title: `Page ${id}` })),
      location: { country: 'NZ', area: 'Bay of Plenty' },
      usage: {
        inputTokens: 4_000,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        longCacheWriteTokens: 0,
        outputTokens: 300,
        searches: 1,
      },
      cost: 8_100,
    });
  });

  it('without a stated cost costs list prices', () => {
    const { input_tokens, output_tokens, total_tokens, tool_calls_details } = whole.usage ?? {};
    const usage = {
      ...{ input_tokens: input_tokens ?? 0, output_tokens: output_tokens ?? 0 },
      ...{ total_tokens: total_tokens ?? 0, tool_calls_details: tool_calls_details ?? {} },
    };
    // 4,000 at $0.25 and 300 at $2.50 a million; 1 at $5 a thousand.
    expect(read({ ...whole, usage })).toMatchObject({ cost: 1_000 + 750 + 5_000 });
    const documented = { ...usage, tool_calls_details: { web_search: { invocation: 2 } } };
    expect(read({ ...whole, usage: documented })).toMatchObject({ cost: 1_000 + 750 + 10_000 });
  });

  it.each([0, 1e9])('that states a cost of $%d has no known cost', (total_cost) => {
    const cost = { currency: 'USD' as const, input_cost: 0, output_cost: 0, total_cost };
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost };
    expect(read({ ...whole, usage })).toMatchObject({ kind: 'answer', cost: null });
  });

  it('that is free of charge has no known cost, whatever was used', () => {
    const cost = { currency: 'USD' as const, input_cost: 0, output_cost: 0, total_cost: 0 };
    const usage = { input_tokens: 4_000, output_tokens: 300, total_tokens: 4_300, cost };
    expect(read({ ...whole, usage })).toMatchObject({ kind: 'answer', cost: null });
  });

  it('without annotations cites the results whose numbers are in the text', () => {
    const output = [found, said('Crane C [3][web:1], not D [9] or [3].')];
    const answer = read({ ...whole, output }) as PlatformAnswer;
    expect(answer.citations.map(({ url }) => url)).toEqual([
      'https://3.example/',
      'https://1.example/',
    ]);
  });

  it('has the number of each result read once, however many marks are in the text', () => {
    let reads = 0;
    const results = Array.from({ length: 100 }, (_, index) => ({
      ...page(index + 1),
      get id() {
        reads += 1;
        return index + 1;
      },
    }));
    const marks = Array.from({ length: 1_000 }, (_, index) => `[${(index % 200) + 1}]`).join('');
    const answer = read({ ...whole, output: [{ ...found, results }, said(marks)] });
    expect((answer as PlatformAnswer).citations).toHaveLength(100);
    expect(reads).toBe(100);
  });

  it('without citations has none', () => {
    expect(read({ ...whole, output: [said('From memory.')] })).toMatchObject({
      kind: 'answer',
      searched: false,
      citations: [],
      retrieved: [],
    });
  });

  it('counts opened pages as found', () => {
    const opened: Output[number] = {
      type: 'fetch_url_results',
      contents: [{ url: 'https://4.example/', title: 'Page 4', snippet: '' }],
    };
    const answer = read({ ...whole, output: [found, opened, said('A.')] }) as PlatformAnswer;
    expect(answer.retrieved.at(-1)).toEqual({ url: 'https://4.example/', title: 'Page 4' });
  });
});

describe('no answer', () => {
  it.each<[string, string, object]>([
    [
      'platform_error',
      'an error with the status of success',
      { ...whole, status: 'failed', error: { message: 'x', code: 'internal_error' } },
    ],
    ['platform_error', 'a cancelled response', { ...whole, status: 'cancelled' }],
    ['incomplete', 'an answer cut short', { ...whole, status: 'incomplete' }],
    ['unexpected_form', 'a queued response', { ...whole, status: 'queued' }],
    ['unexpected_form', 'a response without a message', { ...whole, output: [found] }],
    ['unexpected_form', 'an empty object', {}],
  ])('%s: %s', (reason, _, body) => {
    expect(read(body as Body)).toMatchObject({ kind: 'failed', reason });
  });
});
