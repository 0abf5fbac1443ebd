import { parseSearch } from '../../search-format.ts';
import { readSearch } from '../search/search.ts';

/** Reads the question of a share or feed as a timeline search; the default search if it is null. */
export const readQuestion = (question: string | null) => readSearch(parseSearch(question ?? ''));
