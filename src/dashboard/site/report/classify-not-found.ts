import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import { asMissing, missingOf } from '../../api/which-missing.ts';

/** How `/filters` of the same site answered, as a query tells it. */
interface FiltersAnswer {
  isSuccess: boolean;
  error: Error | null;
}

/** What a timeline's question may name that can be missing besides the site. */
export interface BrandsAsked {
  brand: readonly string[];
  competitorId: readonly string[];
  brandId: string | null;
}

const namesBrand = ({ brand, competitorId, brandId }: BrandsAsked): boolean =>
  brand.length > 0 || competitorId.length > 0 || brandId !== null;

/** Whether only `/filters` can tell what a timeline's 404 means: it names no kind, and brands were asked for. */
export const needsFilters = (error: Error | null, asked: BrandsAsked): boolean =>
  error instanceof ApiError &&
  error.kind === 'notFound' &&
  missingOf(error) === null &&
  namesBrand(asked);

/**
 * A timeline's failure, told apart where it is a 404 of no kind: the site is missing where no brand was
 * asked for or its filters are missing too, a brand where they are there. Others come back as they are.
 */
export function toldApart(
  error: Error | null,
  asked: BrandsAsked,
  site: FiltersAnswer,
): Error | null {
  if (!(error instanceof ApiError) || error.kind !== 'notFound') return error;
  if (missingOf(error) !== null) return error;
  if (!namesBrand(asked)) return asMissing(error, problemTypes.siteNotFound);
  if (site.isSuccess) return asMissing(error, problemTypes.brandNotFound);
  const siteIsMissing = site.error instanceof ApiError && site.error.kind === 'notFound';
  return siteIsMissing ? asMissing(error, problemTypes.siteNotFound) : error;
}
