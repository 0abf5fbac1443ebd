import { countWithNoun } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';
import { useAnswerCount } from './use-answer-counts.ts';
import type { AnswersNarrowing } from './use-answers-link-search.ts';

/** The number of answers behind a figure, such as "12 answers"; just "answers" if the number is unknown. */
export function AnswerCount({ narrowing }: { narrowing: AnswersNarrowing }) {
  const count = useAnswerCount(narrowing);
  return count === null ? 'answers' : countWithNoun(count, 'answer', 'answers', pageLocale());
}
