import { counted } from './report/figures.ts';
import { useAnswerCount } from './use-answer-counts.ts';
import type { Narrowing } from './use-answers-behind.ts';

/** "12 answers": the number behind a figure. Only "answers" while it is unknown. */
export function AnswerCount({ narrowing }: { narrowing: Narrowing }) {
  const count = useAnswerCount(narrowing);
  return count === null ? 'answers' : counted(count, 'answer', 'answers', undefined);
}
