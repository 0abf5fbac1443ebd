import { countWithNoun } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';

/** "1 question", "1,240 questions". */
export const countQuestions = (count: number): string =>
  countWithNoun(count, 'question', 'questions', pageLocale());
