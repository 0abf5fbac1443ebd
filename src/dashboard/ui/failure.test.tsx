import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { problemTypes } from '../../contract/problem.ts';
import { ApiError } from '../api/errors.ts';
import { Failure } from './failure.tsx';

afterEach(cleanup);

const sentenceOf = (call: string, problemType: string | null) => {
  const error = new ApiError({ kind: 'notFound', call, status: 404, problemType });
  const { container, unmount } = render(<Failure title="It failed" error={error} />);
  const sentence = container.querySelectorAll('p')[1]?.textContent;
  unmount();
  return sentence;
};

const sentences = {
  client: 'Client not found, or this key has no access to it.',
  site: 'Site not found, or this key has no access to it.',
  brand: 'Brand not found on this site.',
  prompt: 'Prompt not found on this site.',
  scan: 'Scan not found on this site.',
  recommendation: 'Recommendation not found on this site.',
  answer: 'Answer not found on this site.',
} as const;

describe('a failure', () => {
  it('has its own sentence for each of seven kinds of missing resource', () => {
    const { clientNotFound, siteNotFound, brandNotFound } = problemTypes;
    const { promptNotFound, scanNotFound, recommendationNotFound, answerNotFound } = problemTypes;
    const call = 'GET /v1/sites/s/reports/timeline';
    const kinds = [clientNotFound, siteNotFound, brandNotFound, promptNotFound, scanNotFound];
    const shownSentences = [...kinds, recommendationNotFound, answerNotFound].map((type) =>
      sentenceOf(call, type),
    );
    expect(shownSentences).toEqual(Object.values(sentences));
    expect(new Set(shownSentences).size).toBe(7);
  });

  it.each([
    ['GET /v1/clients/c/sites', sentences.client],
    ['GET /v1/sites/s/filters', sentences.site],
    ['GET /v1/sites/s/prompts/p', sentences.prompt],
    ['GET /v1/sites/s/scans/x', sentences.scan],
    ['POST /v1/sites/s/recommendations/r/notes', sentences.recommendation],
  ])('without a problem type, from %s, reads "%s"', (call, sentence) => {
    expect(sentenceOf(call, null)).toBe(sentence);
  });

  it.each([
    ['is a 404 with a problem type', 'no Try again button', 0, 404, problemTypes.clientNotFound],
    ['is a 404 without a problem type', 'a Try again button', 1, 404, null],
    ['may be temporary', 'a Try again button', 1, 503, problemTypes.unavailable],
  ])('that %s has %s', (_description, _button, buttonCount, status, problemType) => {
    const kind = status === 404 ? 'notFound' : 'busy';
    const error = new ApiError({ kind, call: 'GET /v1/clients/c/sites', status, problemType });
    render(<Failure title="It failed" error={error} onRetry={() => {}} />);
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttonCount);
  });

  it('omits from its details what the service did not send', () => {
    const error = new ApiError({ kind: 'notFound', call: 'GET /v1/sites/s/filters', status: 404 });
    render(<Failure title="It failed" error={error} />);
    expect(screen.getByText(/^call: GET/).textContent).toBe(
      'call: GET /v1/sites/s/filters\nkind: notFound\nstatus: 404',
    );
  });
});
