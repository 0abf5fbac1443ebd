import { countWithNoun } from '../counts.ts';

/** "1 question", "1,240 questions". */
export const countQuestions = (count: number): string =>
  countWithNoun(count, 'question', 'questions', undefined);
