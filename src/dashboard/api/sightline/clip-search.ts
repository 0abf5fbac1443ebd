import { maxSearchLength } from '../../../contract/sightline/search-length.ts';

/** Shortens a search to the length that the service accepts, without splitting a surrogate pair. */
export const clipSearch = (text: string): string =>
  text.slice(0, maxSearchLength).replace(/[\ud800-\udbff]$/, '');
