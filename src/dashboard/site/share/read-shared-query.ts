import { parseSearch } from '../../search-format.ts';
import { readSearch } from '../search/search.ts';

/** Reads the query of a share or feed as a timeline search; the default search if it is null. */
export const readSharedQuery = (query: string | null) => readSearch(parseSearch(query ?? ''));
