import { problemTypes } from '../../../contract/problem.ts';
import { isNotFound } from '../../api/errors.ts';
import { notFoundTypeOf, withProblemType } from '../../api/not-found-type.ts';

/** State of the query for `/filters` of the same site. */
interface FiltersStatus {
  isSuccess: boolean;
  error: Error | null;
}

/** Brands named by a timeline request. After a 404, one of them may be missing instead of the site. */
export interface RequestedBrands {
  brand: readonly string[];
  competitorId: readonly string[];
  brandId: string | null;
}

const hasRequestedBrand = ({ brand, competitorId, brandId }: RequestedBrands): boolean =>
  brand.length > 0 || competitorId.length > 0 || brandId !== null;

/** Whether a timeline's 404 is ambiguous until `/filters` responds: it has no problem type and brands were chosen. */
export const needsFilters = (error: Error | null, brands: RequestedBrands): boolean =>
  isNotFound(error) && notFoundTypeOf(error) === null && hasRequestedBrand(brands);

/**
 * Adds the missing problem type to a timeline's 404: site not found if no brand was requested or the site's filters are
 * not found either, brand not found if the filters exist. Returns everything else unchanged.
 */
export function classifyNotFound(
  error: Error | null,
  brands: RequestedBrands,
  filters: FiltersStatus,
): Error | null {
  if (!isNotFound(error)) return error;
  if (notFoundTypeOf(error) !== null) return error;
  if (!hasRequestedBrand(brands)) return withProblemType(error, problemTypes.siteNotFound);
  if (filters.isSuccess) return withProblemType(error, problemTypes.brandNotFound);
  return isNotFound(filters.error) ? withProblemType(error, problemTypes.siteNotFound) : error;
}
