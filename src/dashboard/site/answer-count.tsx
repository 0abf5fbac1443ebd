import { countWithNoun } from './report/figures.ts';
import { useAnswerCount } from './use-answer-counts.ts';
import type { AnswersNarrowing } from './use-answers-link-search.ts';

/** "12 answers": how many answers are behind a figure; only "answers" while that is unknown. */
export function AnswerCount({ narrowing }: { narrowing: AnswersNarrowing }) {
  const count = useAnswerCount(narrowing);
  return count === null ? 'answers' : countWithNoun(count, 'answer', 'answers', undefined);
}
