import { maxSearchLength } from '../../../contract/sightline/search-length.ts';

/** Shortens a search to what the service accepts, and never to half of a surrogate pair. */
export const clipSearch = (text: string): string =>
  text.slice(0, maxSearchLength).replace(/[\ud800-\udbff]$/, '');
