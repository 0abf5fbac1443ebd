import { type ParameterTable, readQuery } from '../../contract/parameters.ts';
import { storedRegionOf } from '../regions/stored-region.ts';

/** The parameters with their regions under the codes that the service stores. */
function withCanonicalRegions(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    Array.from(search, ([name, value]) => [
      name,
      name === 'region' ? storedRegionOf(value) : value,
    ]),
  );
}

/** Reads a query as `readQuery` does, with its regions under the codes that the service stores: `UK` is `GB`, `US-CA` is
 * `US:California`. */
export const readCanonicalQuery = <T extends ParameterTable>(
  table: T,
  search: URLSearchParams,
): ReturnType<typeof readQuery<T>> => readQuery(table, withCanonicalRegions(search));

/** The query of a stored share or feed, which may name regions by codes that are no longer stored. */
export const canonicalQueryOf = (query: string): string =>
  withCanonicalRegions(new URLSearchParams(query)).toString();
