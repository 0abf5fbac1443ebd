import { isSameId } from '../../contract/fields.ts';
import { isolate } from '../text/isolate.ts';
import type { ReportColumns } from './columns.ts';

/**
 * Says why a report by brand has no figures of the tracked brand to lead with.
 * @param chosenBrandIds the IDs of the brands that filters choose; empty for all brands
 */
export function missingLeadText(
  { brand, trackedId }: Pick<ReportColumns, 'brand' | 'trackedId'>,
  chosenBrandIds: readonly string[],
): string {
  if (brand === null) return 'This site has no tracked brand yet.';
  const name = isolate(brand.name || brand.id);
  // The series exists, but a comparison leaves it out.
  if (trackedId !== null) return `${name}, the tracked brand, has no evidence in either period.`;
  const isLeftOut =
    chosenBrandIds.length > 0 && !chosenBrandIds.some((id) => isSameId(id, brand.id));
  return isLeftOut
    ? `${name}, the tracked brand, is not among the chosen brands.`
    : `The tracked brand is ${name}, but the service does not say which series is ${name}’s.`;
}
